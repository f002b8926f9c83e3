// What an assignment makes of the variables that the line knows.

import type { Assignment } from 'unbash';
import { readWord } from './readWord.ts';
import { leadsElsewhere, type Scope } from './scope.ts';
import type { ShellWord } from './word.ts';

export function assign({ name, value, append, index }: Assignment, scope: Scope): void {
  const [word, ...more] = value.type === 'Word' ? readWord(value, scope) : [];
  if (leadsElsewhere(name)) scope.elsewhere = true;
  const simple = append !== true && index === undefined && more.length === 0;
  // Other separators than blanks would make other words of every variable.
  if (name === 'IFS') scope.variables.clear();
  if (simple && word?.value != null && name !== 'IFS') scope.variables.set(name, word.value);
  else scope.variables.delete(name);
}

/** As a word: `export A=b` gives its program the word `A=b`. */
export function assignmentWords({ name, value }: Assignment, scope: Scope): ShellWord[] {
  if (value.type !== 'Word') return [];
  return readWord(value, scope).map((word) => ({
    ...word,
    value: word.value === null ? null : `${name}=${word.value}`,
    head: `${name}=${word.head}`,
  }));
}
