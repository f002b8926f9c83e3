// Says when the age of a message is another word, or a typed one has become a stuck one. Asks nobody: time is enough.

import { untilNextAge } from '../../core/base/age.ts';
import { type Disposable, Emitter, type Event } from '../../core/base/event.ts';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import { hasAge } from '../../core/messages/messageText.ts';
import type { Model } from '../app/model.ts';

export interface Ages extends Disposable {
  readonly onDidTick: Event<void>;
}

export function createAges(model: Pick<Model, 'snapshot' | 'onDidChange'>): Ages {
  const ticks = new Emitter<void>();
  let timer: NodeJS.Timeout | undefined;

  function plan(): void {
    clearTimeout(timer);
    const messages = model.snapshot?.parties.flatMap((party) => party.status.messages) ?? [];
    const next = nextTick(messages, Date.now());
    if (next !== undefined) timer = setTimeout(tick, next);
  }

  function tick(): void {
    ticks.fire();
    plan();
  }

  const subscription = model.onDidChange(plan);
  plan();
  return {
    onDidTick: ticks.event,
    dispose() {
      clearTimeout(timer);
      subscription.dispose();
      ticks.dispose();
    },
  };
}

/** Milliseconds; undefined when nothing that is shown gets older. */
export function nextTick(messages: readonly MessageStatus[], now: number): number | undefined {
  const waits = messages.filter(hasAge).map((message) => untilNextAge(now - Date.parse(message.since)));
  return waits.length === 0 ? undefined : Math.min(...waits);
}
