// What the status bar says: one function of the status, so that what is shown can be read off a table of tests.

import { agentText } from './agentText.ts';
import { type Role, roleLabels } from './role.ts';
import type { AgentStatus, Status } from './status.ts';
import type { Translate } from './translate.ts';

export interface StatusBarText {
  /** With its one icon as `$(name)`; holds no text from outside, because the bar reads icons in it. */
  readonly text: string;
  /** The same for a screen reader. */
  readonly label: string;
  /** Nothing goes on without the human. */
  readonly attention: boolean;
  /** What a click does: the obvious next act. */
  readonly act: 'start' | 'attach';
}

/** What was asked for and is not done yet. */
export type Activity = 'starting' | 'stopping';

export function statusBar(status: Status, t: Translate, activity?: Activity): StatusBarText {
  const { icon, message, attention = false } = say(status, t, activity);
  const name = status.agents.some((agent) => agent.demo) ? t('Party (demo)') : t('Party');
  const label = message === undefined ? name : t('{0}: {1}', name, message);
  return { text: `$(${icon}) ${label}`, label, attention, act: status.session === null ? 'start' : 'attach' };
}

/** The one of several parties that the human should hear about first. */
export function foremost(statuses: readonly Status[]): Status | undefined {
  return (
    statuses.find((status) => status.session !== null && waiting(status).length > 0) ??
    statuses.find(isLive) ??
    statuses[0]
  );
}

/** Everything that is known, line by line: for the tooltip. Values may hold text from outside. */
export function statusLines(status: Status, t: Translate): (readonly [name: string, value: string])[] {
  if (status.session === null) return [];
  return [
    ...status.agents.map((agent) => [roleLabels[agent.role], agentText(agent, t)] as const),
    [t('Review'), reviewText(status.review, t)],
    [t('Gates'), gatesText(status.gates, t)],
  ];
}

interface Saying {
  readonly icon: string;
  readonly message?: string;
  readonly attention?: boolean;
}

const plain = 'comment-discussion';

function say(status: Status, t: Translate, activity: Activity | undefined): Saying {
  if (activity === 'starting') return { icon: 'loading~spin', message: t('starting') };
  if (activity === 'stopping') return { icon: 'loading~spin', message: t('stopping') };
  if (!isLive(status)) return { icon: plain };
  const asking = waiting(status);
  if (asking.length > 0) return { icon: 'bell-dot', message: waitingText(asking, t), attention: true };
  const gone = status.agents.find((agent) => agent.role !== 'shell' && agent.state === 'dead');
  if (gone) return { icon: plain, message: t('{0} has ended', roleLabels[gone.role]) };
  return {
    icon: status.review.kind === 'approved' ? 'pass' : plain,
    message: reviewText(status.review, t),
    attention: status.review.kind === 'needs-discussion',
  };
}

function waiting(status: Status): AgentStatus[] {
  return status.agents.filter((agent) => agent.state === 'waiting');
}

function waitingText(agents: readonly { readonly role: Role }[], t: Translate): string {
  const [first, second] = agents.map((agent) => roleLabels[agent.role]);
  return second === undefined
    ? t('{0} is waiting for you', first ?? '')
    : t('{0} and {1} are waiting for you', first ?? '', second);
}

function reviewText(review: Status['review'], t: Translate): string {
  switch (review.kind) {
    case 'none':
      return t('not reviewed');
    case 'requested':
      return review.overdue ? t('review overdue') : t('in review, round {0}', String(review.round));
    case 'findings':
      return review.blocking > 0 ? t('{0} blocking', String(review.blocking)) : t('reviewed, nothing blocking');
    case 'changes-requested':
      return t('changes requested');
    case 'approved':
      return review.targeted ? t('approved (targeted)') : t('approved');
    case 'stale':
      return t('approval is stale');
    case 'needs-discussion':
      return t('needs discussion');
    default: {
      const unreachable: never = review.kind;
      return unreachable;
    }
  }
}

/** Gates that do not stand are said to be off: a gate that people only believe in is worse than none. */
function gatesText(gates: Status['gates'], t: Translate): string {
  if (!gates.active) return t('off: nothing is held back yet');
  return gates.missing.length === 0 ? t('on, nothing missing') : t('on, missing: {0}', gates.missing.join(', '));
}

function isLive(status: Status): boolean {
  return status.session !== null;
}
