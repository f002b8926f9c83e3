// The name of a worktree. It becomes a branch, a folder and the title of a party, so it must be valid for all three.

import { PartyError } from '../base/errors.ts';
import { english, type Translate } from '../base/translate.ts';

const longest = 80;

/** The problem with the name; undefined when it is valid. */
export function worktreeNameProblem(name: string, t: Translate = english): string | undefined {
  if (name === '') return t('Enter a name');
  if (name.length > longest) return t('Use at most {0} characters', String(longest));
  if (!/^[A-Za-z0-9._-]+$/.test(name)) return t('Use only letters, digits, dots, dashes and underscores');
  if (!/^[A-Za-z0-9]/.test(name)) return t('Start with a letter or a digit');
  // Names that git refuses for branches, and names that mean something else to git.
  if (name.includes('..') || /(?:\.|\.lock|\.git)$/i.test(name)) return t('git does not accept this as a branch name');
  if (/^(?:[A-Z_]*HEAD|refs|stash)$/i.test(name) || /^[0-9a-f]{40}$/i.test(name))
    return t('git uses this name for something else');
  return undefined;
}

export function checkWorktreeName(name: string): void {
  const problem = worktreeNameProblem(name);
  if (problem === undefined) return;
  throw new PartyError(
    'USAGE',
    `${JSON.stringify(name)} cannot be the name of a worktree. ${problem}. Try: party worktree login`,
  );
}
