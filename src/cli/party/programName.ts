// The names that users and agents call the program by. Its texts name the commands that the caller has.

import { shellWord } from '../../core/base/shellWord.ts';
import { headings } from './headings.ts';

/** tmux-team is Party's old name. */
export type ProgramName = 'party' | 'tmux-team';

export function programName(called: string | undefined): ProgramName {
  return called === 'tmux-team' ? 'tmux-team' : 'party';
}

/** Agents call these verbs by the name of a script. */
const scripts: Readonly<Record<string, string>> = { 'tmux-codex': 'tmux-codex.sh', 'tmux-claude': 'tmux-claude.sh' };

export function scriptOf(verb: string): string | undefined {
  return Object.hasOwn(scripts, verb) ? scripts[verb] : undefined;
}

let typed: string | undefined;

/** A path by which the user called the program, when a shell does not find it by its name. Hints use it. */
export function typedAs(path: string | undefined): void {
  typed = path;
}

const names = [...Object.keys(headings), 'VERB', '--help'].join('|');
const commands = new RegExp(`(?<![\\w/-])party (${names})(?![\\w-])`, 'g');

/** The same text with every command under the name that the caller knows. Only for texts of Party, not of users. */
export function inName(name: ProgramName, text: string): string {
  return withProgram(typed === undefined ? name : shellWord(typed), text);
}

/** The same for a help text, which a path in front of each command would make hard to read. */
export function inShortName(name: ProgramName, text: string): string {
  return withProgram(name, text);
}

function withProgram(program: string, text: string): string {
  return text.replace(commands, (_, verb: string) => scriptOf(verb) ?? `${program} ${verb}`);
}
