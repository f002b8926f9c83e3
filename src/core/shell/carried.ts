// A program may run its arguments: `mise exec -- bash -c "…"`, `nix-shell --run "…"`, `hyperfine "…"`, `EDITOR="…" git …`.

import { isInterpreter, readers } from './kinds.ts';
import { shells } from './launchers.ts';
import type { Reading } from './reading.ts';
import { copyOf, type Scope } from './scope.ts';
import { programName, type ShellWord } from './word.ts';

export function runCarried(
  reading: Reading,
  args: readonly ShellWord[],
  scope: Scope,
  next: (words: readonly ShellWord[]) => void,
): void {
  const shell = args.findIndex((word, at) => {
    const following = args[at + 1];
    const last = following === undefined || following.value?.startsWith('-') === true;
    return last && word.value !== null && shells.has(programName(word) ?? '');
  });
  if (shell !== -1) next(args.slice(shell));
  for (const text of lines(args)) reading.guess(text, copyOf(scope));
}

/** Many programs take a shell line with these options; for others they mean something else. */
const options = ['-c', '--command', '--run', '--call', '--cmd', '--exec'];

function lines(args: readonly ShellWord[]): string[] {
  const found = args.flatMap(({ value }, at) => {
    if (value === null) return [];
    if (options.includes(value)) return [args[at + 1]?.value ?? ''];
    const option = options.find((one) => one.startsWith('--') && value.startsWith(`${one}=`));
    return option === undefined ? [] : [value.slice(option.length + 1)];
  });
  return found.filter((text) => text.includes(' ')).slice(0, 8);
}

/** Every text among the words that is longer than a word. What people write for people stands behind known options. */
export function carryTexts(reading: Reading, name: string, args: readonly ShellWord[], scope: Scope): void {
  // Code, and the arguments of a script, are looked at elsewhere.
  const isCode = shells.has(name) || isInterpreter(name) || /\.\w+$/.test(name);
  const keeps = readers.has(name) || keepers.has(name) || (isCode && args[0]?.value !== 'exec');
  const texts = args.filter(({ value }, at) => {
    if (value === null || !/\s/.test(value) || value.length > longest) return false;
    const before = args[at - 1]?.value ?? '';
    if (name === 'git') return running.test(before) || running.test(value);
    return !keeps && !spoken.test(before) && !spoken.test(value);
  });
  for (const { value } of texts.slice(0, 16)) carryText(reading, value ?? '', scope);
}

/** sed runs what follows its command `e`, and with the flag `e` what it has replaced; editors run what follows `!`. */
export function carryCode(reading: Reading, name: string, words: readonly ShellWord[], scope: Scope): void {
  const texts = words.flatMap(({ value }) => (value === null || value.length > longest ? [] : [value]));
  for (const text of texts) {
    // `sed e` runs the lines that it reads.
    if (/^\d*e$/.test(text)) for (const other of texts) reading.carry(other, copyOf(scope));
    const found = /^g?sed$/.test(name) ? sedRuns(text) : /^\+?:?[\d,%.$]*(?:r\s*)?!(.*)/s.exec(text)?.[1];
    if (found !== undefined) reading.carry(found, copyOf(scope));
  }
}

function sedRuns(text: string): string | undefined {
  return (
    /(?:^|[;{}\n])[\s\d,$!~+]*(?:\/[^/]*\/)?\s*e\s*(.+)/.exec(text)?.[1] ??
    /s(\W).*?\1(.*?)\1[gpiIm\d]*e/.exec(text)?.[2]
  );
}

/** `--extcmd=gh pr create`, `exec=gh pr create`, `!gh pr create`: what stands before the command goes away. */
export function carryText(reading: Reading, text: string, scope: Scope): void {
  const command = text.replace(/^(?:-*[\w.-]+=)*/, '').replace(/^-O|^[+:!]+/, '');
  if (/\s/.test(command)) reading.carry(command, copyOf(scope));
}

const longest = 4096;

/** They write their words to a server or into a repository. */
const keepers: ReadonlySet<string> = new Set('gh glab hub tea az jira linear slack mail codex claude'.split(' '));

/** Options of git and others whose value is a command. */
const running =
  /^(?:-c|-x|-O|--exec|--extcmd|--open-files-in-pager|--upload-pack|--receive-pack|--[a-z-]+-(?:filter|cmd))(?:=|$)|^-O.*\s|^[\w-]+(?:\.[\w.-]+)+=/;

/** Options whose value is a text for people. */
const spoken =
  /^(?:-[mtbn]|--?(?:message|title|body|summary|subject|desc|description|notes?|comment|text|prompt|query|grep|name|label))(?:=|$)/;
