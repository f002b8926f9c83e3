// A project in a party with a mailbox, for the hooks that know of messages: they are called as the clients call them.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../../../src/core/messages/message.ts';
import { openMailbox } from '../../../../src/node/messages/mailbox.ts';
import { Project } from '../../../support/project.ts';
import { node20, type Output, repository } from '../../../support/sandbox.ts';

type Env = Readonly<Record<string, string>>;

export const notifyScript = join(repository, 'resources/codex/notify.sh');

export class MailProject extends Project {
  readonly stateDir = join(this.box.stateRoot, 'party-app-1');
  readonly mailbox = openMailbox(this.stateDir);

  constructor() {
    super();
    Object.assign(this.env, { PARTY_SESSION: 'party-app-1', PARTY_NODE: node20 });
    mkdirSync(join(this.stateDir, 'codex/outbox'), { recursive: true, mode: 0o700 });
  }

  /** What the hook printed. Whatever happens inside, it neither complains nor fails. */
  async answer(name: string, input: object | string, env: Env = {}): Promise<string> {
    return printed(await this.hook(name, input, env));
  }

  claudeInput(event: string, fields: object) {
    return {
      ...{ session_id: 's', transcript_path: '/t.jsonl', cwd: this.top, prompt_id: 'p1', hook_event_name: event },
      ...fields,
    };
  }

  submit(prompt: string, prompt_id = 'p1', transcript_path = '/t.jsonl'): Promise<string> {
    return this.answer('skill-eval', this.claudeInput('UserPromptSubmit', { prompt_id, prompt, transcript_path }));
  }

  end(last_assistant_message: string, prompt_id = 'p1'): Promise<string> {
    return this.answer('stop', this.claudeInput('Stop', { prompt_id, last_assistant_message }));
  }

  async notify(event: object): Promise<string> {
    const text = JSON.stringify({ type: 'agent-turn-complete', cwd: this.top, ...event });
    return printed(await this.script([notifyScript, text], text));
  }

  codexTurn(messages: string[], answer: string): Promise<string> {
    const ids = { 'thread-id': 't', 'turn-id': 'u' };
    return this.notify({ ...ids, 'input-messages': messages, 'last-assistant-message': answer });
  }

  /** Claude's own record of the conversation. */
  transcript(...entries: object[]): string {
    const path = join(this.root, 'transcript.jsonl');
    writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    return path;
  }

  message(to = 'claude', kind: 'talk' | 'question' = 'talk'): Promise<Message> {
    return this.mailbox.write({ to, from: 'human', kind, text: 'hello', line: ({ id }) => `[HUMAN ${id}] hello` });
  }

  async current({ id }: Message): Promise<Message | undefined> {
    return (await this.mailbox.messages()).find((message) => message.id === id);
  }

  /** The log of the hooks as it is. */
  logText(): string {
    const log = this.durable('hooks.jsonl');
    return existsSync(log) ? readFileSync(log, 'utf8') : '';
  }
}

function printed({ code, stdout, stderr }: Output): string {
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}
