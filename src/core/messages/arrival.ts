// Which messages a prompt brings, as Claude's hook sees it before the model does.

import { squeeze } from '../tmux/paneText.ts';
import { isPending, type Message, messageIdsIn, wasSubmitted } from './message.ts';

export interface Arrival {
  /** Messages that are hereby submitted. */
  readonly arrived: readonly Message[];
  /** Messages that were there before, and whose whole line is in the prompt again. */
  readonly again: readonly Message[];
  /** The one of these that the prompt is nothing but a repetition of. */
  readonly repeated: Message | undefined;
}

export function readArrival(prompt: string, messages: readonly Message[], to: string): Arrival {
  const ids = messageIdsIn(prompt);
  const named = messages.filter((message) => message.to === to && ids.includes(message.id));
  const text = squeeze(prompt);
  const again = named.filter((message) => wasSubmitted(message) && text.includes(squeeze(message.line)));
  return {
    arrived: named.filter((message) => hasArrived(message, text)),
    again,
    // People quote messages and ask about them; only the bare line again is a second delivery.
    repeated: again.find((message) => squeeze(message.line) === text),
  };
}

/** Whether a prompt has the message's own line in it, and not only its name. */
export function hasLine(prompt: string, message: Pick<Message, 'id' | 'line'>): boolean {
  return messageIdsIn(prompt).includes(message.id) && squeeze(prompt).includes(squeeze(message.line));
}

/** The name of a message is no proof that it came: a person may ask about one that still waits. */
function hasArrived(message: Message, text: string): boolean {
  if (wasSubmitted(message)) return false;
  return text.includes(squeeze(message.line)) || (isPending(message) && message.state !== 'written');
}
