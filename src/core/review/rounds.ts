// The rounds of a change as everybody sees them, and what each of them left open.

import type { Cycle } from './cycle.ts';
import { isBlocking, isUnresolved, type LedgerFinding } from './ledgerFinding.ts';
import type { Round } from './review.ts';

export function roundsOf({ asked, findings }: Cycle): Round[] {
  return asked.map((one, index) => {
    const { event } = one;
    const left = one.left ?? leftOf(one.openThen, findings);
    const earlier = asked.slice(0, Math.max(0, index - 1)).find((other) => other.event.hash === event.hash);
    return {
      n: event.round,
      request: event.request,
      requestedAt: event.at,
      receivedAt: one.receivedAt,
      title: event.title,
      delta: event.delta,
      headless: event.headless,
      runner: event.runner ?? null,
      hash: event.hash,
      outcome: one.outcome,
      targeted: one.targeted,
      blind: one.blind,
      found: one.found,
      foundNew: one.foundNew,
      foundBlocking: one.foundBlocking,
      resolved: one.openThen.length - left.open,
      open: left.open,
      openBlocking: left.blocking,
      sameAs: earlier?.event.round ?? null,
      file: event.file,
    };
  });
}

/** Rounds since the last approval. */
export function roundsUsed({ asked }: Cycle): number {
  return asked.length - 1 - asked.findLastIndex((one) => one.outcome === 'approved');
}

export function leftOf(
  keys: readonly string[],
  findings: readonly LedgerFinding[],
): { open: number; blocking: number } {
  const then = new Set(keys);
  const open = findings.filter((finding) => then.has(finding.key) && isUnresolved(finding));
  return { open: open.length, blocking: open.filter(isBlocking).length };
}
