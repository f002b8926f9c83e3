// Turns every failure into one message on stderr and an exit code. Only an unexpected error, a bug of ours, shows a
// stack.

import { isPartyError, messageOf } from '../../core/base/errors.ts';
import { type Exit, exits } from '../../core/base/exits.ts';

export function reportFailure(error: unknown, json: boolean): Exit {
  const { code, message, known } = describe(error);
  const details = isPartyError(error) ? error.details : undefined;
  if (json) process.stderr.write(`${JSON.stringify({ error: { ...details, code, message } })}\n`);
  else if (known) process.stderr.write(`party: ${message} (${code})\n`);
  else process.stderr.write(`party: something went wrong inside Party: ${stackOf(error)}\n`);
  return isPartyError(error) ? error.exit : exits.error;
}

function describe(error: unknown): { code: string; message: string; known: boolean } {
  const message = messageOf(error);
  if (isPartyError(error)) return { code: error.code, message, known: true };
  // An error of the operating system (no space, no permission, not a directory) names the path, and the user can fix
  // it.
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return {
      code: 'FILE_SYSTEM',
      message: `${message}. Party keeps its files in PARTY_HOME and PARTY_STATE_ROOT`,
      known: true,
    };
  }
  return { code: 'INTERNAL', message, known: false };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
