// The acts that the worktree guard looks for: switching the human's branch, and in-place edits that no hook sees.

import { gitOptions } from '../shell/gitWords.ts';
import { launched } from '../shell/options.ts';
import type { Invocation } from '../shell/programs.ts';
import { programName, type ShellWord } from '../shell/word.ts';

export type GuardedAct =
  /** `target` is what git switches to; null when unknown. */
  | { readonly kind: 'switch'; readonly target: string | null; readonly directory: string | null }
  /** One word that can be a branch or a file; git itself checks which. */
  | { readonly kind: 'checkout'; readonly target: string; readonly directory: string | null }
  | { readonly kind: 'in-place'; readonly program: string };

export function guardedAct({ words }: Pick<Invocation, 'words'>): GuardedAct | undefined {
  const [program, ...args] = words;
  const name = program === undefined ? null : programName(program);
  if (name === 'git') return gitAct(args);
  if (name === 'gh') return ghAct(args);
  if (name === null) return undefined;
  if (/^g?sed$/.test(name) && args.some((word) => hasLetter(word, 'i', 'efl') || isLong(word, '--in-place'))) {
    return { kind: 'in-place', program: name };
  }
  if (/^[gmn]?awk$/.test(name) && awkInPlace(args)) return { kind: 'in-place', program: name };
  if (/^ruby[\d.]*$/.test(name) && args.some((word) => hasLetter(word, 'i', 'eIrEKTxCF'))) {
    return { kind: 'in-place', program: name };
  }
  if (/^perl[\d.]*$/.test(name) && perlInPlace(args)) return { kind: 'in-place', program: name };
  return undefined;
}

function gitAct(words: readonly ShellWord[]): GuardedAct | undefined {
  const { words: rest, options } = launched(words, { valued: gitOptions });
  const [verb, ...args] = rest;
  const directory = options.findLast(({ name }) => name === '-C')?.value?.value ?? null;
  if (verb?.value === 'switch') return switchAct(args, directory);
  return verb?.value === 'checkout' ? checkoutAct(args, directory) : undefined;
}

const harmless = new Set(['main', 'master', 'HEAD', '.']);

function switchAct(args: readonly ShellWord[], directory: string | null): GuardedAct | undefined {
  const target = args.find(({ value }) => value === null || value === '-' || !value.startsWith('-'))?.value ?? null;
  const creates = args.some(({ value }) => /^-[cC]|^--(?:create|force-create|orphan|detach)|^-d$/.test(value ?? ''));
  if (args.length === 0 || args.some(({ value }) => value === '--help' || value === '-h')) return undefined;
  return !creates && target !== null && harmless.has(target) ? undefined : { kind: 'switch', target, directory };
}

function checkoutAct(args: readonly ShellWord[], directory: string | null): GuardedAct | undefined {
  const values = args.map(({ value }) => value);
  if (values.some((value) => /^-[bB]|^--(?:orphan|detach|track)|^-[dt]$/.test(value ?? ''))) {
    return { kind: 'switch', target: values.findLast((value) => value?.startsWith('-') === false) ?? null, directory };
  }
  // Files: `-- FILE`, `COMMIT FILE`, `-p`, `--ours FILE`, `--pathspec-from-file`.
  const files = /^--$|^-p$|^--(?:patch|ours|theirs|pathspec-from-file|help)|^-h$/;
  if (values.some((value) => files.test(value ?? ''))) return undefined;
  const operands = args.filter(({ value }) => value === null || value === '-' || !value.startsWith('-'));
  const [only, ...more] = operands;
  if (only === undefined || more.length > 0) return undefined;
  if (only.value === null) return { kind: 'switch', target: null, directory };
  if (harmless.has(only.value)) return undefined;
  return only.value === '-'
    ? { kind: 'switch', target: '-', directory }
    : { kind: 'checkout', target: only.value, directory };
}

/** `gh pr checkout 5` also switches the branch. */
function ghAct(words: readonly ShellWord[]): GuardedAct | undefined {
  const { words: rest } = launched(words, { valued: ['-R', '--repo'] });
  const [pr, verb, target] = rest.map(({ value }) => value);
  const switches = (pr === 'pr' && verb === 'checkout') || pr === 'co';
  return switches ? { kind: 'switch', target: target ?? null, directory: null } : undefined;
}

/** Finds a letter among bundled short options. The letters in `ends` take the rest of the word as their value. */
function hasLetter({ value }: ShellWord, letter: string, ends: string): boolean {
  if (value === null || !/^-[^-]/.test(value)) return false;
  for (const one of value.slice(1)) {
    if (one === letter) return true;
    if (ends.includes(one)) return false;
  }
  return false;
}

function isLong({ value }: ShellWord, name: string): boolean {
  // GNU programs accept the beginning of an option.
  const [given = ''] = value?.split('=') ?? [];
  return given.length > '--'.length && name.startsWith(given);
}

/** Only options before the program count: after `-e CODE` come files and arguments. */
function perlInPlace(args: readonly ShellWord[]): boolean {
  return args.some((word) => hasLetter(word, 'i', 'eEIMmFxCD'));
}

/** gawk loads a library for it: `-i inplace`, `--include=inplace`, `-f inplace.awk`, `@include "inplace"`. */
function awkInPlace(args: readonly ShellWord[]): boolean {
  return args.some(({ value, tail }, at) => {
    const text = value ?? tail;
    if (/@include\s+"[^"]*inplace|inplace::/.test(text)) return true;
    if (/^(?:-i|--include=?|-l|--load=?)\S*inplace/.test(text)) return true;
    const before = args[at - 1]?.value ?? '';
    return /^(?:-[A-Za-z]*[ilf]|--include|--load|--file)$/.test(before) && /(?:^|\/)inplace(?:\.awk)?$/.test(text);
  });
}
