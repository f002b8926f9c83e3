// Fires when the displayed age of a message or of an agent's work changes, or when a typed message counts as stuck. Uses only a timer.

import type { AgentStatus } from '../../core/agents/agent.ts';
import { untilNextWorkAge } from '../../core/agents/agentText.ts';
import { untilNextAge } from '../../core/base/age.ts';
import { type Disposable, Emitter } from '../../core/base/event.ts';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import { hasAge } from '../../core/messages/messageText.ts';
import type { Model } from '../app/model.ts';

export class Ages implements Disposable {
  readonly #model: Pick<Model, 'snapshot'>;
  readonly #ticks = new Emitter<void>();
  readonly onDidTick = this.#ticks.event;
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | undefined;

  constructor(model: Pick<Model, 'snapshot' | 'onDidChange'>) {
    this.#model = model;
    this.#subscription = model.onDidChange(() => this.#plan());
    this.#plan();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
    this.#ticks.dispose();
  }

  #plan(): void {
    clearTimeout(this.#timer);
    const statuses = this.#model.snapshot?.parties.map(({ status }) => status) ?? [];
    const messages = statuses.flatMap((status) => status.messages);
    const agents = statuses.flatMap((status) => status.agents);
    const next = nextTick(messages, Date.now(), agents);
    if (next !== undefined) this.#timer = setTimeout(() => this.#tick(), next);
  }

  #tick(): void {
    this.#ticks.fire();
    this.#plan();
  }
}

/** Milliseconds; undefined when no displayed age changes any more. */
export function nextTick(
  messages: readonly MessageStatus[],
  now: number,
  agents: readonly AgentStatus[] = [],
): number | undefined {
  const waits = [
    ...messages.filter(hasAge).map((message) => untilNextAge(now - Date.parse(message.since))),
    ...agents.flatMap((agent) => untilNextWorkAge(agent, now) ?? []),
  ];
  return waits.length === 0 ? undefined : Math.min(...waits);
}
