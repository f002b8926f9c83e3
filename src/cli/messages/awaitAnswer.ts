// `talk --wait`: returns the agent's own final message where the agent signals the end of its turn, else what the
// program printed before the marker that it was asked to print. The wait ends with the pane, with the timeout, or with
// Ctrl-C, which leaves the agent alone.

import { setTimeout as sleep } from 'node:timers/promises';
import { isPartyError } from '../../core/base/errors.ts';
import { type Message, wasSubmitted } from '../../core/messages/message.ts';
import { readResponse } from '../../core/messages/talk.ts';
import type { Pane } from '../../core/tmux/pane.ts';
import { readPane } from '../../node/messages/echo.ts';
import { type HeldBack, heldBack } from '../../node/messages/limitedTurns.ts';
import type { Target } from '../../node/messages/registryTargets.ts';
import { settleTurns } from '../../node/messages/settleTurns.ts';

export type Answer =
  | {
      readonly kind: 'complete';
      readonly response: string;
      /** The beginning of the answer has scrolled out of the pane. */
      readonly truncated: boolean;
    }
  /** The message was cancelled or failed, or Claude put it back into its composer. */
  | { readonly kind: 'given-up'; readonly message: Message }
  /** A limit ends only after the wait would have ended. */
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'timeout' | 'interrupted' | 'gone'; readonly response: string; readonly submitted: boolean };

export interface AwaitOptions {
  readonly id: string;
  readonly timeoutMs: number;
  readonly pollMs: number;
  readonly signal: AbortSignal;
}

export async function awaitAnswer(target: Target, options: AwaitOptions): Promise<Answer> {
  const { id, timeoutMs, pollMs, signal } = options;
  const deadline = Date.now() + timeoutMs;
  let response = '';
  let submitted = false;
  for (;;) {
    await settleTurns(target.delivery, target.agent);
    const message = (await target.delivery.mailbox.messages()).find((candidate) => candidate.id === id);
    submitted = message !== undefined && wasSubmitted(message);
    if (message?.answer !== undefined) {
      return { kind: 'complete', response: message.answer.text ?? '', truncated: false };
    }
    if (message !== undefined && isGivenUp(message)) return { kind: 'given-up', message };
    const held = message === undefined ? undefined : await heldOf(target, message);
    if (held !== undefined && Date.parse(held.until) > deadline) return { kind: 'held', reason: held.reason };
    const pane = await livePane(target);
    if (pane === undefined) return { kind: 'gone', response, submitted };
    if (message?.row !== undefined) {
      const heard = readResponse(await readPane(target.delivery.tmux, pane.id), id);
      if (heard.complete) {
        await target.delivery.mailbox.record({ event: 'answered', id, text: heard.response });
        return { kind: 'complete', response: heard.response, truncated: heard.truncated };
      }
      // Once the request has scrolled out of the pane, nothing tells where the answer begins: keep the last one.
      if (heard.response !== '') response = heard.response;
    }
    if (signal.aborted) return { kind: 'interrupted', response, submitted };
    if (Date.now() >= deadline) return { kind: 'timeout', response, submitted };
    await sleep(Math.min(pollMs, Math.max(0, deadline - Date.now())), undefined, { signal }).catch(() => {});
  }
}

/**
 * True when no answer can come any more. A program that reports no state may have taken a message without a trace on
 * its pane, and may still print its answer.
 */
export function isGivenUp({ state, row, returned }: Message): boolean {
  if (returned) return true;
  return state === 'cancelled' || state === 'failed' || (state === 'unsure' && row === undefined);
}

async function heldOf({ delivery, locate }: Target, message: Message): Promise<HeldBack | undefined> {
  if (message.state !== 'written') return undefined;
  const place = await locate('recently').catch(() => undefined);
  return place && heldBack(delivery, message, place);
}

async function livePane(target: Target): Promise<Pane | undefined> {
  try {
    const { pane } = await target.locate();
    return pane.dead ? undefined : pane;
  } catch (error) {
    if (isPartyError(error)) return undefined;
    throw error;
  }
}
