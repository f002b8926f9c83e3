// Party also answers to its old name. Under that name its texts name commands that a user of tmux-team has.

import { headings } from './headings.ts';

export type ProgramName = 'party' | 'tmux-team';

export function programName(called: string | undefined): ProgramName {
  return called === 'tmux-team' ? 'tmux-team' : 'party';
}

const commands = new RegExp(
  `\\bparty(?= (?:${[...Object.keys(headings), 'VERB', '--help'].join('|')})(?![\\w-]))`,
  'g',
);

/** The same text with every command under this name. Only for texts of Party, not for what users wrote. */
export function inName(name: ProgramName, text: string): string {
  return name === 'party' ? text : text.replace(commands, name);
}
