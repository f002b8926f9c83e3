// Facts for the gates, each of which leaves a word when it is asked for: so a test sees the order of questions.

import { denialText, type GateVerdict } from '../../../src/core/gates/denial.ts';
import type { ReviewFacts } from '../../../src/core/gates/gatedReviews.ts';
import type { ToolCall } from '../../../src/core/gates/toolCall.ts';
import type { EvidenceKind } from '../../../src/core/project/evidenceKinds.ts';
import type { ChangeFacts, Review } from '../../../src/core/review/review.ts';
import { reviewOf } from '../../support/reviews.ts';

export const hash = 'b'.repeat(64);

export const change: ChangeFacts = {
  ...{ hash, files: { 'src/a.ts': '1' }, docsOnly: false },
  ...{ branch: 'topic', base: 'main', baseKnown: true, uncommitted: [], filtered: [] },
};

/** Nothing is missing for this code. */
export function readyReview(more: Partial<Review> = {}): Review {
  return { ...reviewOf(), change, missing: [], ...more };
}

/** With evidence of these kinds for this code. */
export function reviewWith(...kinds: EvidenceKind[]): Review {
  const base = reviewOf();
  const earned = kinds.map((kind) => [kind, { ...base.evidence[kind], hash }] as const);
  return readyReview({ evidence: { ...base.evidence, ...Object.fromEntries(earned) } });
}

/** Two projects, /p and /q, and a linked worktree of /p, /tree. A directory is in the one that its path begins with. */
export function reviewFacts(asked: string[], reviews: Readonly<Record<string, Review>>): ReviewFacts {
  return {
    topOf(directory) {
      const top = ['/p', '/q', '/tree'].find((one) => directory === one || directory.startsWith(`${one}/`));
      if (top === undefined) throw new Error(`there is no directory ${directory}`);
      return top;
    },
    sameRepository: (top, other) => top === other || [top, other].every((one) => one === '/p' || one === '/tree'),
    async reviewOf(top) {
      asked.push(`review of ${top}`);
      return reviews[top] ?? readyReview();
    },
  };
}

/** The verdict as Claude reads it. */
export async function inWords(verdict: Promise<GateVerdict | undefined>) {
  const found = await verdict;
  return found && { what: found.what, deny: found.deny && denialText(found.deny) };
}

export function call(tool_name: string, tool_input: ToolCall['tool_input'], cwd = '/p'): ToolCall {
  return { session_id: 's', cwd, hook_event_name: 'PreToolUse', tool_name, tool_input };
}
