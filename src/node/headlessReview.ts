// A review without a pane: `codex exec` reads the request, may look at everything and write nothing, and leaves its last
// message in the findings file. What that message is worth is decided by the same intake as any other.

import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Probe } from '../core/agents/agent.ts';
import type { Config } from '../core/config.ts';
import { PartyError } from '../core/errors.ts';
import { oneLine } from '../core/outsideText.ts';
import { doingOf, failureIn, wayOut } from '../core/review/execEvents.ts';
import { findingsSchema } from '../core/review/findingsSchema.ts';
import { probeAgent } from './agents.ts';
import { type RunResult, run } from './exec.ts';
import { writeAtomic } from './store.ts';

const install = 'npm install -g @openai/codex';

/** Before anything is asked for. Throws AGENT_MISSING. */
export async function findReviewer(
  { env, home }: { env: NodeJS.ProcessEnv; home: string },
  config: Config,
): Promise<Probe> {
  const { command = ['codex'], adapter } = config.agents['codex'] ?? {};
  const program = command[0] ?? '';
  if (adapter === undefined ? basename(program) !== 'codex' : adapter !== 'codex') {
    throw new PartyError(
      'AGENT_MISSING',
      `A review without tmux needs Codex itself, and agents.codex.command names ${program}. Remove it from the configuration, or install tmux`,
    );
  }
  const probe = await probeAgent({ run, env, home }, command, 'codex');
  if (probe !== undefined) return probe;
  throw new PartyError('AGENT_MISSING', `Codex (${program}) is not installed. Install it with: ${install}`);
}

export interface HeadlessReview {
  readonly env: NodeJS.ProcessEnv;
  readonly reviewer: Probe;
  /** The top level of the project. */
  readonly top: string;
  readonly request: string;
  /** Where the findings go. */
  readonly file: string;
  readonly timeoutMs: number;
  /** Ends Codex, too. */
  readonly signal: AbortSignal;
  readonly onDoing: (doing: string) => void;
}

/** Returns when the file is written; every other end is an error with its name. */
export async function runHeadlessReview(review: HeadlessReview): Promise<void> {
  const { env, reviewer, top, request, file, timeoutMs, signal, onDoing } = review;
  const schema = `${file}.schema`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // After a failure Codex leaves an old answer as it was.
  await rm(file, { force: true });
  await writeAtomic(schema, JSON.stringify(findingsSchema));
  try {
    const result = await run(reviewer.path, [...reviewer.args, ...execArguments(top, schema, file)], {
      ...{ env, cwd: top, timeoutMs, signal },
      // By stdin: an argument has an end at 128 KB, and an open stdin beside an argument would make it wait for ever.
      input: request,
      onLine: (line) => {
        const doing = doingOf(line);
        if (doing !== undefined) onDoing(doing);
      },
    });
    checkEnd(result, review);
    await mustHaveWritten(file);
  } finally {
    await rm(schema, { force: true });
  }
}

function execArguments(top: string, schema: string, file: string): string[] {
  return [
    ...['exec', '--json', '--output-schema', schema, '-o', file, '--sandbox', 'read-only', '-C', top],
    // Names that look like keys, secrets and tokens do not reach the commands of the model.
    ...['-c', 'shell_environment_policy.ignore_default_excludes=false'],
    // Otherwise a refused connection is tried again for ever (Codex 0.166.0); older ones do not know it, and only warn.
    ...['-c', 'features.unbounded_connection_retries=false'],
    '-',
  ];
}

function checkEnd(result: RunResult, { signal, timeoutMs, reviewer }: HeadlessReview): void {
  if (signal.aborted) throw new PartyError('CANCELLED', 'The review was stopped; nothing was recorded');
  if (result.timedOut) {
    throw new PartyError(
      'TIMEOUT',
      `Codex has not finished its review within ${Math.round(timeoutMs / 1000)} s; nothing was recorded. Give it longer: party review request --headless --timeout TIME`,
    );
  }
  if (result.missing)
    throw new PartyError('AGENT_MISSING', `${reviewer.path} cannot be executed. Install Codex: ${install}`);
  if (result.exitCode === 0) return;
  const reason = failureIn(result.stdout) ?? lastLine(result.stderr);
  const said =
    reason === '' ? `it ended with exit code ${result.exitCode ?? 'none'} and said nothing` : oneLine(reason, 400);
  throw new PartyError('COMMAND_FAILED', `Codex gave no review: ${said}. ${wayOut(reason)}`);
}

async function mustHaveWritten(file: string): Promise<void> {
  const written = await stat(file).catch(() => undefined);
  if (written?.isFile() === true) return;
  throw new PartyError('COMMAND_FAILED', 'Codex ended without an answer. Ask again: tmux-codex.sh --review');
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
