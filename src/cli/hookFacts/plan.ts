// What the hooks ask about a project's plan. It is its own bundle: before the approval, when the gate denies most, the
// hooks have nothing to ask.

import { topWithGate } from '../../node/gates/gatedTop.ts';
import { keepGate } from '../../node/plan/keepGate.ts';
import { type ApprovalStanding, approvalStanding } from '../../node/plan/readPlan.ts';
import { withdrawPlan } from '../../node/plan/withdrawPlan.ts';
import type { Machine } from '../../node/project/machine.ts';

const patienceMs = 2000;

/** What the approval is worth. One that is stale is withdrawn. */
export async function settledStanding(machine: Pick<Machine, 'env' | 'paths'>, top: string): Promise<ApprovalStanding> {
  const standing = await approvalStanding(machine.paths, top);
  // The first program that sees a changed plan withdraws its approval. The decision does not depend on that, and another
  // process may hold the log's lock, so the wait is short.
  if (standing === 'stale') await Promise.race([withdrawPlan(machine, top).catch(() => {}), passed(patienceMs)]);
  return standing;
}

/** For the start of a conversation: see keepGate. True when the mark was gone. */
export function keepGateOf({ env, paths }: Pick<Machine, 'env' | 'paths'>, cwd: string): Promise<boolean> {
  return keepGate(paths, topWithGate(paths, env['CLAUDE_PROJECT_DIR'] || cwd));
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
