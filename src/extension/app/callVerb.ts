// Runs the shipped `party` program, so that a click takes the same path as a command that an agent types. Each room has
// a table of its verbs, made by `verbs`. Messages and reasons go through stdin, because every user of the machine can read
// the arguments of a program. A name follows `--` or `=`, so that "-1" is not read as an option.

import { basename, join } from 'node:path';
import { agentVariables } from '../../core/base/actor.ts';
import { actNames } from '../../core/base/acts.ts';
import { type ErrorCode, errorCodes, PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import * as z from '../../core/base/schema.ts';
import { runLong } from '../../node/system/longRun.ts';

export interface PartyCommand {
  readonly env: NodeJS.ProcessEnv;
  readonly root: string;
}

/** What the program acts on. */
export interface CallTarget {
  /** A folder of the project. */
  readonly folder?: string;
  /** The party to act on; undefined for a verb that needs none. */
  readonly session?: string | undefined;
}

export interface CallOptions {
  readonly timeoutMs: number;
  /** Marks the call as a person's, even in a window that was opened from an agent's shell. */
  readonly by?: 'human';
  readonly input?: string;
  readonly detached?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** The shipped script to run, below `resources`; by default the command `party`. */
  readonly script?: string;
  /** For a verb that prints an answer even when it exits with code 1; `any`: or with the code of what it ran. */
  readonly mayBeRed?: boolean | 'any';
}

/** One verb: takes its arguments, and the options that differ from the room's own. */
export type PartyVerb<Args extends readonly unknown[], Answer> = (
  program: PartyCommand,
  target: CallTarget | string,
  ...args: Args
) => Promise<Answer>;

/** Makes the verbs of a room, which share their first arguments and their options. */
export function verbs(name: readonly string[], shared: CallOptions) {
  return <Answer, Args extends readonly unknown[] = []>(
    schema: z.ZodMiniType<Answer>,
    argv: (...args: Args) => readonly string[],
    more: (...args: Args) => Partial<CallOptions> = () => ({}),
  ): PartyVerb<Args, Answer> => {
    return async (program, target, ...args) => {
      const called = await callParty(program, targetOf(target), [...name, ...argv(...args)], {
        ...shared,
        ...more(...args),
      });
      return understood(schema, called);
    };
  };
}

/** For a verb without an answer: the caller only needs to know that it did not fail. */
export const Nothing = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
);

const KnownWay = z.object({
  act: z.enum(actNames),
  file: z.exactOptional(z.string()),
  key: z.exactOptional(z.string()),
  id: z.exactOptional(z.string()),
  pid: z.exactOptional(z.number()),
});
/** Another version of the program may know ways out that this one does not. */
export const ProgramWays = z.pipe(
  z.array(z.unknown()),
  z.transform((ways) => ways.flatMap((way) => KnownWay.safeParse(way).data ?? [])),
);

/** What the program remarks, with the ways out as data. */
export const ProgramRemark = z.looseObject({ problem: z.string(), next: ProgramWays });

/** An option with the user's text as its value; empty if the value is undefined. */
export function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`--${name}=${value}`];
}

/** An option whose text the program reads from stdin; empty if there is none. Goes with `asInput`. */
export function textOption(name: string, text: string | undefined): string[] {
  return option(name, text === undefined ? undefined : '-');
}

export function asInput(text: string | undefined): Pick<CallOptions, 'input'> {
  return text === undefined ? {} : { input: text };
}

export interface Called {
  readonly verb: string | undefined;
  readonly answer: unknown;
  /** False while a message waits for its agent. */
  readonly submitted: boolean;
}

const partyScript = 'bin/party';

/** Runs the program through `sh`, so that it works even without its executable bit. */
export async function callParty(
  program: PartyCommand,
  { folder, session }: CallTarget,
  args: readonly string[],
  { mayBeRed = false, by, signal, script = partyScript, ...options }: CallOptions,
): Promise<Called> {
  const { env, root } = by === 'human' ? asHuman(program) : program;
  const [verb] = args;
  const called = `${basename(script)} ${verb}`;
  const result = await runLong('sh', [join(root, 'resources', script), ...withJson(args)], {
    ...options,
    ...(signal === undefined ? {} : { signal }),
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { ...env, PARTY_NODE: process.execPath, ...(session === undefined ? {} : { PARTY_SESSION: session }) },
  });
  if (signal?.aborted) throw new PartyError('CANCELLED', `${called} was cancelled`);
  if (result.timedOut) throw new PartyError('TIMEOUT', `${called} took longer than ${options.timeoutMs / 1000} s`);
  const submitted = result.exitCode === exits.success;
  if (submitted || result.exitCode === exits.notSubmitted) return { verb, answer: json(result.stdout), submitted };
  const isRed = mayBeRed === 'any' || (mayBeRed && result.exitCode === exits.error);
  const red = isRed ? json(result.stdout) : undefined;
  if (red !== undefined) return { verb, answer: red, submitted };
  throw failure(result, `${called} failed with exit code ${result.exitCode ?? 'none'}`);
}

export function understood<T>(schema: z.ZodMiniType<T>, { verb, answer }: Called): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new PartyError('COMMAND_FAILED', `Party could not read the output of party ${verb}`, {
    cause: parsed.error,
  });
}

function targetOf(target: CallTarget | string): CallTarget {
  return typeof target === 'string' ? { folder: target } : target;
}

/**
 * Environment variables that mark an agent. A window opened from an agent's shell has them too, although a person
 * clicks.
 */
const agentMarks = /^(CLAUDECODE$|CODEX_(THREAD_ID|SANDBOX))/;

function asHuman({ env, root }: PartyCommand): PartyCommand {
  const isMark = (name: string) => agentMarks.test(name) || Object.hasOwn(agentVariables, name);
  return { env: Object.fromEntries(Object.entries(env).filter(([name]) => !isMark(name))), root };
}

/** After `--` it would not be read as an option. */
function withJson(args: readonly string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return [...args.slice(0, end), '--json', ...args.slice(end)];
}

const Failure = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    problem: z.optional(z.string()),
    next: z.optional(ProgramWays),
  }),
});

/** Either the last line of stderr or stdout holds the error as JSON. The rest of the output goes to the log. */
function failure({ stdout, stderr }: { stdout: string; stderr: string }, fallback: string): PartyError {
  for (const text of [stderr.trim().split('\n').at(-1) ?? '', stdout]) {
    const parsed = Failure.safeParse(json(text));
    if (!parsed.success) continue;
    const { code, message, problem = message, next = [] } = parsed.data.error;
    return new PartyError(isErrorCode(code) ? code : 'COMMAND_FAILED', problem, { next });
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
