// A message in words: sender and receiver, its state, and what it waits for.

import type { AgentStatus } from '../agents/agent.ts';
import { ageText } from '../base/age.ts';
import { oneLine } from '../base/outsideText.ts';
import { isRole, roleLabels } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import type { MessageKind } from './message.ts';
import type { MessageStatus } from './messageStatus.ts';
import { isMessageOnItsWay, isStuck } from './messageTrouble.ts';

/** `Claude → Codex: task`. A narrow view cuts the end, so an ordinary message shows no kind. */
export function messageLabel({ from, to, kind }: MessageStatus, t: Translate): string {
  const way = t('{0} → {1}', partyName(from, t), partyName(to, t));
  return kind === 'talk' ? way : t('{0}: {1}', way, kindText(kind, t));
}

/** `written · 12s`: the state, and its age while the message is on its way. */
export function messageStateText(message: MessageStatus, now: number, t: Translate): string {
  const reached = reachedText(message, t);
  return hasAge(message) ? t('{0} · {1}', reached, ageText(now - Date.parse(message.since))) : reached;
}

/** Whether something more is expected to happen to it. */
export function hasAge({ state }: MessageStatus): boolean {
  return state === 'written' || state === 'typed' || state === 'submitted';
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
  if (isBehind) return t('an earlier message comes first');
  if (agent?.state === 'dead') return t('the agent has ended');
  if (inCopyMode)
    return t("you are scrolling in {0}'s pane (copy mode). Press q there to continue", partyName(message.to, t));
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

function reachedText({ state, reason, returned }: MessageStatus, t: Translate): string {
  switch (state) {
    case 'written':
      return t('written');
    case 'typed':
      return returned ? t('back in the input box, not submitted') : t('typed, not submitted');
    case 'unsure':
      return t("unsure: typed, but not in the agent's records");
    case 'submitted':
      return t('submitted');
    case 'answered':
      return t('answered');
    case 'failed':
      return reason ? t('failed: {0}', oneLine(reason)) : t('failed');
    case 'cancelled':
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
