// The verbs of the shipped program about evidence: the same that agents call.

import * as z from '../../../core/base/schema.ts';
import type { Purpose } from '../../../core/review/commands/declared.ts';
import { Nothing, option, verbs } from '../../app/callVerb.ts';

const Ran = z.looseObject({ state: z.string(), why: z.nullable(z.string()), exit: z.nullable(z.number()) });

/** Tests may take this long. */
const longestMs = 2 * 60 * 60_000;

const verb = verbs(['evidence'], { timeoutMs: 60_000, by: 'human' });

export interface RunWish {
  readonly what: Purpose;
  /** Empty for the project's usual command. */
  readonly command: readonly string[];
  readonly signal: AbortSignal;
}

/** What the question to the user showed. The program refuses anything else. */
export type ShownCommand = Readonly<Record<'what' | 'hash' | 'commandHash', string>>;

export const evidenceProgram = {
  /** It exits with the code of what it ran. Tests that fail are an answer. */
  run: verb(
    Ran,
    ({ what, command }: RunWish) => ['run', what, ...(command.length === 0 ? [] : ['--', ...command])],
    ({ signal }) => ({ timeoutMs: longestMs, mayBeRed: 'any', signal }),
  ),
  accept: verb(Nothing, ({ what, hash, commandHash }: ShownCommand) => [
    ...['accept', what],
    ...[...option('hash', hash), ...option('command-hash', commandHash)],
  ]),
  verify: verb(Nothing, () => ['verify']),
};
