// The review as a story: the rounds in the order of time, and between them what else happened, as far as the reader wants
// to see it. All words come from outside, on one line.

import { oneLine } from '../../base/outsideText.ts';
import type { Translate } from '../../base/translate.ts';
import { isCollab, type LedgerFinding } from '../../findings/ledgerFinding.ts';
import type { MessageStatus } from '../../messages/messageStatus.ts';
import { messageLabel } from '../../messages/messageText.ts';
import type { EventOf, ProjectEvent } from '../../project/event.ts';
import type { Round } from '../review.ts';
import { foundText, isUnread, outcomeText } from './timelineWords.ts';

export const storyKinds = ['messages', 'plan', 'gates', 'tasks'] as const;
export type StoryKind = (typeof storyKinds)[number];

export interface StoryFacts {
  readonly rounds: readonly Round[];
  /** Of the project's log, oldest first. */
  readonly events: readonly ProjectEvent[];
  readonly denied: readonly { readonly at: string; readonly what: string }[];
  readonly messages: readonly MessageStatus[];
}

export interface StoryItem {
  /** ISO 8601. */
  readonly at: string;
  readonly kind: StoryKind | 'round';
  readonly text: string;
}

/** More than a person reads. Only the newest are shown. */
const most = 300;

/** Oldest first. Empty when the reader wants nothing but the rounds, which the picture shows. */
export function storyOf(facts: StoryFacts, shown: ReadonlySet<StoryKind>, t: Translate): StoryItem[] {
  if (shown.size === 0) return [];
  const items = [
    ...facts.rounds.flatMap((round) => roundItems(round, t)),
    ...(shown.has('messages') ? facts.messages.map((message) => messageItem(message, t)) : []),
    ...(shown.has('plan') ? facts.events.flatMap((event) => planItem(event, t)) : []),
    ...(shown.has('gates') ? [...facts.denied.map((one) => deniedItem(one, t)), ...passItems(facts.events, t)] : []),
    ...(shown.has('tasks') ? taskItems(facts.events, t) : []),
  ];
  return items.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).slice(-most);
}

/** Those that a round of the change raised, the blocking ones first. */
export function findingsOfRound(findings: readonly LedgerFinding[], n: number): LedgerFinding[] {
  const severity = ({ raised }: LedgerFinding) => raised.find(({ round }) => round === n)?.severity;
  const ofRound = findings.filter((one) => one.document === null && !isCollab(one) && severity(one) !== undefined);
  return ofRound.toSorted((a, b) => rank(severity(a)) - rank(severity(b)));
}

const rank = (severity: string | undefined) => (severity === 'blocking' ? 0 : 1);

function roundItems(round: Round, t: Translate): StoryItem[] {
  const n = String(round.n);
  const title = oneLine(round.title, 100);
  const asked = title === '' ? t('Round {0} requested', n) : t('Round {0} requested: {1}', n, title);
  const answered = () => {
    const outcome = outcomeText(round, { outdated: false }, t);
    return t('Round {0} answered: {1}; {2}', n, foundText(round, t), outcome);
  };
  return [
    { at: round.requestedAt, kind: 'round', text: asked },
    ...(isUnread(round) ? [] : [{ at: round.receivedAt ?? '', kind: 'round' as const, text: answered() }]),
  ];
}

function messageItem(message: MessageStatus, t: Translate): StoryItem {
  return { at: message.since, kind: 'messages', text: messageLabel(message, t) };
}

function deniedItem({ at, what }: StoryFacts['denied'][number], t: Translate): StoryItem {
  return { at, kind: 'gates', text: t('Denied: {0}', oneLine(what, 200)) };
}

function planItem(event: ProjectEvent, t: Translate): StoryItem[] {
  if (event.event !== 'plan') return [];
  return [{ at: event.at, kind: 'plan', text: planText(event, t) }];
}

function planText({ what, version, reason }: EventOf<'plan'>, t: Translate): string {
  const v = String(version);
  const words: Readonly<Record<EventOf<'plan'>['what'], string>> = {
    started: t('Plan gate on'),
    stopped: t('Plan gate off'),
    reviewed: t('Plan v{0} reviewed: changes requested', v),
    failed: t('Review of the plan failed'),
    approved: t('Plan v{0} approved', v),
    forced: t('Plan approved by hand'),
    withdrawn: t('Approval of the plan withdrawn'),
  };
  return reason === undefined ? words[what] : t('{0}: {1}', words[what], oneLine(reason, 200));
}

function passItems(events: readonly ProjectEvent[], t: Translate): StoryItem[] {
  return events.flatMap((event): StoryItem[] =>
    event.event === 'pass' && event.what === 'given'
      ? [{ at: event.at, kind: 'gates', text: t('One pull request let through: {0}', oneLine(event.reason, 200)) }]
      : [],
  );
}

/** The reviews of collab: of the design, and of each task. */
function taskItems(events: readonly ProjectEvent[], t: Translate): StoryItem[] {
  const asked = new Map(
    events.flatMap((event) =>
      event.event === 'requested' && event.collab !== undefined ? [[event.request, event]] : [],
    ),
  );
  return events.flatMap((event): StoryItem[] => {
    const request = event.event === 'received' ? asked.get(event.request) : undefined;
    if (event.event !== 'received' || request === undefined) return [];
    const count = event.findings.length;
    const found = count === 1 ? t('1 issue') : t('{0} issues', String(count));
    return [{ at: event.at, kind: 'tasks', text: t('{0} reviewed: {1}', oneLine(request.title, 100), found) }];
  });
}
