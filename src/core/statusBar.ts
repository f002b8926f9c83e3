// What the status bar says: one function of the status, so that what is shown can be read off a table of tests.

import { agentText } from './agentText.ts';
import { isMessageOnItsWay, troubledMessages } from './messageTrouble.ts';
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
  readonly act: 'start' | 'attach' | 'showMessages';
}

/** What was asked for and is not done yet. */
export type Activity = 'starting' | 'stopping';

/** `now` decides which messages are stuck; without it none is. */
export function statusBar(status: Status, t: Translate, activity?: Activity, now = Number.NaN): StatusBarText {
  const act = status.session === null ? 'start' : 'attach';
  const { icon, message, attention = false, ...said } = say(status, t, activity, now);
  const name = status.agents.some((agent) => agent.demo) ? t('Party (demo)') : t('Party');
  const label = message === undefined ? name : t('{0}: {1}', name, message);
  return { text: `$(${icon}) ${label}`, label, attention, act: said.act ?? act };
}

/** The one of several parties that the human should hear about first. */
export function foremost(statuses: readonly Status[], now = Number.NaN): Status | undefined {
  return (
    statuses.find((status) => isLive(status) && waiting(status).length > 0) ??
    statuses.find((status) => isLive(status) && troubledMessages(status.messages, now).length > 0) ??
    statuses.find(isLive) ??
    statuses[0]
  );
}

/** Everything that is known, line by line: for the tooltip. Values may hold text from outside. */
export function statusLines(
  status: Status,
  t: Translate,
  now = Number.NaN,
): (readonly [name: string, value: string])[] {
  if (status.session === null) return [];
  return [
    ...status.agents.map((agent) => [roleLabels[agent.role], agentText(agent, t)] as const),
    ...messageLine(status, t, now),
    [t('Review'), reviewText(status.review, t)],
    [t('Gates'), gatesText(status.gates, t)],
  ];
}

interface Saying {
  readonly icon: string;
  readonly message?: string;
  readonly attention?: boolean;
  readonly act?: StatusBarText['act'];
}

const plain = 'comment-discussion';

function say(status: Status, t: Translate, activity: Activity | undefined, now: number): Saying {
  if (activity === 'starting') return { icon: 'loading~spin', message: t('starting') };
  if (activity === 'stopping') return { icon: 'loading~spin', message: t('stopping') };
  if (!isLive(status)) return { icon: plain };
  const asking = waiting(status);
  if (asking.length > 0) return { icon: 'bell-dot', message: waitingText(asking, t), attention: true };
  const trouble = troubleText(status, t, now);
  if (trouble !== undefined) return { icon: 'warning', message: trouble, attention: true, act: 'showMessages' };
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

function troubleText({ messages }: Status, t: Translate, now: number): string | undefined {
  const [first, ...others] = troubledMessages(messages, now);
  if (first === undefined) return undefined;
  if (others.length > 0) return t('{0} messages did not arrive', String(others.length + 1));
  return first.state === 'failed' ? t('a message has failed') : t('a message is not submitted');
}

/** Only what is going on: a message that has arrived is no news here. */
function messageLine({ messages }: Status, t: Translate, now: number): (readonly [string, string])[] {
  const troubled = troubledMessages(messages, now);
  const going = messages.filter((message) => isMessageOnItsWay(message) && !troubled.includes(message)).length;
  const parts = [
    ...(going > 0 ? [t('{0} on the way', String(going))] : []),
    ...(troubled.length > 0 ? [t('{0} did not arrive', String(troubled.length))] : []),
  ];
  return parts.length > 0 ? [[t('Messages'), parts.join(', ')]] : [];
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
