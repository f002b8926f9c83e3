// What the status bar and its tooltip say about messages that have not arrived.

import type { Role } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import { scrollingText, troubledText } from '../messages/messageText.ts';
import { isMessageOnItsWay, troubledMessages } from '../messages/messageTrouble.ts';
import type { Line } from '../review/reviewText.ts';
import type { Status } from './status.ts';

export function troubleText({ messages }: Status, t: Translate, now: number): string | undefined {
  const [first, ...others] = troubledMessages(messages, now);
  if (first === undefined) return undefined;
  const unsure = [first, ...others].some(({ state }) => state === 'unsure');
  const count = String(others.length + 1);
  if (others.length > 0)
    return unsure ? t('{0} messages may not have arrived', count) : t('{0} messages did not arrive', count);
  if (unsure) return t('a message may not have arrived');
  return first.state === 'failed' ? t('a message has failed') : t('a message is not submitted');
}

/** The agent whose next message waits only because a person scrolls in its pane. */
export function scrolledAgent({ agents, messages }: Status): Role | undefined {
  // What is in Codex's queue needs no pane.
  const going = messages.filter((message) => isMessageOnItsWay(message) && message.state !== 'queued');
  return agents.find(
    ({ role, state, scrolling }) => scrolling && state === 'idle' && going.some(({ to }) => to === role),
  )?.role;
}

/** Only messages in progress: an arrived message is not news here. */
export function messageLine(status: Status, t: Translate, now: number): Line[] {
  const { messages } = status;
  const troubled = troubledMessages(messages, now);
  const going = messages.filter((message) => isMessageOnItsWay(message) && !troubled.includes(message)).length;
  const scrolled = scrolledAgent(status);
  const parts = [
    ...(going > 0 ? [t('{0} in transit', String(going))] : []),
    ...(scrolled === undefined ? [] : [scrollingText(scrolled, t)]),
    ...(troubled.length > 0 ? [troubledText(troubled, t)] : []),
  ];
  return parts.length > 0 ? [[t('Messages'), parts.join(', ')]] : [];
}
