// Messages that reach the real Codex through its own queue, because they could not be typed for long.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/message.ts';
import { until } from '../support/sandbox.ts';
import { agentBin } from './home.ts';
import { Party } from './party.ts';

const draft = 'half a line';

describe('the queue of the real Codex', function () {
  this.timeout(180_000);
  let party: Party;
  let mode: string;
  let calls: string;
  beforeEach(async () => {
    party = await Party.start({
      codex: [{ when: /./, say: 'HEARD' }],
      prepare: ({ root }) => {
        mode = join(root, 'queue-mode');
        calls = join(root, 'queue-calls');
        const program = join(root, 'codex-between');
        writeFileSync(program, between(mode, calls), { mode: 0o755 });
        const agents = { codex: { command: [program], adapter: 'codex' } };
        writeFileSync(join(root, 'project/tmux-team.json'), JSON.stringify({ agents }));
      },
    });
    await party.becomes('codex', 'idle');
    // A thread without a turn takes no queued messages. On a busy machine Codex may take the message after the call.
    await command('talk', 'codex', 'hello');
    await heard('hello');
    await becomes('answered');
    await party.becomes('codex', 'idle');
  });
  afterEach(() => party?.dispose());

  const command = (...args: string[]) => party.sandbox.party(args, { cwd: party.project });
  /** How often it is in the conversation, as the model has it. */
  const times = (text: string) =>
    (party.codex.requests.at(-1)?.prompts ?? []).filter((prompt) => prompt.includes(text)).length;
  const heard = (text: string) =>
    party.seen(
      'codex',
      until(text, () => times(text) > 0, 60_000),
    );
  const last = async (): Promise<Message> => {
    const message = (await party.messages()).at(-1);
    assert.ok(message !== undefined);
    return message;
  };
  const becomes = (state: Message['state']) =>
    until(
      `the message to be ${state}`,
      async () => {
        await command('message', 'list');
        return (await last()).state === state;
      },
      60_000,
    );
  const wasLongAgo = (id: string, what: 'blocked' | 'idle') => {
    const at = new Date(Date.now() - 120_000).toISOString();
    appendFileSync(join(party.stateDir, 'messages.jsonl'), `${JSON.stringify({ event: 'noticed', id, what, at })}\n`);
  };
  /** A message that could not be typed for two minutes, as far as the journal knows. */
  const blocked = async (text: string) => {
    await command('talk', 'codex', text);
    const { id } = await until('the first look', async () => {
      const message = await last();
      return message.noticed?.what === 'blocked' && message;
    });
    wasLongAgo(id, 'blocked');
    await command('message', 'list');
  };
  const typeDraft = async () => {
    await party.press('codex', '-l', draft);
    await party.shows('codex', `› ${draft}`);
  };
  const queueCalls = () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n').length : 0);
  const endCodex = async () => {
    const pane = party.started.panes.codex;
    const { stdout } = await party.sandbox.tmux('display-message', '-p', '-t', pane, '#{pane_pid}');
    process.kill(Number(stdout), 'SIGKILL');
    await party.becomes('codex', 'dead');
  };

  it('takes a message while a half-typed line stays in the composer', async () => {
    await typeDraft();
    await blocked('!first with @file and $skill');
    await heard('!first with @file and $skill');
    await becomes('answered');
    assert.equal(times('!first with @file'), 1);
    assert.match(await party.screen('codex'), new RegExp(`› ${draft}`));
    // The next one is typed again.
    await party.press('codex', 'C-u');
    await command('talk', 'codex', 'second');
    await heard('second');
    await becomes('answered');
    assert.equal(queueCalls(), 1);
  });

  it('keeps a message for a Codex that has ended, until a restart; a cancelled one does not come', async () => {
    await endCodex();
    await blocked('for later');
    await becomes('queued');
    assert.equal((await command('message', 'cancel', (await last()).id)).code, 0);
    await blocked('wanted');
    await becomes('queued');
    assert.equal((await command('restart', 'codex')).code, 0);
    await heard('wanted');
    await becomes('answered');
    assert.deepEqual([times('wanted'), times('for later')], [1, 0]);
  });

  for (const when of ['before', 'after'] as const) {
    it(`gets no message twice when the sender is killed with -9 right ${when} the call`, async () => {
      await typeDraft();
      writeFileSync(mode, when);
      await blocked('once');
      await until('the call', () => queueCalls() === 1);
      rmSync(mode);
      if (when === 'after') {
        await heard('once');
        await becomes('answered');
        assert.equal(times('once'), 1);
      } else {
        await until('the look', async () => {
          await command('message', 'list');
          return (await last()).noticed?.what === 'idle';
        });
        wasLongAgo((await last()).id, 'idle');
        await becomes('unsure');
        assert.equal(times('once'), 0);
        await party.press('codex', 'C-u');
        assert.equal((await command('message', 'resend', (await last()).id)).code, 0);
        await heard('once');
        assert.equal(times('once'), 1);
      }
      assert.equal(queueCalls(), 1);
    });
  }
});

/** The real Codex, behind a script that kills the caller of `codex queue` when it is told to. */
function between(mode: string, calls: string): string {
  const real = `'${join(agentBin, 'codex')}'`;
  return [
    '#!/bin/sh',
    `[ "$1" = queue ] || exec ${real} "$@"`,
    `echo call >> '${calls}'`,
    `case "$(cat '${mode}' 2>/dev/null)" in`,
    '  before) kill -KILL $PPID; exit 1;;',
    `  after) ${real} "$@"; kill -KILL $PPID; exit 1;;`,
    'esac',
    `exec ${real} "$@"`,
    '',
  ].join('\n');
}
