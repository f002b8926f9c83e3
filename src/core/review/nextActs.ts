// What can sensibly be done next, the obvious act first. The editor offers all of it; `party status` names the first, if
// it takes the work forward. What takes something back is never the first: Enter must do no harm.

import { troubledMessages } from '../messageTrouble.ts';
import type { Status } from '../status.ts';
import { claudeIsUngated } from '../statusBar.ts';
import type { Review } from './review.ts';

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

/** The same facts for everybody who says what is next. `isThere` looks for a file. */
export function actFacts(
  status: Status,
  review: Review | undefined,
  { isThere, now }: { isThere: (file: string) => boolean; now: number },
): ActFacts {
  const file = awaitedFile(review);
  return {
    status,
    findingsReady: file !== undefined && isThere(file),
    hasFindings: (review?.findings.length ?? 0) > 0,
    canReview: review !== undefined && review.change !== null,
    now,
  };
}

/** Where the reviewer of the open round is to write; undefined when nobody is asked. */
export function awaitedFile(review: Review | undefined): string | undefined {
  const last = review?.rounds.at(-1);
  return last?.outcome === 'open' && last.receivedAt === null ? last.file : undefined;
}

export function nextActs(facts: ActFacts): Act[] {
  return chosen([...urgentActs(facts), ...forwardActs(facts), ...lookingActs(facts), ...backwardActs(facts)]);
}

/** What takes the work forward. Undefined while it is in others' hands, or done. */
export function nextStep(facts: ActFacts): Act | undefined {
  return chosen([...urgentActs(facts), ...forwardActs(facts)])[0];
}

type Acts = (Act | false)[];

function chosen(acts: Acts): Act[] {
  return [...new Set(acts.filter((act) => act !== false))];
}

/** Nothing goes on before these. */
function urgentActs({ status, now = Number.NaN }: ActFacts): Acts {
  const live = status.session !== null;
  return [
    live && status.agents.some((agent) => agent.state === 'waiting') && 'attach',
    live && troubledMessages(status.messages, now).length > 0 && 'showMessages',
    claudeIsUngated(status) && 'checkGates',
  ];
}

function forwardActs({ status, findingsReady = false, hasFindings = false, canReview = true }: ActFacts): Acts {
  const { review } = status;
  if (!canReview) return [];
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
      ];
    case 'findings':
      return fixed ? ['approve', hasFindings && 'showFindings'] : ['showFindings', 'requestReReview'];
    case 'changes-requested':
      return ['requestDeltaReview', 'requestReview', hasFindings && 'showFindings'];
    case 'approved':
      return [];
    case 'stale':
      return ['requestDeltaReview', fixed && 'approveTargeted', 'requestReview', hasFindings && 'showFindings'];
    case 'needs-discussion':
      return [hasFindings && 'showFindings', review.round > 0 ? 'requestDeltaReview' : 'requestReview'];
    default: {
      const unreachable: never = review.kind;
      return unreachable;
    }
  }
}

/** Harmless, whatever the state. While the agents have the next word, their panes are what there is to see. */
function lookingActs({ status: { session, review }, hasFindings = false, canReview = true }: ActFacts): Acts {
  const live = session !== null;
  const withAgents = canReview && (review.kind === 'requested' || review.kind === 'approved');
  return [
    live && withAgents && 'attach',
    review.round > 0 && 'showTimeline',
    withAgents && hasFindings && 'showFindings',
    live && 'checkGates',
    live ? 'attach' : 'start',
  ];
}

/** These end a round, or take an approval or a request back. */
function backwardActs({ status: { review }, canReview = true }: ActFacts): Acts {
  if (!canReview || review.kind === 'none' || review.kind === 'needs-discussion') return [];
  const reReviewed = review.kind === 'approved' || review.kind === 'findings';
  return [reReviewed && 'requestReReview', 'needsDiscussion'];
}
