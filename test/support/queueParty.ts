// A party in which Codex is a stand-in with a queue (test/node/fixtures/queueCodex.mjs).

import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/message.ts';
import { ReceiverParty } from './receiverParty.ts';
import { repository, until } from './sandbox.ts';

const standIn = join(repository, 'test/node/fixtures/queueCodex.mjs');

export class QueueParty extends ReceiverParty {
  readonly codexHome = join(this.box.home, '.codex');

  override configure(): void {
    super.configure();
    const file = join(this.top, 'tmux-team.json');
    const { agents } = JSON.parse(readFileSync(file, 'utf8'));
    const codex = { command: [process.execPath, standIn, this.log('codex')], adapter: 'codex' };
    writeFileSync(file, JSON.stringify({ agents: { ...agents, codex } }));
  }

  /** Codex has had a turn, so its thread is known; then a person types half a line into its composer. */
  async withDraft(): Promise<this> {
    await this.start();
    await this.done('talk', 'codex', 'hello');
    await this.box.tmux('send-keys', '-l', '-t', this.codex, 'half a line');
    await until('the draft', () => this.hasDraft());
    return this;
  }

  async hasDraft(): Promise<boolean> {
    return (await this.box.tmux('capture-pane', '-p', '-t', this.codex)).stdout.includes('› half a line');
  }

  /** Sends a message that cannot be typed, and makes it look as if it could not be typed for a long time. */
  async blocked(text = 'first'): Promise<Message> {
    await this.party('talk', 'codex', text);
    const { id } = await this.last();
    await until('the first look', async () => (await this.last()).noticed?.what === 'blocked');
    this.wasLongAgo(id, 'blocked');
    await this.party('message', 'list');
    return this.last();
  }

  wasLongAgo(id: string, what: 'blocked' | 'idle'): void {
    const at = new Date(Date.now() - 120_000).toISOString();
    appendFileSync(join(this.stateDir, 'messages.jsonl'), `${JSON.stringify({ event: 'noticed', id, what, at })}\n`);
  }

  /** What the next calls of `codex queue` do. */
  queueWill(mode: 'refuse' | 'hang' | 'fail-before' | 'fail-after' | 'kill-before' | 'kill-after' | 'add'): void {
    mkdirSync(this.codexHome, { recursive: true });
    writeFileSync(join(this.codexHome, 'queue.mode'), mode);
  }

  /** Codex does not say what is in its queue. */
  muteServer(): void {
    writeFileSync(join(this.codexHome, 'server.mute'), '');
  }

  /** Codex takes nothing from its queue. */
  stopQueue(): void {
    mkdirSync(this.codexHome, { recursive: true });
    writeFileSync(join(this.codexHome, 'queue.stopped'), '');
  }

  startQueue(): void {
    rmSync(join(this.codexHome, 'queue.stopped'));
  }

  /** How often `codex queue` was called. */
  queueCalls(): number {
    const file = join(this.codexHome, 'queue.calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
  }
}
