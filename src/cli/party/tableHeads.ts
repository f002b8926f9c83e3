// Column headings for people. A program that reads the rows gets none.

import { isTerminal } from './terminal.ts';

export function headed(heads: readonly string[], rows: readonly (readonly string[])[]): (readonly string[])[] {
  return rows.length > 0 && isForPerson() ? [heads, ...rows] : [...rows];
}

/** The output goes to a terminal. */
export function isForPerson(): boolean {
  return isTerminal(1);
}
