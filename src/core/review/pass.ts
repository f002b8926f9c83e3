// A human lets one pull request through without all the evidence. The pass is for exactly one state of the code on one
// branch and one base, and the gate uses it once.

import type { EventOf } from '../project/event.ts';

export interface Pass {
  readonly id: string;
  readonly at: string;
  readonly hash: string;
  readonly base: string;
  readonly branch: string;
  readonly reason: string;
  /** When the gate let the pull request through; null while it has not. */
  readonly usedAt: string | null;
}

/** An agent cannot give a pass, whatever the log says. */
export function withPass(passes: readonly Pass[], event: EventOf<'pass'>): Pass[] {
  const { what, pass: id, at, hash, base, branch, reason, actor } = event;
  if (what === 'used') return passes.map((one) => (one.id === id ? { ...one, usedAt: one.usedAt ?? at } : one));
  const isNew = actor === 'human' && !passes.some((one) => one.id === id);
  return isNew ? [...passes, { id, at, hash, base, branch, reason, usedAt: null }] : [...passes];
}

/** The pass that lets exactly this code through now. */
export function fittingPass(
  passes: readonly Pass[],
  change: { readonly hash: string | null; readonly base: string; readonly branch: string } | null,
): Pass | undefined {
  if (change === null || change.hash === null) return undefined;
  const { hash, base, branch } = change;
  return passes.findLast(
    (one) => one.usedAt === null && one.hash === hash && one.base === base && one.branch === branch,
  );
}
