// The end of Codex's turns: which thread it is, and what was said.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../../src/core/messages/message.ts';
import { staysQuietFor } from '../../support/quiet.ts';
import { until } from '../../support/sandbox.ts';
import { MailProject } from './support/mailProject.ts';
import { cleanupScript, notifyScript, RecordingProject, recordsInAPartyOnly } from './support/recordingProject.ts';

describe('notify', () => {
  let at: RecordingProject;
  beforeEach(() => {
    at = new RecordingProject();
  });
  afterEach(() => at.dispose());

  recordsInAPartyOnly('notify', notifyScript, () => at);

  it("records Codex's thread beside Claude's, each in its own file", async () => {
    await Promise.all([
      at.observes(notifyScript, [at.codexEvent()]),
      at.observes(cleanupScript, [], at.claudeInput('SessionStart')),
    ]);
    assert.equal(at.record('codex').conversation, '01a1e39c-9f3a-7cb2-b176-8600e6b553e9');
    assert.equal(at.record('claude').conversation, '6c6cc175-d060-48d1-a9be-d4387ce81c38');
  });

  it('ignores the thread that only finds a title', async () => {
    await at.observes(notifyScript, [at.codexEvent()]);
    await at.observes(notifyScript, [
      at.codexEvent('Generate a concise, single-line task title of at most 36 …', 'other'),
    ]);
    assert.equal(at.record('codex').conversation, '01a1e39c-9f3a-7cb2-b176-8600e6b553e9');
  });

  for (const name of ['the event', 'nonsense']) {
    it(`passes ${name} unchanged to the user's own notify program`, async () => {
      const payload = name === 'nonsense' ? '{"half' : at.codexEvent('a "b" $c `d`\nπ');
      const got = join(at.root, 'got');
      const mine = at.program('mine', `printf '%s|' "$@" > '${got}.new'; mv '${got}.new' '${got}'`);
      await at.userNotify(mine, 'one two');
      await at.observes(notifyScript, [payload]);
      await until('the program', () => existsSync(got));
      assert.equal(readFileSync(got, 'utf8'), `one two|${payload}|`);
    });
  }

  it("records the thread although the user's program cannot be started", async () => {
    await at.userNotify('/nowhere/notify');
    await at.observes(notifyScript, [at.codexEvent()]);
    assert.ok(at.record('codex').conversation);
    assert.match(at.hookLog()[0]?.message ?? '', /"\/nowhere\/notify" did not start/);
  });

  it("does not call itself when the user's program is this script", async () => {
    const calls = join(at.root, 'calls');
    const again = at.program('again', `echo x >> '${calls}'; exec sh '${notifyScript}' "$1"`);
    await at.userNotify(again);
    await at.observes(notifyScript, [at.codexEvent()]);
    await until('the first call', () => existsSync(calls));
    await staysQuietFor(300, () => readFileSync(calls, 'utf8'));
    assert.equal(readFileSync(calls, 'utf8'), 'x\n');
  });
});

describe('notify and messages', () => {
  let at: MailProject;
  beforeEach(() => {
    at = new MailProject();
  });
  afterEach(() => at.dispose());

  it("sends Codex's answer to the sender of the message, and records that the message was submitted", async () => {
    const [talk, question, other] = [
      await at.message('codex'),
      await at.message('codex', 'question'),
      await at.message('codex'),
    ];
    for (const { id } of [talk, question]) await at.mailbox.record({ event: 'typing', id });
    await at.codexTurn([`x question-${question.id}.md`, `${talk.line}`], 'the answer');
    assert.equal((await at.current(talk))?.answer?.text, 'the answer');
    assert.equal((await at.current(question))?.state, 'submitted');
    assert.equal((await at.current(other))?.state, 'written');
  });

  it('ends a limit, so that the next message of who has the answer is not held back', async () => {
    const message = await at.message('codex');
    await at.mailbox.record({ event: 'submitted', id: message.id, by: 'rollout' });
    const [met, until] = [new Date(Date.now() - 1000), new Date(Date.now() + 3_600_000)].map((time) =>
      time.toISOString(),
    );
    const file = at.durable('limit-codex.json');
    mkdirSync(at.durable(), { recursive: true });
    writeFileSync(file, JSON.stringify({ kind: 'usage', at: met, until, reason: 'a limit', time: 'named', tries: 1 }));
    await at.codexTurn([message.line], 'the answer');
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).tries, 0);
  });

  it('does not use the words of a later turn as the answer to an earlier message', async () => {
    const [interrupted, later] = [await at.message('codex'), await at.message('codex')];
    for (const { id } of [interrupted, later]) await at.mailbox.record({ event: 'submitted', id, by: 'rollout' });
    await at.codexTurn(['hello', interrupted.line, later.line], 'the answer');
    assert.equal((await at.current(later))?.answer?.text, 'the answer');
    assert.deepEqual(
      [(await at.current(interrupted))?.state, (await at.current(interrupted))?.answer],
      ['submitted', undefined],
    );
  });

  it('answers every message of the turn that the rollout file names', async () => {
    const thread = '01a1e751-192e-71a3-b258-ea6e22a8b48e';
    const [before, turn] = ['01a1e751-4f32-7a70-8585-6b6b815bd39d', '01a1e751-5c0b-7ed2-b606-a53af0d4c910'];
    const [interrupted, first, steered] = [
      await at.message('codex'),
      await at.message('codex'),
      await at.message('codex'),
    ];
    const said = (turn_id: string, { line }: Message) => ({
      timestamp: '2026-11-17T02:23:51.335Z',
      type: 'response_item',
      payload: {
        ...{ type: 'message', role: 'user', content: [{ type: 'input_text', text: line }] },
        internal_chat_message_metadata_passthrough: { turn_id },
      },
    });
    const day = join(at.box.home, '.codex/sessions/2026/11/17');
    mkdirSync(day, { recursive: true });
    const lines = [said(before, interrupted), said(turn, first), said(turn, steered)];
    writeFileSync(
      join(day, `rollout-2026-11-17T02-23-34-${thread}.jsonl`),
      lines.map((one) => JSON.stringify(one)).join('\n'),
    );
    for (const { id } of [interrupted, first, steered])
      await at.mailbox.record({ event: 'submitted', id, by: 'rollout' });
    await at.notify({
      ...{ 'thread-id': thread, 'turn-id': turn, 'last-assistant-message': 'both' },
      'input-messages': [interrupted, first, steered].map(({ line }) => line),
    });
    const answers = await Promise.all(
      [interrupted, first, steered].map(async (one) => (await at.current(one))?.answer?.text),
    );
    assert.deepEqual(answers, [undefined, 'both', 'both']);
  });

  it('does not mark a message as answered when a person only mentions it', async () => {
    const [queued, shown] = [await at.message('codex'), await at.message('codex')];
    await at.mailbox.record({ event: 'submitted', id: shown.id, by: 'rollout' });
    await at.codexTurn([`what is in ${queued.file} and in ${shown.file}?`], 'nothing');
    assert.equal((await at.current(queued))?.state, 'written');
    assert.equal((await at.current(shown))?.state, 'submitted');
    await at.codexTurn([shown.line], 'the answer');
    assert.equal((await at.current(shown))?.answer?.text, 'the answer');
  });

  it('records nothing about a message of a failed turn when later turns end', async () => {
    const failed = await at.message('codex');
    await at.mailbox.record({ event: 'submitted', id: failed.id, by: 'rollout' });
    await at.mailbox.record({ event: 'ended', id: failed.id, reason: 'Codex could not answer' });
    const journal = () => readFileSync(join(at.stateDir, 'messages.jsonl'), 'utf8');
    const before = journal();
    await at.codexTurn([failed.line, 'go on'], 'done');
    assert.equal(journal(), before);
  });

  it('collects the letters, and logs invalid ones', async () => {
    const outbox = join(at.stateDir, 'codex/outbox');
    writeFileSync(join(outbox, 'a.json'), JSON.stringify({ version: 1, id: 'abcdefgh1', text: 'Why?' }));
    writeFileSync(join(outbox, 'b.json'), 'nonsense');
    await at.codexTurn(['hello'], 'done');
    const states = (await at.mailbox.messages()).map(({ from, to, kind, state }) => `${from} ${to} ${kind} ${state}`);
    assert.deepEqual(states, ['codex claude question written', 'codex claude question failed']);
    assert.deepEqual(readdirSync(outbox), []);
    assert.match(at.logText(), /b\.json in its outbox, which is not JSON/);
  });
});
