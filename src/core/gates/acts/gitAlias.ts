// A call of git whose verb git itself does not know: an alias, or a program of its own.

import { gitOptions, gitVerbs } from '../../shell/gitWords.ts';
import { launched } from '../../shell/options.ts';
import type { Invocation } from '../../shell/programs.ts';
import { programName } from '../../shell/word.ts';

export interface AliasCall {
  readonly name: string;
  /** The words after it, as a line of shell. */
  readonly more: string;
}

export function gitAlias({ words: [program, ...args] }: Invocation): AliasCall | undefined {
  if (program === undefined || programName(program) !== 'git') return undefined;
  const [verb, ...rest] = launched(args, { valued: gitOptions }).words;
  // Only these characters may be in the name of an alias.
  if (verb?.value == null || gitVerbs.has(verb.value) || !/^[A-Za-z][A-Za-z0-9-]*$/.test(verb.value)) return undefined;
  const more = rest.map(({ value }) => (value === null ? ' "$UNKNOWN"' : ` '${value.replaceAll("'", "'\\''")}'`));
  return { name: verb.value, more: more.join('') };
}
