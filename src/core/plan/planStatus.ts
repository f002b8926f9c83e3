// The plan in `party status`: its state in one word.

import type { GatelessClaude, PlanState } from './plan.ts';

export interface PlanStatus {
  readonly kind: 'off' | 'none' | 'reviewing' | 'changes-requested' | 'approved' | 'stale' | 'needs-human';
  readonly version: number;
  readonly hash: string | null;
  /** The approval is by the demo's stand-in. */
  readonly demo?: true;
  /** Claude processes without Party's hooks, if there are any. */
  readonly gateless?: readonly GatelessClaude[];
}

export function planStatus(state: PlanState): PlanStatus {
  const { hash = null, gateless = [], approval } = state;
  return {
    kind: kindOf(state),
    version: versionOf(state),
    hash,
    ...(approval?.demo ? { demo: true } : {}),
    ...(gateless.length > 0 ? { gateless } : {}),
  };
}

function kindOf({ gated, reviewing, approval, needsHuman, withdrawn, versions }: PlanState): PlanStatus['kind'] {
  if (!gated) return 'off';
  if (reviewing) return 'reviewing';
  if (approval !== undefined) return 'approved';
  if (needsHuman) return 'needs-human';
  if (withdrawn) return 'stale';
  const said = versions.findLast(({ verdict }) => verdict !== undefined)?.verdict;
  if (said === undefined) return 'none';
  // Codex approved what it read, but the plan changed during the review.
  return said.is_optimal ? 'stale' : 'changes-requested';
}

function versionOf({ approval, versions }: PlanState): number {
  return approval?.review_version ?? versions.at(-1)?.version ?? 0;
}
