// Finds an agent's program and asks it for its version and options. The answer is kept until the program changes.

import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { AdapterName, Probe } from '../../core/agents/agent.ts';
import { flagsOf } from '../../core/agents/flags.ts';
import { PartyError } from '../../core/base/errors.ts';
import * as z from '../../core/base/schema.ts';
import { findVersion } from '../../core/base/version.ts';
import type { Machine } from '../project/machine.ts';
import { findProgram } from '../system/installHint.ts';
import { readText, writeAtomic } from '../system/store.ts';

/** The part of `run` in exec.ts that probing needs. */
export type RunProgram = (
  file: string,
  args: readonly string[],
  options: { timeoutMs: number; env?: NodeJS.ProcessEnv },
) => Promise<{ exitCode: number | undefined; stdout: string; stderr: string; timedOut: boolean }>;

export interface ProbeOptions extends Pick<Machine, 'env'> {
  readonly run: RunProgram;
  /** `$PARTY_HOME`, where answers are kept. Undefined to ask again and keep nothing. */
  readonly home: string | undefined;
  /** How long a program may take to answer. */
  readonly answerMs?: number;
}

// Ends only a program that never answers. The slower of the two agents reads 350 MB at its first start. This takes 0.5
// s on an idle machine, and more than 15 s on a busy one right after the installation.
const longestAnswerMs = 60_000;

/**
 * Undefined when the program is not installed. Throws TIMEOUT when it does not answer. `command` is
 * `agents.<role>.command`, or just the adapter's name.
 */
export async function probeAgent(
  options: ProbeOptions,
  command: readonly string[],
  adapter: AdapterName,
): Promise<Probe | undefined> {
  const [program = '', ...args] = command;
  const path = findExecutable(program, options.env);
  if (path === undefined) return undefined;
  // Another program may do anything when it gets `--version` or `--help`, so Party does not ask.
  if (adapter === 'generic') return { path, args, version: undefined, flags: [] };
  const { home } = options;
  const key = home === undefined ? undefined : await probeKey(path, args);
  const kept = home === undefined || key === undefined ? undefined : (await readProbes(home))[key];
  if (kept !== undefined) return { path, args, version: kept.version, flags: kept.flags };

  const ask = (flag: string) => answerOf(options, path, [...args, flag]);
  const [version, help] = await Promise.all([ask('--version'), ask('--help')]);
  const probe = {
    version: version.exitCode === 0 ? findVersion(version.stdout) : undefined,
    flags: help.exitCode === 0 ? flagsOf(help.stdout) : [],
  };
  // Keep only complete answers: the next start asks again for the rest.
  const isWhole = probe.version !== undefined && probe.flags.length > 0;
  if (home !== undefined && key !== undefined && isWhole) await keep(home, key, probe);
  return { path, args, ...probe };
}

/** A program that does not answer must not count as an old version, so this throws. */
async function answerOf({ run, env, answerMs = longestAnswerMs }: ProbeOptions, path: string, args: readonly string[]) {
  const answer = await run(path, args, { timeoutMs: answerMs, env });
  if (!answer.timedOut) return answer;
  const line = [path, ...args].join(' ');
  throw new PartyError(
    'TIMEOUT',
    `${line} has not answered within ${answerMs / 1000} s. Try again when the machine is less busy, or run it in a terminal to see what it waits for`,
  );
}

/** Searches as a shell does: a name is looked up on PATH, and anything with a slash is a path. */
export function findExecutable(program: string, env: NodeJS.ProcessEnv): string | undefined {
  if (program === '') return undefined;
  if (!program.includes('/')) return findProgram(program, env['PATH'] ?? '');
  return findProgram(basename(program), dirname(resolve(program)));
}

/** Undefined when the file of the program does not identify the agent: `env X=1 claude`, `npx codex`. */
async function probeKey(path: string, args: readonly string[]): Promise<string | undefined> {
  if (args.some((argument, index) => !argument.startsWith('-') && !args[index - 1]?.startsWith('-'))) return undefined;
  const real = await realpath(path);
  const { size, mtimeMs } = await stat(real);
  return JSON.stringify([real, size, mtimeMs, ...args]);
}

const Probes = z.record(
  z.string(),
  z.looseObject({ version: z.string(), flags: z.array(z.string()), at: z.optional(z.number()) }),
);
type Probes = z.infer<typeof Probes>;

const probesFile = (home: string) => join(home, 'probes.json');

/** This is a cache: if it cannot be read, Party asks the agents again. */
async function readProbes(home: string): Promise<Probes> {
  try {
    return Probes.parse(JSON.parse((await readText(probesFile(home))) ?? '{}'));
  } catch {
    return {};
  }
}

const keptProbes = 20;

/** Two starts at the same time may overwrite each other's answer; then the next start asks once more. */
async function keep(home: string, key: string, probe: { version: string | undefined; flags: string[] }): Promise<void> {
  const others = Object.entries(await readProbes(home)).filter(([other]) => other !== key);
  others.sort(([, left], [, right]) => (right.at ?? 0) - (left.at ?? 0));
  const newest = [[key, { ...probe, at: Date.now() }], ...others].slice(0, keptProbes);
  await writeAtomic(probesFile(home), `${JSON.stringify(Object.fromEntries(newest), undefined, 2)}\n`);
}
