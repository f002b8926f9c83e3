// Which flags a command may have before the plan is approved. An allow-list, because every tool has rare flags that a
// deny-list would miss. Exact names, because many tools accept the beginning of a flag.

import type { GateWord } from './gateLexer.ts';

/** Names separated by spaces; short flags as letters without spaces. */
export interface Flags {
  /** `-a`, which can be bundled as `-ab`. */
  readonly short?: string;
  /** `-n 5` or `-n5`. */
  readonly shortValue?: string;
  /** `-M` or `-M90%`: the value only directly after the letter. */
  readonly shortOptional?: string;
  /** `--all` */
  readonly long?: string;
  /** `--lines=5` or `--lines 5` */
  readonly longValue?: string;
  /** `--color` or `--color=never` */
  readonly longOptional?: string;
  /** `-5` */
  readonly number?: boolean;
  /** Flags that take the next word even when it begins with a dash: `e regexp`. */
  readonly dashValue?: string;
  /** Flags that take a number, which may be negative: `n lines`. */
  readonly signedValue?: string;
  /** A glob may be a flag's value when it follows the flag directly, because any value is safe. */
  readonly globValues?: boolean;
  /** After `--` a word may begin with a dash. Only for tools where `--` can never be a flag's value. */
  readonly dashOperands?: boolean;
}

export interface UsedFlag {
  /** Without dashes. */
  readonly name: string;
  readonly value: string | undefined;
}

export type ReadFlags =
  | { readonly flags: readonly UsedFlag[]; readonly operands: readonly GateWord[] }
  | { readonly refused: string };

export function readFlags(tool: string, words: readonly GateWord[], allowed: Flags): ReadFlags {
  const flags: UsedFlag[] = [];
  const operands: GateWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    if (word.value === '--' && word.bare === 2) {
      const rest = words.slice(at + 1);
      const dash = allowed.dashOperands ? undefined : rest.find(({ value }) => value.startsWith('-'));
      if (dash !== undefined) return refuse(`"${dash.value}" after "--" begins with a dash: write ./ before it`);
      operands.push(...rest);
      break;
    }
    if (!word.value.startsWith('-') || word.value === '-') {
      operands.push(word);
      continue;
    }
    const read = readFlag(tool, word, words[at + 1], allowed);
    if ('refused' in read) return read;
    flags.push(...read.flags);
    if (read.tookNext) at++;
  }
  return { flags, operands };
}

type ReadFlag = { readonly flags: readonly UsedFlag[]; readonly tookNext: boolean } | { readonly refused: string };

function readFlag(tool: string, word: GateWord, next: GateWord | undefined, allowed: Flags): ReadFlag {
  // Empty quotes may stand only after `=`, as an empty value. Elsewhere they can only disguise a flag.
  if (word.quoted && word.bare === word.value.length && !word.value.endsWith('=')) return quotedName(word);
  const read = word.value.startsWith('--') ? readLong(tool, word, next, allowed) : readShort(tool, word, next, allowed);
  if (word.glob < 0 || 'refused' in read) return read;
  // Whatever the glob expands to, the flag stays in front of it: --include=*.ts
  const value = read.tookNext ? '' : (read.flags.at(-1)?.value ?? '');
  if (allowed.globValues && value !== '' && word.glob >= word.value.length - value.length) return read;
  return refuse(`a glob in the flag "${word.value}" could become another one: use single quotes`);
}

function readLong(tool: string, word: GateWord, next: GateWord | undefined, allowed: Flags): ReadFlag {
  const equals = word.value.indexOf('=');
  const end = equals < 0 ? word.value.length : equals;
  const name = word.value.slice(2, end);
  // The equals sign must be unquoted too, or quotes could hide where the name ends.
  if (word.bare < Math.min(end + 1, word.value.length)) return quotedName(word);
  const value = equals < 0 ? undefined : word.value.slice(equals + 1);
  if (value === undefined && has(allowed.long, name)) return flag(name);
  if (has(allowed.longOptional, name)) return flag(name, value);
  if (!has(allowed.longValue, name))
    return notAllowed(tool, `--${name}`, value !== undefined && has(allowed.long, name));
  return value === undefined ? takeNext({ tool, name, shown: `--${name}` }, next, allowed) : flag(name, value);
}

function readShort(tool: string, word: GateWord, next: GateWord | undefined, allowed: Flags): ReadFlag {
  const letters = word.value.slice(1);
  if (allowed.number && /^\d{1,9}$/.test(letters))
    return word.bare < word.value.length ? quotedName(word) : flag(letters);
  const flags: UsedFlag[] = [];
  for (const [index, letter] of [...letters].entries()) {
    if (word.bare < index + 2) return quotedName(word);
    const rest = letters.slice(index + 1);
    if (allowed.short?.includes(letter)) {
      flags.push({ name: letter, value: undefined });
    } else if (allowed.shortOptional?.includes(letter)) {
      flags.push({ name: letter, value: rest === '' ? undefined : rest });
      return { flags, tookNext: false };
    } else if (allowed.shortValue?.includes(letter)) {
      if (rest !== '') return { flags: [...flags, { name: letter, value: rest }], tookNext: false };
      const taken = takeNext({ tool, name: letter, shown: `-${letter}` }, next, allowed);
      return 'refused' in taken ? taken : { flags: [...flags, ...taken.flags], tookNext: true };
    } else return notAllowed(tool, `-${letter}`, false);
  }
  return { flags, tookNext: false };
}

interface Named {
  readonly tool: string;
  readonly name: string;
  /** With its dashes. */
  readonly shown: string;
}

function takeNext({ tool, name, shown }: Named, next: GateWord | undefined, allowed: Flags): ReadFlag {
  if (next === undefined) return refuse(`${tool} ${shown} needs a value`);
  const signed = has(allowed.signedValue, name) && /^-\d+[kKMGb]?$/.test(next.value);
  if (next.value.startsWith('-') && !signed && !has(allowed.dashValue, name)) {
    return refuse(`the value of ${tool} ${shown} begins with a dash`);
  }
  if (next.glob >= 0) return refuse(`a glob as the value of ${shown} could become several words: use single quotes`);
  return { flags: [{ name, value: next.value }], tookNext: true };
}

function has(names: string | undefined, name: string): boolean {
  return names !== undefined && name !== '' && ` ${names} `.includes(` ${name} `);
}

function flag(name: string, value?: string): ReadFlag {
  return { flags: [{ name, value }], tookNext: false };
}

function quotedName(word: GateWord): ReadFlag {
  return refuse(`"${word.value}" begins with a dash and is quoted: write flags without quotes, and text after "--"`);
}

function notAllowed(tool: string, shown: string, valued: boolean): ReadFlag {
  return refuse(valued ? `${tool} ${shown} takes no value` : `${tool} ${shown} is not one of the flags that only read`);
}

function refuse(refused: string): { readonly refused: string } {
  return { refused };
}
