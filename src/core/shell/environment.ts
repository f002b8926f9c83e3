// The variables of a program's environment that decide what runs: PATH, the start-up files of shells, the configuration
// of git, and commands such as EDITOR.

import { carryText } from './carried.ts';
import type { Reading } from './reading.ts';
import { leadsElsewhere, type Scope } from './scope.ts';
import { literal, type ShellWord } from './word.ts';

/** A variable that a program gets. */
export interface Given {
  readonly name: string;
  readonly value: ShellWord | undefined;
}

/** For variables that stay set. */
export function noteVariable(reading: Reading, { name, value }: Given, scope: Scope): void {
  if (leadsElsewhere(name)) scope.elsewhere = true;
  if (/^GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+|PARAMETERS)$/.test(name)) scope.configured = true;
  if (value === undefined) return;
  if (name === 'PATH') scope.folders = foldersOf(value);
  else if (name === 'BASH_ENV' || name === 'ENV') reading.runs([literal('.'), value], scope);
  else if (value.value !== null) carryText(reading, value.value, scope);
}

/** For variables of the shell itself: programs get them only if the line exported them before. */
export function noteShellVariable(reading: Reading, { name, value }: Given, scope: Scope): void {
  noteVariable(reading, { name, value: /^(?:PATH|BASH_ENV|ENV)$/.test(name) ? value : undefined }, scope);
}

/** For variables of one command only: `PATH=bin:$PATH tool`. */
export function withVariables(reading: Reading, given: readonly Given[], scope: Scope, act: () => void): void {
  const { elsewhere, configured, folders } = scope;
  for (const one of given) noteVariable(reading, one, scope);
  act();
  Object.assign(scope, { elsewhere, configured, folders });
}

/** The folders that the line itself puts on the PATH; of `bin:$PATH` it is the first. */
function foldersOf({ value, head, tail }: ShellWord): string[] {
  const parts = value === null ? [...head.split(':').slice(0, -1), ...tail.split(':').slice(1)] : value.split(':');
  return parts.map((part) => part || '.').filter((part) => !/^\/(?:usr|bin|sbin|opt)(?:\/|$)/.test(part));
}

/** A program without a folder in its name may come from those. */
export function programsOf(program: ShellWord, { folders }: Scope): ShellWord[] {
  const { value } = program;
  if (value === null || value === '' || value.includes('/')) return [];
  return folders.slice(0, 4).map((folder) => literal(`${folder}/${value}`));
}
