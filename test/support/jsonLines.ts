import { existsSync, readFileSync } from 'node:fs';

/** The lines of a file that a program may still be writing: the last one is there when its end is. */
export function jsonLines<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as T);
}
