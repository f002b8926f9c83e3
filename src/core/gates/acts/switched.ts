// Where a line of shell leads a push without names before it runs it: `git checkout main && git merge x && git push`.

import { gitOptions } from '../../shell/gitWords.ts';
import { launched } from '../../shell/options.ts';
import type { Invocation } from '../../shell/programs.ts';
import { programName, type ShellWord } from '../../shell/word.ts';

/** Undefined for the branch that is checked out when the line begins, null when it may be any. */
export type Branch = string | null | undefined;

/** False when the program switches nothing. `before` are the branches so far, the last one is checked out. */
export function switchedTo({ words: [program, ...args] }: Invocation, before: readonly Branch[]): Branch | false {
  if (program === undefined || programName(program) !== 'git') return false;
  const [verb, ...rest] = launched(args, { valued: gitOptions }).words;
  switch (verb?.value) {
    case 'switch':
    case 'checkout':
      return checkedOut(rest, before);
    case 'branch':
      // `-m` gives the checked-out branch another name.
      return rest.some(({ value }) => /^(?:-[mM]|--move)$/.test(value ?? '')) ? (rest.at(-1)?.value ?? null) : false;
    case 'symbolic-ref':
      return rest.filter(({ value }) => value === null || !value.startsWith('-')).length > 1
        ? (rest.at(-1)?.value?.replace(/^refs\/heads\//, '') ?? null)
        : false;
    case 'remote':
      // A push to a mirror takes all branches along.
      return rest.some(({ value }) => /^--mirror(?:=push)?$/.test(value ?? '')) ? null : false;
    case 'config':
      return rest.some(({ value }) => leadsAway.test(value ?? '')) && rest.length > 1 && !reads(rest) ? null : false;
    default:
      return false;
  }
}

/** The settings that say where a push goes. */
const leadsAway = /^(?:push\.default|remote\..*\.(?:push|mirror))$/i;

function reads(rest: readonly ShellWord[]): boolean {
  const values = rest.map(({ value }) => value ?? '');
  return values.some((value) => /^(?:--get.*|--unset.*|--list|-l|get|list|unset|current|simple|nothing)$/.test(value));
}

function checkedOut(rest: readonly ShellWord[], before: readonly Branch[]): Branch | false {
  const values = rest.map(({ value }) => value);
  const operands = values.filter((value) => value === null || value === '-' || !value.startsWith('-'));
  const [target] = operands;
  const creates = values.some((value) => /^-[bBcC]|^--(?:create|force-create|orphan)$/.test(value ?? ''));
  // With more words, or after `--`, these are files.
  if (target === undefined || values.includes('--') || (operands.length > 1 && !creates)) return false;
  // Back to where the line was before, if the line knows.
  if (target === '-' || target === '@{-1}') return before.length > 1 ? before.at(-2) : null;
  return target;
}
