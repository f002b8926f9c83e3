// Turns every failure into one message on stderr and an exit code. Only an unexpected error, a bug of ours, shows a
// stack.

import { isPartyError, messageOf } from '../../core/base/errors.ts';
import { type Exit, exits } from '../../core/base/exits.ts';
import { plainJson } from '../../core/base/outsideText.ts';
import type { Remark } from '../../core/base/remark.ts';
import { write } from './output.ts';

/** The whole message, and the ways out with their commands. */
export type TellWays = (remark: Remark) => {
  readonly message: string;
  /** The message without the ways out. */
  readonly problem: string;
  readonly next: readonly object[];
};

/** Before the verb is loaded, no failure has a way out, and so the small entry does not load their table. */
const withoutWays: TellWays = ({ problem }) => ({ message: problem, problem, next: [] });

export interface FailureForm {
  readonly json: boolean;
  /** Stands in front of the message. */
  readonly name: string;
}

export function reportFailure(error: unknown, { json, name }: FailureForm, tell = withoutWays): Exit {
  const { code, known, remark, details } = describe(error);
  const { message, problem, next } = tell(remark);
  if (json) {
    const said = { ...details, code, message, problem, next };
    write('stderr', `${plainJson({ error: said })}\n`);
  } else if (known) write('stderr', `${spoken(message, code, name)}\n`);
  else write('stderr', `${name}: something went wrong inside Party: ${stackOf(error)}\n`);
  return isPartyError(error) ? error.exit : exits.error;
}

/** The code is for scripts that read stderr. A person who mistyped a command has no use for it. */
function spoken(message: string, code: string, name: string): string {
  const named = /^(?:party|tmux-team|tmux-\w+\.sh):? /.test(message) ? message : `${name}: ${message}`;
  return code === 'USAGE' ? named : `${named} (${code})`;
}

interface Description {
  readonly code: string;
  readonly known: boolean;
  readonly remark: Remark;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

function describe(error: unknown): Description {
  if (isPartyError(error)) return { code: error.code, known: true, remark: error, details: error.details };
  const problem = messageOf(error);
  // An error of the operating system (no space, no permission, not a directory) names the path, and the user can fix
  // it.
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    const told = `${problem}. Party keeps its files in PARTY_HOME and PARTY_STATE_ROOT`;
    return { code: 'FILE_SYSTEM', known: true, remark: { problem: told, next: [] } };
  }
  return { code: 'INTERNAL', known: false, remark: { problem, next: [] } };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
