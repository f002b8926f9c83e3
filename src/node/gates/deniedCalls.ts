// What the gates have denied lately, from the log of the hooks: for users who wonder why an agent does not go on.

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isRecord, parseJson } from '../../core/base/json.ts';
import * as z from '../../core/base/schema.ts';
import { hooksLogFiles } from '../project/hooksLog.ts';

const Denied = z.looseObject({
  at: z.string(),
  hook: z.string(),
  session: z.optional(z.string()),
  denied: z.object({ what: z.string(), reason: z.string() }),
});

export interface DeniedAt {
  readonly at: string;
  readonly hook: string;
  readonly what: string;
  /** Several lines, in words for Claude. Text from outside. */
  readonly reason: string;
  /** The number of earlier denials by this hook in the same millisecond. */
  readonly nth: number;
}

type Found = Omit<DeniedAt, 'nth'>;

/** More than a reader wants, and a small part of what the log keeps. */
const tailBytes = 128 * 1024;

/** Newest first. `directory` is the project's in `$PARTY_HOME`. */
export function readDenied(directory: string, most: number): DeniedAt[] {
  const { now, before } = hooksLogFiles(directory);
  const lines = [before, now].flatMap((file) => tailOf(file).split('\n'));
  const found: Found[] = [];
  for (const line of lines.reverse()) {
    if (found.length === most) break;
    const one = deniedIn(line);
    if (one !== undefined) found.push(one);
  }
  return found.map((one, at) => ({ ...one, nth: found.slice(at + 1).filter((other) => isSame(one, other)).length }));
}

function isSame(one: Found, other: Found): boolean {
  return one.at === other.at && one.hook === other.hook;
}

function deniedIn(line: string): Found | undefined {
  // Most lines have other things to tell, and need no schema.
  if (!line.includes('"denied":')) return undefined;
  try {
    const value = parseJson(line);
    if (!isRecord(value)) return undefined;
    const { at, hook, denied } = Denied.parse(value);
    return { at, hook, ...denied };
  } catch {
    return undefined;
  }
}

/** Empty when there is no such file. It may begin within a line. */
function tailOf(path: string): string {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return '';
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(size, tailBytes));
    const length = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}
