// A review without a pane: `codex exec` reads the request, may look at everything and write nothing, and leaves its last
// message in the findings file. What that message is worth is decided by the same intake as any other.

import { basename } from 'node:path';
import type { Probe } from '../../core/agents/agent.ts';
import { PartyError } from '../../core/base/errors.ts';
import { findingsSchema } from '../../core/codex/findingsSchema.ts';
import type { Config } from '../../core/config/config.ts';
import { probeAgent } from '../agents/agents.ts';
import type { ProjectLog } from '../project/projectLog.ts';
import { run } from '../system/exec.ts';
import { askCodexExec, installCodex } from './codexExec.ts';

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
      `A review without a pane needs Codex itself, and agents.codex.command names ${program}. Remove it from the configuration, or ask in its pane`,
    );
  }
  const probe = await probeAgent({ run, env, home }, command, 'codex');
  if (probe !== undefined) return probe;
  throw new PartyError('AGENT_MISSING', `Codex (${program}) is not installed. Install it with: ${installCodex}`);
}

export interface HeadlessReview {
  readonly env: NodeJS.ProcessEnv;
  readonly reviewer: Probe;
  /** The top level of the project. */
  readonly top: string;
  readonly request: string;
  /** Where the findings go. */
  readonly file: string;
  readonly log: ProjectLog;
  readonly timeoutMs: number;
  /** Ends Codex, too. */
  readonly signal: AbortSignal;
  readonly onDoing: (doing: string) => void;
}

/** Nobody is held up while it waits for its turn. */
const queueMs = 1_800_000;

/** Returns when the file is written; every other end is an error with its name. */
export async function runHeadlessReview({ request, ...review }: HeadlessReview): Promise<void> {
  const again = 'tmux-codex.sh --review';
  const longer = 'Give it longer: party review request --headless --timeout TIME';
  const prompt = request;
  await askCodexExec({ ...review, prompt, schema: findingsSchema, loop: 'review', queueMs, words: { again, longer } });
}
