// A review without a pane: `codex exec` reads the request, may look at everything and write nothing, and leaves its last
// message in the findings file. What that message is worth is decided by the same intake as any other.

import type { Probe } from '../../core/agents/agent.ts';
import { findingsSchema } from '../../core/codex/findingsSchema.ts';
import type { ProjectLog } from '../project/projectLog.ts';
import { askCodexExec } from './codexExec.ts';

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

/**
 * Returns when the file is written; every other end is an error with its name. Not by `askForVerdict`: each review begins
 * a thread of its own, and the file stays, for the intake that also reads what Codex writes in its pane.
 */
export async function runHeadlessReview({ request, ...review }: HeadlessReview): Promise<void> {
  const words = {
    again: 'tmux-codex.sh --review',
    longer: 'Give it longer: party review request --headless --timeout TIME',
  };
  await askCodexExec({ ...review, prompt: request, schema: findingsSchema, loop: 'review', queueMs, words });
}
