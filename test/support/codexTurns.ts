// Plays turns of Codex in a party of receivers: its own record of each turn, and the call of notify.sh at the end, which
// may come from Codex's pane or from another program.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceiverParty } from './receiverParty.ts';
import { repository } from './sandbox.ts';

const notify = join(repository, 'resources/codex/notify.sh');

export interface PlayedTurn {
  /** What began it; by default, what Codex received last. */
  readonly prompts?: readonly string[];
  /** The commands that Codex ran. */
  readonly runs?: readonly string[];
  readonly said?: string;
}

export class CodexTurns {
  readonly #at: ReceiverParty;
  readonly #thread = uuid();

  constructor(at: ReceiverParty) {
    this.#at = at;
  }

  /** Codex's record of a turn that goes on. */
  begin({ prompts = this.#at.received().slice(-1), runs = [], said = 'Done.' }: PlayedTurn = {}): BegunTurn {
    const turn = uuid();
    this.#record({ type: 'task_started', turn_id: turn });
    for (const message of prompts) this.#record({ type: 'user_message', message, turn_id: turn });
    for (const cmd of runs) {
      const passed = { internal_chat_message_metadata_passthrough: { turn_id: turn } };
      this.#record({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }), ...passed });
    }
    const event = {
      ...{ type: 'agent-turn-complete', cwd: this.#at.top, 'thread-id': this.#thread, 'turn-id': turn },
      ...{ 'input-messages': prompts, 'last-assistant-message': said },
    };
    return { event, end: () => this.#record({ type: 'task_complete', turn_id: turn, last_agent_message: said }) };
  }

  /** A whole turn. Codex reports its end. */
  async play(turn: PlayedTurn = {}): Promise<void> {
    await this.endedByCodex(this.begin(turn));
  }

  async endedByCodex({ event, end }: BegunTurn): Promise<void> {
    end();
    assert.equal(await this.#at.runBy('codex', ['sh', notify, JSON.stringify(event)]), 0);
  }

  /** The same call from Claude's pane, after Codex's turn has ended or without one. */
  async endedByClaude({ event, end }: BegunTurn): Promise<void> {
    end();
    assert.equal(await this.#at.runBy('claude', ['sh', notify, JSON.stringify(event)]), 0);
  }

  #record(payload: object): void {
    const now = new Date();
    const two = (n: number) => String(n).padStart(2, '0');
    const day = [String(now.getFullYear()), two(now.getMonth() + 1), two(now.getDate())];
    const folder = join(this.#at.box.home, '.codex/sessions', ...day);
    mkdirSync(folder, { recursive: true });
    const line = JSON.stringify({ timestamp: now.toISOString(), type: 'event_msg', payload });
    appendFileSync(join(folder, `rollout-2026-${this.#thread}.jsonl`), `${line}\n`);
  }
}

export interface BegunTurn {
  /** What Codex tells its notify program. */
  readonly event: object;
  readonly end: () => void;
}

/** Version 7, as Codex makes them: its first digits are the time. */
function uuid(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const rest = randomBytes(8).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(4)}`;
}
