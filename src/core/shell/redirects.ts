// What redirections do: the input that a shell would run, and the files that they write.

import type { Redirection } from 'unbash';
import { takenOut } from './hereDocs.ts';
import { type Input, noInput } from './reading.ts';
import { readWord } from './readWord.ts';
import type { Scope } from './scope.ts';
import type { ShellWord } from './word.ts';

/** The last one counts; without any, the command keeps its input. */
export function inputOf(redirects: readonly Redirection[], scope: Scope, input: Input): Input {
  return redirects.map((redirect) => readRedirect(redirect, scope)).findLast((found) => found !== undefined) ?? input;
}

/** The written files, without targets that discard or display output. */
export function writesOf(redirects: readonly Redirection[], scope: Scope): ShellWord[] {
  return redirects.flatMap((redirect) => {
    if (redirect.type !== 'Redirect' || redirect.target === undefined || /^<&?$/.test(redirect.operator)) return [];
    if (redirect.target.parts?.some(({ type }) => type === 'ProcessSubstitution') === true) return [];
    const words = readWord(redirect.target, scope);
    return words.filter(({ value }) => value === null || !isNoFile(value, redirect.operator));
  });
}

function isNoFile(target: string, operator: string): boolean {
  // `2>&1` and `>&-`
  if (operator === '>&' && /^(?:\d+-?|-)$/.test(target)) return true;
  return /^\/dev\/(?:null|std(?:out|err)|tty|fd\/\d+)$/.test(target);
}

function readRedirect(redirect: Redirection, scope: Scope): Input | undefined {
  switch (redirect.type) {
    case 'HereDoc': {
      const { text } = redirect.body;
      return text.trim() === takenOut ? { ...noInput, hidden: true } : { ...noInput, texts: [text] };
    }
    case 'HereString': {
      const words = redirect.target === undefined ? [] : readWord(redirect.target, scope);
      const hidden = words.some(({ value }) => value === null);
      return { ...noInput, texts: hidden ? [] : [words.map(({ value }) => value).join(' ')], hidden };
    }
    case 'Redirect': {
      if (redirect.operator !== '<') return undefined;
      const process = redirect.target?.parts?.some(({ type }) => type === 'ProcessSubstitution') === true;
      const files = process || redirect.target === undefined ? [] : readWord(redirect.target, scope);
      return { texts: [], hidden: process, files };
    }
    default: {
      const unreachable: never = redirect;
      return unreachable;
    }
  }
}
