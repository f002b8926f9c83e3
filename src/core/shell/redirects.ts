// What comes in through redirections: a shell would run it.

import type { Redirection } from 'unbash';
import type { Input } from './reading.ts';
import { readWord } from './readWord.ts';
import type { Scope } from './scope.ts';

/** The last one counts; without any it is what comes in anyway. */
export function inputOf(redirects: readonly Redirection[], scope: Scope, input: Input): Input {
  return redirects.map((redirect) => readRedirect(redirect, scope)).findLast((found) => found !== undefined) ?? input;
}

function readRedirect(redirect: Redirection, scope: Scope): Input | undefined {
  switch (redirect.type) {
    case 'HereDoc':
      return { texts: [redirect.body.text], hidden: false };
    case 'HereString': {
      const words = redirect.target === undefined ? [] : readWord(redirect.target, scope);
      const hidden = words.some(({ value }) => value === null);
      return { texts: hidden ? [] : [words.map(({ value }) => value).join(' ')], hidden };
    }
    case 'Redirect': {
      if (redirect.operator !== '<') return undefined;
      const process = redirect.target?.parts?.some(({ type }) => type === 'ProcessSubstitution') === true;
      return { texts: [], hidden: process };
    }
    default: {
      const unreachable: never = redirect;
      return unreachable;
    }
  }
}
