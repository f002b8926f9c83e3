// The variables of a program's environment that decide what runs: PATH, the start-up files of shells, the configuration
// of git, and commands such as EDITOR and LESSOPEN, whose values are lines that the program runs.

import type { Command } from 'unbash';
import { assignVariable, variableOf } from './assign.ts';
import { carryText } from './carried.ts';
import { namesCommand } from './kinds.ts';
import type { Reading } from './reading.ts';
import { copyOf, type Given, leadsElsewhere, type Scope } from './scope.ts';
import { literal, type ShellWord } from './word.ts';

/** For variables that stay set, and that programs get. */
export function noteVariable(reading: Reading, given: Given, scope: Scope): void {
  const { name, value } = given;
  if (value !== undefined) scope.given = [...scope.given, given];
  if (leadsElsewhere(name)) scope.elsewhere = true;
  if (/^GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+|PARAMETERS)$/.test(name)) scope.configured = true;
  if (value === undefined) return;
  if (name === 'PATH') scope.folders = foldersOf(value);
  else if (name === 'BASH_ENV' || name === 'ENV') reading.runs([literal('.'), value], scope);
  else if (value.value === null) return;
  else if (namesCommand(name)) helpBy(reading, value.value, scope);
  else carryText(reading, value.value, scope);
}

/** LESSOPEN begins with a pipe, and the commands in git's settings with an exclamation mark. */
export function helpBy(reading: Reading, command: string, scope: Scope): void {
  reading.help(command.replace(/^[|@!+\s-]+/, ''), copyOf(scope));
}

/** For variables of the shell itself: programs get them if they had them before, as the client's GIT_EDITOR. */
export function noteShellVariable(reading: Reading, { name, value }: Given, scope: Scope): void {
  const goesOn = scope.exporting || /^(?:PATH|BASH_ENV|ENV)$/.test(name) || namesCommand(name);
  noteVariable(reading, { name, value: goesOn ? value : undefined }, scope);
}

/** `export A=b` and `A=b; export A` give the variable to programs; `declare A=b` does with `-x`. */
export function noteDeclared(reading: Reading, { name, args }: Command, scope: Scope): void {
  const exports = name?.value === 'export' || args.some((part) => part.type === 'Word' && /^-[a-z]*x/.test(part.value));
  const note = exports ? noteVariable : noteShellVariable;
  const refers = args.some((part) => part.type === 'Word' && /^-[a-z]*n/.test(part.value));
  for (const part of args) {
    // `declare -n A=B`: A is another name of B.
    if (part.type === 'Assignment' && refers) scope.variables.delete(part.name);
    else if (part.type === 'Assignment') note(reading, assignVariable(part, scope), scope);
    else if (exports && /^[A-Za-z_]\w*$/.test(part.value)) note(reading, variableOf(part.value, scope), scope);
  }
}

/** For variables of one command only: `PATH=bin:$PATH tool`. */
export function withVariables(reading: Reading, given: readonly Given[], scope: Scope, act: () => void): void {
  const { elsewhere, configured, folders, given: before } = scope;
  for (const one of given) noteVariable(reading, one, scope);
  act();
  Object.assign(scope, { elsewhere, configured, folders, given: before });
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
