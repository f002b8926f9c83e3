// Runs a review without a pane: `codex exec` gets the request, may read everything and write nothing, and its last
// message is the findings. The same intake as for any other review reads them.

import { readFile } from 'node:fs/promises';
import type { Probe } from '../../core/agents/agent.ts';
import { findingsSchema } from '../../core/codex/findingsSchema.ts';
import type { Machine } from '../project/machine.ts';
import type { Project } from '../project/project.ts';
import { askCodexExec } from './codexExec.ts';

export interface HeadlessReview extends Pick<Machine, 'env'>, Pick<Project, 'top' | 'log'> {
  readonly reviewer: Probe;
  readonly request: string;
  /** The findings file. */
  readonly file: string;
  readonly timeoutMs: number;
  /** Also ends Codex. */
  readonly signal: AbortSignal;
  readonly onDoing: (doing: string) => void;
}

/** Long, because neither the user nor an agent waits for this process. */
const queueMs = 1_800_000;

/**
 * Returns the findings as Codex printed them, because other processes can change the file. A Codex that prints no messages
 * has only the file. Every other end throws a named error. It does not use `askForVerdict`, because each
 * review starts its own thread, and the file must stay for the intake, which also reads what Codex writes in its pane.
 */
export async function runHeadlessReview({ request, ...review }: HeadlessReview): Promise<string> {
  const again = 'requestReview';
  const said = await askCodexExec({
    ...review,
    prompt: request,
    schema: findingsSchema,
    loop: 'review',
    queueMs,
    again,
  });
  return said.answer ?? readFile(review.file, 'utf8');
}
