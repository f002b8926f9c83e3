// What an assignment does to the variables that the reader knows.

import type { Assignment } from 'unbash';
import { readWord } from './readWord.ts';
import { leadsElsewhere, type Scope } from './scope.ts';
import type { ShellWord } from './word.ts';

export function assignVariable({ name, value, append, index }: Assignment, scope: Scope): void {
  const [word, ...more] = value.type === 'Word' ? readWord(value, scope) : [];
  if (leadsElsewhere(name)) scope.elsewhere = true;
  const simple = append !== true && index === undefined && more.length === 0;
  // Another IFS would split every variable differently.
  if (name === 'IFS') scope.variables.clear();
  if (simple && word?.value != null && name !== 'IFS') scope.variables.set(name, word.value);
  else scope.variables.delete(name);
}

/** An assignment as a word: `export A=b` passes the word `A=b` to export. */
export function assignmentWords({ name, value }: Assignment, scope: Scope): ShellWord[] {
  if (value.type !== 'Word') return [];
  return readWord(value, scope).map((word) => ({
    ...word,
    value: word.value === null ? null : `${name}=${word.value}`,
    head: `${name}=${word.head}`,
  }));
}
