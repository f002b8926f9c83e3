// A problem, and the ways out of it as data: a terminal prints each way out as a command, the editor shows a button.

import { type Act, wordsOf } from './acts.ts';
import { isPartyError, messageOf } from './errors.ts';
import { oneLine } from './outsideText.ts';
import type { Role } from './role.ts';
import { shellWord } from './shellWord.ts';

/** An act, with the values for its command. A value that is left out is for the reader to fill in. */
export interface WayOut {
  readonly act: Act;
  /** The file of the findings. */
  readonly file?: string;
  /** The key of the finding. */
  readonly key?: string;
  /** The id of the party or of the message. */
  readonly id?: string;
  readonly pid?: number;
  /** The role of the agent that the act is about. */
  readonly role?: Role;
  /** In this state the program refuses agents, although it does not always. */
  readonly by?: 'human';
}

export interface Remark {
  /** One sentence without a full stop. It names no command. */
  readonly problem: string;
  /** The kind of evidence that is missing, for agents: the gates call it by this name. */
  readonly missing?: string;
  /** The best way out comes first. */
  readonly next: readonly WayOut[];
}

/** `author`: Claude, whose tool is tmux-codex.sh. `anyone`: the text is stored, or another agent reads it. */
export type Reader = 'human' | 'author' | 'anyone';

/** The problem and the ways out, as one text for a terminal. */
export function remarkText({ problem, missing, next }: Remark, reader: Reader = 'anyone'): string {
  const named = missing !== undefined && reader !== 'human' ? `${problem} (${missing} is missing)` : problem;
  return [named, ...next.map((way) => wayText(way, reader))].join('. ');
}

/** The reason in words, whatever was thrown, with the ways out. */
export function errorText(error: unknown, reader: Reader = 'anyone'): string {
  return isPartyError(error) ? remarkText(error, reader) : messageOf(error);
}

export function wayText(way: WayOut, reader: Reader = 'anyone'): string {
  const { to, isForHuman = way.by === 'human' } = wordsOf(way.act);
  const command = commandLine(way, reader);
  return isForHuman && reader !== 'human' ? `The human can ${to}: ${command}` : `To ${to}: ${command}`;
}

export function commandLine({ act, ...values }: WayOut, reader: Reader = 'anyone'): string {
  const { command, script = command } = wordsOf(act);
  const known: Readonly<Record<string, string | number | undefined>> = values;
  return (reader === 'author' ? script : command).replace(/\b(?:FILE|KEY|ID|PID|ROLE)\b/g, (word) => {
    const value = known[word.toLowerCase()];
    return value === undefined ? word : shellWord(oneLine(String(value), 1000));
  });
}
