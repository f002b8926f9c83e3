// Runs the shipped `party` program: what a person clicks takes the same path as what an agent types.

import { join } from 'node:path';
import * as z from 'zod/mini';
import { type ErrorCode, errorCodes, PartyError } from '../core/errors.ts';
import { run } from '../node/exec.ts';

export interface Program {
  readonly env: NodeJS.ProcessEnv;
  readonly root: string;
}

const Started = z.looseObject({
  session: z.looseObject({ id: z.string(), name: z.string(), cwd: z.string() }),
  created: z.boolean(),
  warnings: z.array(z.string()),
});
export type Started = z.infer<typeof Started>;

export interface StartOptions {
  readonly folder: string;
  readonly demo: boolean;
  readonly permissionMode: string | undefined;
}

export async function startParty(program: Program, { folder, demo, permissionMode }: StartOptions): Promise<Started> {
  const flags = [
    ...(demo ? ['--agents', 'demo'] : []),
    ...(permissionMode === undefined ? [] : ['--permission-mode', permissionMode]),
  ];
  const answer = Started.safeParse(await runParty(program, ['start', '--detach', '--cwd', folder, ...flags], 90_000));
  if (answer.success) return answer.data;
  throw new PartyError('COMMAND_FAILED', 'Party did not understand the answer of party start', { cause: answer.error });
}

export async function stopParty(program: Program, id: string): Promise<void> {
  await runParty(program, ['stop', id], 20_000);
}

/** `sh` runs it, so that an executable bit which got lost on the way does not matter. */
async function runParty({ env, root }: Program, args: readonly string[], timeoutMs: number): Promise<unknown> {
  const script = join(root, 'resources', 'bin', 'party');
  const result = await run('sh', [script, ...args, '--json'], {
    timeoutMs,
    env: { ...env, PARTY_NODE: process.execPath },
  });
  if (result.timedOut) throw new PartyError('TIMEOUT', `party ${args[0]} took longer than ${timeoutMs / 1000} s`);
  if (result.exitCode !== 0)
    throw failure(result.stderr, `party ${args[0]} failed with exit code ${result.exitCode ?? 'none'}`);
  try {
    return JSON.parse(result.stdout);
  } catch {
    return undefined;
  }
}

const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** The last line is the error as JSON; whatever else was printed belongs into the log. */
function failure(stderr: string, fallback: string): PartyError {
  const lines = stderr.trim().split('\n');
  try {
    const { error } = Failure.parse(JSON.parse(lines.at(-1) ?? ''));
    return new PartyError(isErrorCode(error.code) ? error.code : 'COMMAND_FAILED', error.message);
  } catch {
    return new PartyError('COMMAND_FAILED', fallback, { cause: new Error(stderr) });
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}
