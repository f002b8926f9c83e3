// A message in words: sender and receiver, its state, and what it waits for.

import type { AgentStatus } from '../agents/agent.ts';
import { untilText } from '../agents/limits/limitText.ts';
import { ageText } from '../base/age.ts';
import { oneLine } from '../base/outsideText.ts';
import { isRole, roleLabels } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import { cancelledByHand } from './messageAdvice.ts';
import type { MessageKind } from './messageEvent.ts';
import type { MessageStatus } from './messageStatus.ts';
import { isMessageOnItsWay, isStuck } from './messageTrouble.ts';

/** `Claude → Codex: round 2 review`, `You → Claude: Use the other parser`. */
export function messageLabel(message: MessageStatus, t: Translate): string {
  const way = t('{0} → {1}', partyName(message.from, t), partyName(message.to, t));
  const subject = messageSubject(message, t);
  return subject === undefined ? way : t('{0}: {1}', way, subject);
}

/**
 * `Use the other parser (You → Claude)`, as the last part of a path. It never ends like the name of a file, because VS
 * Code would show a text that ends in `.md` as Markdown, in which a link could run a command.
 */
export function messageTitle(message: MessageStatus, t: Translate): string {
  const way = t('{0} → {1}', partyName(message.from, t), partyName(message.to, t));
  const subject = messageSubject(message, t) ?? t('message');
  return `${subject.replaceAll(/[/\\]/g, ' ')} (${way.replaceAll(/[/\\]/g, ' ')})`;
}

/**
 * What it is about, with the round first: the end is cut off in a narrow view. Undefined for ordinary words of which the journal of
 * an older version keeps no subject.
 */
export function messageSubject(message: MessageStatus, t: Translate): string | undefined {
  const { kind, round, reminder } = message;
  const subject = message.subject === undefined ? undefined : oneLine(message.subject);
  if (round !== undefined && kind === 'notice') return t('round {0} findings', String(round));
  if (round !== undefined && kind === 'review') {
    const asked = reminder ? t('round {0} reminder', String(round)) : t('round {0} review', String(round));
    return subject === undefined ? asked : t('{0}, {1}', asked, subject);
  }
  if (kind === 'talk') return subject;
  const isAnswer = kind === 'notice' || kind === 'response';
  if (subject === undefined) return kindText(kind, t);
  return isAnswer ? t('answer to “{0}”', subject) : subject;
}

/** `written · 12s`: the state, and its age while the message is on its way. */
export function messageStateText(message: MessageStatus, now: number, t: Translate): string {
  const reached = reachedText(message, t);
  return hasAge(message) ? t('{0} · {1}', reached, ageText(now - Date.parse(message.since))) : reached;
}

/**
 * Whether something more is expected to happen to it at any moment. A held message has its time, and a result that has
 * arrived needs no answer.
 */
export function hasAge(message: MessageStatus): boolean {
  if (isMessageOnItsWay(message)) return message.state !== 'held';
  return message.state === 'submitted' && !isResult(message.kind);
}

function isResult(kind: MessageKind): boolean {
  return kind === 'notice' || kind === 'response';
}

/** For screen readers, without the age, so that they do not read the time every second. */
export function messageSentence(message: MessageStatus, waits: string | undefined, t: Translate): string {
  const sentence = t('{0}, {1}', messageLabel(message, t), reachedText(message, t));
  return waits === undefined ? sentence : t('{0}, waiting: {1}', sentence, waits);
}

export interface WaitingFacts {
  readonly agent: Pick<AgentStatus, 'state' | 'waitingFor'> | undefined;
  readonly inCopyMode: boolean;
  /** Another message to the same agent comes first. */
  readonly isBehind: boolean;
}

/** Why a message is not submitted yet, in the words of the delivery guard; undefined when nothing holds it. */
export function whyWaiting(
  message: MessageStatus,
  { agent, inCopyMode, isBehind }: WaitingFacts,
  t: Translate,
): string | undefined {
  if (!isMessageOnItsWay(message)) return undefined;
  if (message.state === 'held') return t('a limit must be over first');
  if (isBehind) return t('an earlier message comes first');
  if (message.state === 'queued')
    return agent?.state === 'dead'
      ? t('Codex takes it when it is restarted')
      : t('Codex takes it when it is not working');
  if (agent?.state === 'dead') return t('the agent has ended');
  if (inCopyMode) return scrollingText(message.to, t);
  switch (agent?.state) {
    case 'busy':
      return t('the agent is working');
    case 'waiting':
      return agent?.waitingFor
        ? t('the agent is waiting for you: {0}', oneLine(agent.waitingFor))
        : t('the agent is waiting for you');
    case 'idle':
      if (message.returned) return t('Claude put it back into its input box. Press Enter there, or retry it');
      return message.state === 'typed' ? t('the agent has not confirmed that it was submitted') : undefined;
    default:
      return t('the agent is not running');
  }
}

/** tmux calls it copy mode: the pane takes no text. */
export function scrollingText(role: string, t: Translate): string {
  return t("you are scrolling in {0}'s pane. Press q there to continue", partyName(role, t));
}

/** How many messages need attention. About an unsure one, Party knows only that it may be missing. */
export function troubledText(troubled: readonly MessageStatus[], t: Translate): string {
  const unsure = troubled.some(({ state }) => state === 'unsure');
  return unsure
    ? t('{0} may not have arrived', String(troubled.length))
    : t('{0} did not arrive', String(troubled.length));
}

export type MessageMood = MessageStatus['state'] | 'stuck';

/** Tells a message that was typed a while ago without confirmation from one that was typed just now. */
export function messageMood(message: MessageStatus, now: number): MessageMood {
  return isStuck(message, now) ? 'stuck' : message.state;
}

function reachedText(message: MessageStatus, t: Translate): string {
  const { state, kind, reason, returned, queued, inTurn, until } = message;
  switch (state) {
    case 'written':
      return t('written');
    case 'typed':
      return returned ? t('back in the input box, not submitted') : t('typed, not submitted');
    case 'held':
      return until === undefined ? t('held') : t('held until {0}', untilText(until, Date.now()));
    case 'queued':
      return t("in Codex's queue");
    case 'unsure':
      return queued
        ? t("unsure: queued, but not in the agent's records")
        : t("unsure: typed, but not in the agent's records");
    case 'submitted':
      // The agent got the result, and the turn that read it is over.
      return isResult(kind) && !inTurn ? t('read') : t('delivered');
    case 'answered':
      return t('answered');
    case 'failed':
      return reason ? t('failed: {0}', oneLine(reason)) : t('failed');
    case 'cancelled':
      if (reason === cancelledByHand) return t('cancelled by you');
      return reason ? t('cancelled: {0}', oneLine(reason)) : t('cancelled');
    default: {
      const unreachable: never = state;
      return unreachable;
    }
  }
}

function partyName(name: string, t: Translate): string {
  if (name === 'human') return t('You');
  return isRole(name) ? roleLabels[name] : oneLine(name, 30);
}

function kindText(kind: Exclude<MessageKind, 'talk'>, t: Translate): string {
  switch (kind) {
    case 'prompt':
      return t('task');
    case 'review':
      return t('review request');
    case 'question':
      return t('question');
    case 'response':
      return t('answer');
    case 'notice':
      return t('result');
    default: {
      const unreachable: never = kind;
      return unreachable;
    }
  }
}
