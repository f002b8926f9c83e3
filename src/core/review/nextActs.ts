// What can sensibly be done next, the obvious act first. The editor offers all of it, `party status` names the first.

import { troubledMessages } from '../messageTrouble.ts';
import type { Status } from '../status.ts';
import { claudeIsUngated } from '../statusBar.ts';

export type Act =
  | 'requestReview'
  | 'requestDeltaReview'
  | 'completeReview'
  | 'showFindings'
  | 'approve'
  | 'approveTargeted'
  | 'requestReReview'
  | 'needsDiscussion'
  | 'nudgeCodex'
  | 'showTimeline'
  | 'checkGates'
  | 'showMessages'
  | 'attach'
  | 'start';

/** The same for those who type. */
export const actCommands: Readonly<Record<Act, string>> = {
  requestReview: 'party review request',
  requestDeltaReview: 'party review request --delta',
  completeReview: 'party review complete FILE',
  showFindings: 'party findings list',
  approve: 'party review approve',
  approveTargeted: 'party review approve --targeted REASON',
  requestReReview: 'party review re-review REASON',
  needsDiscussion: 'party review needs-discussion REASON',
  nudgeCodex: 'party review nudge',
  showTimeline: 'party review timeline',
  checkGates: 'party gates check',
  showMessages: 'party message list',
  attach: 'party attach',
  start: 'party start',
};

export interface ActFacts {
  readonly status: Status;
  /** The reviewer of the open round has written its file. */
  readonly findingsReady?: boolean;
  /** Something was found, resolved or not. */
  readonly hasFindings?: boolean;
  /** False where there is no git repository. */
  readonly canReview?: boolean;
  /** Decides which messages are stuck. */
  readonly now?: number;
}

export function nextActs(facts: ActFacts): Act[] {
  const { status, now = Number.NaN } = facts;
  const live = status.session !== null;
  const waits = status.agents.some((agent) => agent.state === 'waiting');
  const trouble = troubledMessages(status.messages, now).length > 0;
  const ungated = claudeIsUngated(status);
  const acts: (Act | false)[] = [
    // Nothing goes on before these.
    live && waits && 'attach',
    live && trouble && 'showMessages',
    ungated && 'checkGates',
    ...((facts.canReview ?? true) ? reviewActs(facts) : []),
    status.review.round > 0 && 'showTimeline',
    live && 'checkGates',
    live ? 'attach' : 'start',
  ];
  return [...new Set(acts.filter((act) => act !== false))];
}

function reviewActs({ status, findingsReady = false, hasFindings = false }: ActFacts): (Act | false)[] {
  const { review } = status;
  // A small fix may need no further round, but only when nothing is left that blocks.
  const fixed = review.blocking === 0;
  switch (review.kind) {
    case 'none':
      return ['requestReview'];
    case 'requested':
      return [
        findingsReady && 'completeReview',
        review.overdue && status.session !== null && 'nudgeCodex',
        // Asked again, under the same number.
        review.overdue && 'requestReview',
        'needsDiscussion',
      ];
    case 'findings':
      return fixed
        ? ['approve', hasFindings && 'showFindings', 'requestReReview', 'needsDiscussion']
        : ['showFindings', 'requestReReview', 'needsDiscussion'];
    case 'changes-requested':
      return ['requestDeltaReview', 'requestReview', hasFindings && 'showFindings', 'needsDiscussion'];
    case 'approved':
      return [hasFindings && 'showFindings', 'requestReReview', 'needsDiscussion'];
    case 'stale':
      return [
        'requestDeltaReview',
        fixed && 'approveTargeted',
        'requestReview',
        hasFindings && 'showFindings',
        'needsDiscussion',
      ];
    case 'needs-discussion':
      return [hasFindings && 'showFindings', review.round > 0 ? 'requestDeltaReview' : 'requestReview'];
    default: {
      const unreachable: never = review.kind;
      return unreachable;
    }
  }
}
