// What an assignment does to the variables that the reader knows.

import type { Assignment } from 'unbash';
import { readWord } from './readWord.ts';
import type { Given, Scope } from './scope.ts';
import { literal, type ShellWord, unknown } from './word.ts';

/** Returns the variable with its value, as far as it is known. */
export function assignVariable({ name, value, append, index }: Assignment, scope: Scope): Given {
  const [word, ...more] = value.type === 'Word' ? readWord(value, scope) : [];
  const simple = append !== true && index === undefined && more.length === 0;
  // Another IFS would split every variable differently.
  if (name === 'IFS') scope.variables.clear();
  if (simple && word?.value != null) scope.variables.set(name, word.value);
  else scope.variables.delete(name);
  return { name, value: simple ? word : undefined };
}

/** A variable that has its value already. */
export function variableOf(name: string, { variables }: Scope): Given {
  const value = variables.get(name);
  return { name, value: value === undefined ? unknown() : literal(value) };
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
