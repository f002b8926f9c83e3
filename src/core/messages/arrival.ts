// Which messages a prompt contains, as Claude's hook sees it before the model does.

import { squeeze } from '../tmux/paneText.ts';
import { isPending, type Message, messageIdsIn, reminderName, wasSubmitted } from './message.ts';

export interface Arrival {
  /** Messages that this prompt submits. */
  readonly arrived: readonly Message[];
  /** Earlier messages whose whole line is in the prompt again. */
  readonly again: readonly Message[];
  /** The earlier message, when the prompt consists only of its line. */
  readonly repeated: Message | undefined;
}

export function readArrival(prompt: string, messages: readonly Message[], to: string): Arrival {
  const ids = messageIdsIn(prompt);
  const named = messages.filter((message) => message.to === to && ids.includes(message.id));
  const text = squeeze(prompt);
  const again = named.filter((message) => wasSubmitted(message) && text.includes(squeeze(message.line)));
  return {
    arrived: named.filter((message) => hasArrived(message, prompt)),
    again,
    // Users quote messages and ask about them. Only the bare line counts as a second delivery.
    repeated: again.find((message) => squeeze(message.line) === text),
  };
}

/** Whether a prompt contains the message's own line, not only its name. */
export function hasLine(prompt: string, message: Pick<Message, 'id' | 'line'>): boolean {
  return messageIdsIn(prompt).includes(message.id) && squeeze(prompt).includes(squeeze(message.line));
}

/**
 * Whether a text has the message's name, for a client that has changed a character of the line. The agent has seen the
 * message of a reminder before, so only the name of the reminder counts.
 */
export function isNamedIn(text: string, { id, limits }: Pick<Message, 'id' | 'limits'>): boolean {
  if (!messageIdsIn(text).includes(id)) return false;
  return limits === undefined || squeeze(text).includes(squeeze(reminderName(id, limits)));
}

/** The name alone does not prove an arrival: a user may ask about a message that still waits. */
function hasArrived(message: Message, prompt: string): boolean {
  if (wasSubmitted(message)) return false;
  return hasLine(prompt, message) || (isPending(message) && message.state !== 'written' && isNamedIn(prompt, message));
}
