// The text of the status bar, as one function of the status, so that a table of tests can cover it.

import type { AgentStatus } from '../agents/agent.ts';
import { agentText, isLimited, limitTexts } from '../agents/agentText.ts';
import type { Remark } from '../base/remark.ts';
import { author, type Role, roleLabels } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import { budgetText, hasBudget, isUsedUp, tokensText } from '../codex/budgetText.ts';
import {
  collabIcon,
  collabText,
  collabWords,
  hasCollab,
  isCollabHeld,
  isCollabReviewing,
} from '../collab/collabText.ts';
import { troubledMessages } from '../messages/messageTrouble.ts';
import type { PlanState } from '../plan/plan.ts';
import { hasPlan, planIcon, planReasons, planText } from '../plan/planText.ts';
import { arrivedReason } from '../review/arrivals/arrivedText.ts';
import { checkWords } from '../review/ready/checkWords.ts';
import type { Review } from '../review/review.ts';
import { hasReview, type Line, namesMissing, type Reason, reviewReasons, reviewText } from '../review/reviewText.ts';
import { isInterrupted, standstillText } from '../review/standstill.ts';
import { isOffered } from '../session/bringBack.ts';
import { awaited, awaitedText } from './awaited.ts';
import { countedReview } from './countedReview.ts';
import { gatesText, isPolicyOff } from './gatesText.ts';
import { messageLine, scrolledAgent, troubleText } from './messagesInStatus.ts';
import { quietIcon as plain } from './quietIcon.ts';
import type { Status } from './status.ts';

export interface StatusBarText {
  /** With one icon as `$(name)`. The status bar renders icons, so the only text from outside is a file name. */
  readonly text: string;
  /** The same for a screen reader. */
  readonly label: string;
  /** Nothing continues without the human. */
  readonly attention: boolean;
  /** What a click does: shows what needs the user, or lists reasons and next acts. It starts no agents, which may cost money. */
  readonly act: 'attach' | 'showMessages' | 'showReview';
}

/** A requested act that is not finished. */
export type Activity = 'starting' | 'stopping';

/** `now` decides which messages are stuck; without it none is. */
export function statusBar(status: Status, t: Translate, activity?: Activity, now = Number.NaN): StatusBarText {
  const { icon, message, attention = false, ...said } = say(status, t, activity, now);
  const name = status.agents.some((agent) => agent.demo) ? t('Party (demo)') : t('Party');
  const label = message === undefined ? name : t('{0}: {1}', name, message);
  return { text: `$(${icon}) ${label}`, label, attention, act: said.act ?? 'showReview' };
}

/** The party among several that the user should hear about first. */
export function foremost(statuses: readonly Status[], now = Number.NaN): Status | undefined {
  return (
    statuses.find((status) => isLive(status) && waiting(status).length > 0) ??
    statuses.find((status) => isLive(status) && scrolledAgent(status) !== undefined) ??
    statuses.find((status) => isLive(status) && troubledMessages(status.messages, now).length > 0) ??
    statuses.find((status) => needsHuman(status)) ??
    statuses.find(isLive) ??
    statuses.find(hasWork) ??
    statuses[0]
  );
}

/** Data beyond the status, as far as it was read. */
export interface StatusDetails {
  /** Milliseconds since 1970. */
  readonly now?: number;
  readonly review?: Review | undefined;
  readonly plan?: PlanState | undefined;
}

/** Everything known, line by line, for the tooltip. Values may contain text from outside. */
export function statusLines(status: Status, t: Translate, details: StatusDetails = {}): Line[] {
  const { now = Number.NaN, review, plan } = details;
  if (!isLive(status) && !hasWork(status)) return [];
  const tokens = tokensText(status.agents, t);
  return [
    ...status.agents.map((agent) => [roleLabels[agent.role], agentText(agent, t)] as const),
    ...messageLine(status, t, now),
    ...(hasPlan(status) ? [[t('Plan'), planText(status.plan, t)] as const] : []),
    ...planWhy(status, t, plan).map(toLine),
    ...(hasCollab(status) ? [[t('Collab'), collabWords(status, t)] as const] : []),
    [t('Review'), reviewText(status.review, t)],
    ...roundReason(status, t, review).map(toLine),
    ...(review === undefined ? [] : reviewReasons(review, t, checkWords(t))).map(toLine),
    ...(hasBudget(status) ? [[t('Budget'), budgetText(status, t).problem] as const] : []),
    ...(tokens === undefined ? [] : [[t('Tokens'), tokens] as const]),
    ...gatesReason(status, t, review).map(toLine),
  ];
}

/** Only what explains the state, each with what the user can open, for the list above the next acts. */
export function statusReasons(status: Status, t: Translate, details: StatusDetails = {}): Reason[] {
  const { now = Number.NaN, review, plan } = details;
  const stuck = status.agents.filter((agent) => isStuck(agent));
  return [
    ...stuck.map((agent) => ({
      name: roleLabels[agent.role],
      value: agentText(agent, t),
      subject: { kind: 'party' } as const,
    })),
    ...messageLine(status, t, now).map(([name, value]) => ({ name, value, subject: { kind: 'messages' } as const })),
    ...planWhy(status, t, plan),
    ...(isCollabHeld(status)
      ? [{ name: t('Collab'), value: collabWords(status, t), subject: { kind: 'collab' } as const }]
      : []),
    ...roundReason(status, t, review),
    ...(review === undefined ? [] : reviewReasons(review, t, checkWords(t))),
    ...(isUsedUp(status) ? [toReason(t('Budget'), budgetText(status, t))] : []),
    ...gatesReason(status, t, review),
  ];
}

function planWhy(status: Status, t: Translate, plan: PlanState | undefined): Reason[] {
  return plan === undefined || !hasPlan(status) ? [] : planReasons(plan, t);
}

/** Why the open round does not continue, or what it waits for. The agent's own line already reports an ended agent. */
function roundReason(status: Status, t: Translate, known: Review | undefined): Reason[] {
  const { round, standstill = null } = status.review;
  if (status.review.arrived === undefined && (standstill === 'codex-ended' || standstill === 'no-codex')) return [];
  const name = t('Round {0}', String(round));
  const { arrived } = status.review;
  if (arrived !== undefined) return [{ name, value: arrivedReason(arrived, t), subject: { kind: 'findings' } }];
  if (standstill !== null) return [{ name, value: standstillText(standstill, t) }];
  const what = awaited(status, known);
  return what === undefined ? [] : [toReason(name, awaitedText(what, t))];
}

const toLine = ({ name, value }: Reason): Line => [name, value];
const toReason = (name: string, { problem, next }: Remark): Reason => ({ name, value: problem, next });

/** A working or idle agent explains nothing. */
function isStuck(agent: AgentStatus): boolean {
  const { role, state } = agent;
  if (isLimited(agent, Date.now())) return true;
  return state === 'waiting' || (role !== 'shell' && (state === 'dead' || state === 'absent'));
}

/** Names the missing evidence only once. */
function gatesReason(status: Status, t: Translate, review: Review | undefined): Reason[] {
  if (!isLive(status)) return [];
  const { gates } = status;
  const isNamed = review !== undefined && namesMissing(review) && gates.active && gates.missing.length > 0;
  const value = isNamed ? t('on, a pull request is blocked') : gatesText(gates, t, checkWords(t));
  return [{ name: t('Gates'), value, subject: { kind: 'gates' } }];
}

/** A real Claude could make a pull request without any gate. */
export function claudeIsUngated({ session, agents, gates }: Status): boolean {
  const claude = agents.find((agent) => agent.role === author);
  const works = claude !== undefined && !claude.demo && (claude.state === 'idle' || claude.state === 'busy');
  return session !== null && works && !gates.active;
}

interface Saying {
  readonly icon: string;
  readonly message?: string;
  readonly attention?: boolean;
  readonly act?: StatusBarText['act'];
}

function say(status: Status, t: Translate, activity: Activity | undefined, now: number): Saying {
  if (activity === 'starting') return { icon: 'loading~spin', message: t('starting') };
  if (activity === 'stopping') return { icon: 'loading~spin', message: t('stopping') };
  if (!isLive(status)) return sayWithoutParty(status, t);
  const asking = waiting(status);
  if (asking.length > 0) return { icon: 'bell-dot', message: waitingText(asking, t), attention: true, act: 'attach' };
  const scrolled = scrolledAgent(status);
  if (scrolled !== undefined) {
    const message = t("waiting: you are scrolling in {0}'s pane", roleLabels[scrolled]);
    return { icon: 'watch', message, attention: true, act: 'showMessages' };
  }
  const trouble = troubleText(status, t, now);
  if (trouble !== undefined) return { icon: 'warning', message: trouble, attention: true, act: 'showMessages' };
  const gone = status.agents.find((agent) => agent.role !== 'shell' && agent.state === 'dead');
  if (gone) return { icon: plain, message: t('{0} has ended', roleLabels[gone.role]) };
  const off = { icon: 'unlock', message: t('{0}, gate off', workText(status, t)) };
  if (claudeIsUngated(status)) return { ...off, attention: true };
  // The user knows, so this is no reason to be alarmed.
  return isPolicyOff(status.gates) ? { ...off, attention: needsHuman(status) } : sayWork(status, t);
}

/** Without a time: the window that saw the end knows it better than the status, and the Session view says it. */
function sayWithoutParty(status: Status, t: Translate): Saying {
  if (hasWork(status)) return sayWork(status, t);
  const { ended } = status;
  return ended !== undefined && isOffered(ended) ? { icon: plain, message: t('ended unexpectedly') } : { icon: plain };
}

function sayWork(status: Status, t: Translate): Saying {
  if ((status.plan.gateless ?? []).length > 0) {
    return { icon: 'unlock', message: t('a Claude runs without the plan gate'), attention: true };
  }
  if (isUsedUp(status)) {
    return { icon: 'circle-slash', message: t('{0}, budget used up', workText(status, t)), attention: true };
  }
  return { icon: workIcon(status), message: workText(status, t), attention: needsHuman(status) };
}

/** Plan and collab appear beside the review, or instead of it before the first review. */
function workText(status: Status, t: Translate): string {
  const { review, plan } = status;
  const others = [
    // Once the plan is approved, the state of collab is more useful.
    ...(hasPlan(status) && !(plan.kind === 'approved' && hasCollab(status)) ? [t('plan {0}', planText(plan, t))] : []),
    ...(hasCollab(status) ? [t('collab: {0}', collabText(status, t))] : []),
  ];
  const counted = [countedReview(status, t), ...others];
  const work = hasReview(status) ? counted : others.length === 0 ? [reviewText(review, t)] : others;
  const said = [...work, ...limitTexts(status.agents, t)];
  return said.reduce((before, next) => t('{0} · {1}', before, next));
}

/** Before its approval, the plan decides the icon, because everything else waits for it. */
function workIcon(status: Status): string {
  const { review, plan } = status;
  if (isCollabHeld(status) || isCollabReviewing(status)) return collabIcon(status);
  if (hasCollab(status) && !hasReview(status) && (!hasPlan(status) || plan.kind === 'approved'))
    return collabIcon(status);
  const isPlan = hasPlan(status) && (plan.kind !== 'approved' || !hasReview(status));
  return isPlan ? planIcon(plan) : reviewIcon(review);
}

/** True when there is something to show besides the party. */
function hasWork(status: Status): boolean {
  return hasReview(status) || hasPlan(status) || hasCollab(status) || isUsedUp(status);
}

function needsHuman(status: Status): boolean {
  const { review, plan } = status;
  if (plan.kind === 'needs-human' || isCollabHeld(status) || isUsedUp(status)) return true;
  return review.kind === 'needs-discussion' || (review.kind === 'requested' && needsPush(review));
}

/** The review does not continue until the user acts. */
function needsPush({ overdue, standstill }: Status['review']): boolean {
  return overdue || isInterrupted(standstill);
}

function reviewIcon(review: Status['review']): string {
  const { kind, blocking } = review;
  switch (kind) {
    case 'none':
      return blocking > 0 ? 'error' : plain;
    case 'requested':
      return needsPush(review) ? 'watch' : 'eye';
    case 'findings':
      return blocking > 0 ? 'error' : 'eye';
    case 'changes-requested':
      return 'request-changes';
    case 'approved':
      return 'pass';
    case 'stale':
      return 'history';
    case 'needs-discussion':
      return 'question';
    default: {
      const unreachable: never = kind;
      return unreachable;
    }
  }
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

function isLive(status: Status): boolean {
  return status.session !== null;
}
