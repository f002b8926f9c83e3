// Runs the shipped `party` program: what a person clicks takes the same path as what an agent types.

import { join } from 'node:path';
import * as z from 'zod/mini';
import { type ErrorCode, errorCodes, PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import type { AgentRole } from '../../core/base/role.ts';
import { run } from '../../node/system/exec.ts';

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
  const args = ['start', '--detach', '--cwd', folder, ...flags];
  return understood(Started, await callParty(program, args, { timeoutMs: 90_000 }));
}

/** The last one of the folder when none is named. */
export async function restoreParty(program: Program, folder: string, id?: string): Promise<Started> {
  const args = ['restore', '--detach', ...(id === undefined ? [] : [id])];
  return understood(Started, await callParty(program, args, { timeoutMs: 90_000, cwd: folder }));
}

const Stopped = z.looseObject({
  background: z.optional(z.looseObject({ pid: z.number(), ended: z.boolean() })),
});

/** Answers with the process of a Claude that had left its pane and still runs, if there is one. */
export async function stopParty(program: Program, id: string): Promise<number | undefined> {
  const { background } = understood(Stopped, await callParty(program, ['stop', id], { timeoutMs: 20_000 }));
  return background?.ended === false ? background.pid : undefined;
}

const Talked = z.looseObject({ requestId: z.nullable(z.string()) });

export interface Sent {
  /** Of the message, if it has one. */
  readonly id: string | null;
  /** False while it waits for the agent. */
  readonly submitted: boolean;
}

export interface Letter {
  readonly session: string;
  readonly folder: string;
  readonly to: AgentRole;
  readonly text: string;
}

/** The text goes by stdin: neither its size nor what it holds matters there. */
export async function talk(program: Program, { session, folder, to, text }: Letter): Promise<Sent> {
  const options = { timeoutMs: 60_000, session, cwd: folder, input: text };
  const called = await callParty(program, ['talk', to, '-'], options);
  return { id: understood(Talked, called).requestId, submitted: called.submitted };
}

const Helped = z.looseObject({ id: z.string(), state: z.string(), reason: z.nullable(z.string()) });
/** What became of the message; `reason` says why it is not submitted. */
export type Helped = z.infer<typeof Helped> & Pick<Sent, 'submitted'>;

export async function helpMessage(
  program: Program,
  action: 'retry' | 'resend' | 'cancel',
  { session, id }: { readonly session: string; readonly id: string },
): Promise<Helped> {
  const called = await callParty(program, ['message', action, id], { timeoutMs: 60_000, session });
  return { ...understood(Helped, called), submitted: called.submitted };
}

/** Ends when nothing waits, which may take hours; it goes on when the window closes. */
export async function relay(program: Program, session: string): Promise<void> {
  await callParty(program, ['relay'], { timeoutMs: forEver, session, detached: true });
}

const forEver = 0;

interface CallOptions {
  readonly timeoutMs: number;
  /** The party that is meant. */
  readonly session?: string;
  readonly cwd?: string;
  readonly input?: string;
  readonly detached?: boolean;
  readonly signal?: AbortSignal;
  /** For a verb that answers also when it ends with exit code 1. */
  readonly mayBeRed?: boolean;
}

interface Called {
  readonly verb: string | undefined;
  readonly answer: unknown;
  readonly submitted: boolean;
}

/** `sh` runs it, so that an executable bit which got lost on the way does not matter. */
export async function callParty(
  { env, root }: Program,
  args: readonly string[],
  options: CallOptions,
): Promise<Called> {
  const { session, mayBeRed = false, ...others } = options;
  const [verb] = args;
  const script = join(root, 'resources', 'bin', 'party');
  const result = await run('sh', [script, ...withJson(args)], {
    ...others,
    env: { ...env, PARTY_NODE: process.execPath, ...(session === undefined ? {} : { PARTY_SESSION: session }) },
  });
  if (options.signal?.aborted) throw new PartyError('CANCELLED', `party ${verb} was cancelled`);
  if (result.timedOut) throw new PartyError('TIMEOUT', `party ${verb} took longer than ${options.timeoutMs / 1000} s`);
  const submitted = result.exitCode === exits.success;
  if (submitted || result.exitCode === exits.notSubmitted) return { verb, answer: json(result.stdout), submitted };
  const red = mayBeRed && result.exitCode === exits.error ? json(result.stdout) : undefined;
  if (red !== undefined) return { verb, answer: red, submitted };
  throw failure(result, `party ${verb} failed with exit code ${result.exitCode ?? 'none'}`);
}

/** Behind `--` it would be no option. */
function withJson(args: readonly string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return [...args.slice(0, end), '--json', ...args.slice(end)];
}

export function understood<T>(schema: z.ZodMiniType<T>, { verb, answer }: Called): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new PartyError('COMMAND_FAILED', `Party did not understand the answer of party ${verb}`, {
    cause: parsed.error,
  });
}

const Failure = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) });

/** The last line on stderr is the error as JSON, or the answer holds it; all else that was printed is for the log. */
function failure({ stdout, stderr }: { stdout: string; stderr: string }, fallback: string): PartyError {
  for (const text of [stderr.trim().split('\n').at(-1) ?? '', stdout]) {
    const parsed = Failure.safeParse(json(text));
    if (!parsed.success) continue;
    const { code, message } = parsed.data.error;
    return new PartyError(isErrorCode(code) ? code : 'COMMAND_FAILED', message);
  }
  return new PartyError('COMMAND_FAILED', fallback, { cause: new Error(stderr) });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}
