// Data that GitHub has no field for, in an invisible HTML comment at the end of a visible text.

import * as z from '../../base/schema.ts';

const base = {
  /** The team's UUID: two teams may use one repository. */
  team: z.string(),
  /** Made before the request is sent, so that Party can look for its result. */
  key: z.string(),
  id: z.string(),
  actor: z.string(),
  /** Undone by `pm undo`. Party cannot delete an issue on GitHub. */
  removed: z.optional(z.boolean()),
};

export const TaskMark = z.looseObject({
  ...base,
  number: z.int(),
  /** An assignee that is not a GitHub user, such as an agent. */
  assignee: z.optional(z.nullable(z.string())),
});
export type TaskMark = z.infer<typeof TaskMark>;

export const MilestoneMark = z.looseObject({ ...base, status: z.optional(z.string()) });
export type MilestoneMark = z.infer<typeof MilestoneMark>;

const pattern = /(?:\n{0,2})<!-- tmux-team (\{[^\n]*\}) -->/g;

export interface Marked<T> {
  /** The text that users wrote. */
  readonly text: string;
  readonly mark: T | undefined;
}

/** The last mark counts: an earlier one may be part of a quotation. */
export function readMarked<T>(body: string | null | undefined, schema: z.ZodMiniType<T>): Marked<T> {
  const text = (body ?? '').replace(/\r\n?/g, '\n');
  for (const match of [...text.matchAll(pattern)].reverse()) {
    const mark = parse(match[1] ?? '', schema);
    if (mark === undefined) continue;
    return { text: text.slice(0, match.index) + text.slice(match.index + match[0].length), mark };
  }
  return { text, mark: undefined };
}

export function withMark(text: string, mark: object): string {
  const clean = text.replace(/\r\n?/g, '\n');
  return `${clean}${clean === '' ? '' : '\n\n'}${markText(mark)}`;
}

/**
 * Nothing in it can end the comment early. It has no backslashes, because gh 2.23 mistakes `\\u00…` in a text for an
 * escape.
 */
export function markText(mark: object): string {
  const json = JSON.stringify(mark).replace(/[%<>\\]|-(?=-)/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `<!-- tmux-team ${json} -->`;
}

function parse<T>(json: string, schema: z.ZodMiniType<T>): T | undefined {
  try {
    const plain = json.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    const read = schema.safeParse(JSON.parse(plain));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
