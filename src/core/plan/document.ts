// What a plan needs before Codex reviews it, read from its Markdown.

import { planHeadings } from './plan.ts';

/** In bytes. People read a plan, and Codex gets all of it. */
export const largestPlan = 200_000;

/** The `planHeadings` that the plan lacks. Text in code or in a comment is not a heading. */
export function missingHeadings(text: string): string[] {
  const found = new Set<string>();
  const lines = planLines(text);
  for (const [index, line] of lines.entries()) {
    if (isHidden(line)) continue;
    const underlined = /^ {0,3}(?:=+|-+)[ \t]*$/.test(lines[index + 1]?.text ?? '') ? line.text : undefined;
    const title = /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line.text)?.[1] ?? underlined;
    if (title !== undefined) found.add(plainTitle(title));
  }
  return planHeadings.filter((heading) => !found.has(heading.toLowerCase()));
}

export interface PlanLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Inside a code block, including its fences. */
  readonly code: boolean;
  /** Inside a comment that began on an earlier line. */
  readonly comment: boolean;
}

/** Reads line by line, so that the state of each line is certain. */
export function planLines(text: string): PlanLine[] {
  let fence: string | undefined;
  let comment = false;
  return splitLines(text).map((line, index) => {
    const begun = { code: fence !== undefined, comment };
    const mark = comment ? undefined : /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence !== undefined) {
      const [, ticks = '', rest = ''] = mark ?? [];
      if (ticks.startsWith(fence) && rest.trim() === '') fence = undefined;
    } else if (mark?.[1] !== undefined) {
      // A line with more backticks after the first ones is inline code, not a fence.
      if (!(mark[1].startsWith('`') && mark[2]?.includes('`'))) fence = mark[1];
    } else comment = endsInComment(line, comment);
    return { number: index + 1, text: line, code: begun.code || fence !== undefined, comment: begun.comment };
  });
}

export function splitLines(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
}

function isHidden({ code, comment }: PlanLine): boolean {
  return code || comment;
}

function endsInComment(line: string, begun: boolean): boolean {
  const opened = line.lastIndexOf('<!--');
  const closed = line.lastIndexOf('-->');
  return opened === closed ? begun : opened > closed;
}

/** `2. **Open questions**: ##` counts as "Open Questions". */
function plainTitle(title: string): string {
  return title
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/[*_`]/g, '')
    .replace(/^\s*\d+(?:\.\d+)*[.)]?\s+/, '')
    .replace(/\s*:\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
