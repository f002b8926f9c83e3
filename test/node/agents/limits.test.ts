// The noted limits of a project, with the records of agents as files.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pane, Session } from '../../../src/core/tmux/pane.ts';
import { recordConversation } from '../../../src/node/agents/conversations.ts';
import { noteFailure, noteSuccess, readLimit } from '../../../src/node/agents/limits.ts';
import { lastTurn, lookForLimit } from '../../../src/node/messages/lastTurn.ts';
import { readTokens } from '../../../src/node/status/tokens.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('the limits of a project', () => {
  let box: Sandbox;
  let project: string;
  const now = Date.now();
  const until = now + 3_600_000;
  const reason = `usage limit, try again at ${new Date(until).toISOString()}`;
  beforeEach(() => {
    box = new Sandbox();
    project = box.directory('party-home/projects/key');
  });
  afterEach(() => box.dispose());
  const limited = async (role = 'codex') => (await readLimit(project, role))?.until;

  it('are one for each agent, and end with a turn that goes well', async () => {
    await noteFailure(project, 'codex', { reason, at: now });
    assert.equal(await limited(), new Date(until).toISOString());
    assert.equal(await limited('claude'), undefined);
    await noteSuccess(project, 'codex', now - 1);
    assert.notEqual(await limited(), undefined);
    await noteSuccess(project, 'codex', now + 1);
    assert.equal(await limited(), undefined);
  });

  it('do not come back when the failed turn is read again', async () => {
    await noteFailure(project, 'codex', { reason, at: now - 10 });
    await noteSuccess(project, 'codex', now - 5);
    await noteFailure(project, 'codex', { reason, at: now - 10 });
    assert.equal(await limited(), undefined);
    await noteFailure(project, 'codex', { reason, at: now });
    assert.notEqual(await limited(), undefined);
  });

  it('also hold after the clock was set back', async () => {
    await noteFailure(project, 'codex', { reason: 'usage limit, try again in 2 hours', at: now + 24 * 3_600_000 });
    assert.equal(await limited(), undefined);
    await noteFailure(project, 'codex', { reason, at: now });
    assert.equal(await limited(), new Date(until).toISOString());
  });

  it('exclude failures that waiting does not cure', async () => {
    assert.equal(await noteFailure(project, 'codex', { reason: 'API Error: 400', at: now }), undefined);
    assert.equal(await limited(), undefined);
  });

  describe("in Claude's record", () => {
    const session = { id: 's', project: 'key', createdAt: 0, path: '/p' } as Session;
    const pane = { role: 'claude', adapter: 'claude', demo: false } as Pane;
    const entry = (text: string, more: object = {}) => ({
      ...{ type: 'assistant', uuid: text, timestamp: new Date(now).toISOString() },
      message: { id: text, content: [{ text }], usage: { input_tokens: 10, output_tokens: 2 } },
      ...more,
    });
    const record = async (...entries: object[]) => {
      const transcript = join(box.root, 'transcript.jsonl');
      writeFileSync(transcript, entries.map((one) => `${JSON.stringify(one)}\n`).join(''));
      const conversation = { conversation: 'c', cwd: '/p', at: new Date().toISOString(), transcript };
      await recordConversation(project, 's', 'claude', conversation);
    };
    const look = () => lookForLimit(box.env, { session, pane });

    it('are also found when a person began the turn', async () => {
      await record(entry(reason, { isApiErrorMessage: true }));
      await look();
      assert.equal(await limited('claude'), new Date(until).toISOString());
    });

    it('are over when Claude has said something since', async () => {
      await noteFailure(project, 'claude', { reason, at: now - 1 });
      await record(entry(reason, { isApiErrorMessage: true }), entry('yes'));
      await look();
      assert.equal(await limited('claude'), undefined);
    });

    it('stand beside the tokens', async () => {
      assert.equal(await readTokens(box.env, session, pane), null);
      await record(entry('a'), entry('b'));
      assert.equal(await readTokens(box.env, session, pane), 24);
      assert.equal(await readTokens(box.env, session, { ...pane, demo: true }), null);
    });

    it('save the token sum of a long transcript for the next process', async () => {
      const kept = join(project, 'sessions/s/claude-tokens.json');
      await record(entry('a'), entry('b'));
      await readTokens(box.env, session, pane);
      assert.equal(existsSync(kept), false);
      appendFileSync(
        join(box.root, 'transcript.jsonl'),
        `${JSON.stringify(entry('c', { x: 'x'.repeat(2_000_000) }))}\n`,
      );
      assert.equal(await readTokens(box.env, session, pane), 36);
      const { offset, count } = JSON.parse(readFileSync(kept, 'utf8'));
      assert.deepEqual(
        [offset, count],
        [statSync(join(box.root, 'transcript.jsonl')).size, { before: 24, id: 'c', last: 12 }],
      );
    });

    for (const [what, other, tokens] of [
      ['goes on from the sum that another process left', {}, 1000 + 12],
      ['counts again when the sum is of another transcript', { transcript: '/other' }, 24],
      ['counts again when the transcript is shorter than the sum says', { offset: 1_000_000 }, 24],
    ] as const) {
      it(what, async () => {
        await record(entry('a'));
        const transcript = join(box.root, 'transcript.jsonl');
        const left = { transcript, offset: statSync(transcript).size, count: { before: 990, id: 'a', last: 10 } };
        writeFileSync(join(project, 'sessions/s/claude-tokens.json'), JSON.stringify({ ...left, ...other }));
        appendFileSync(transcript, `${JSON.stringify(entry('b'))}\n`);
        assert.equal(await readTokens(box.env, session, pane), tokens);
      });
    }
  });

  describe("in Codex's record", () => {
    const thread = '01a1eae5-e7bb-7171-8c6b-e36a83c87fcd';
    const other = '01a1eae5-e7bc-7171-8c6b-e36a83c87fcd';
    // A restored party is newer than the record of its Codex.
    const session = { id: 's', project: 'key', createdAt: now, path: '/p' } as Session;
    const pane = { role: 'codex', adapter: 'codex', demo: false, title: '' } as Pane;
    const ended = (id: string, error: string | null, ageMs = 0) => {
      const folder = box.directory('codex/sessions/2026/11/17');
      const at = now - ageMs;
      const payload = { type: 'task_complete', ...(error === null ? {} : { error: { message: error } }) };
      const file = join(folder, `rollout-2026-11-17T00-00-00-${id}.jsonl`);
      writeFileSync(file, `${JSON.stringify({ timestamp: new Date(at).toISOString(), payload })}\n`);
      utimesSync(file, at / 1000, at / 1000);
    };
    const last = (more: Partial<Pane> = {}) =>
      lastTurn({ ...box.env, CODEX_HOME: join(box.root, 'codex') }, { session, pane: { ...pane, ...more } });
    const remember = () =>
      recordConversation(project, 's', 'codex', { conversation: thread, cwd: '/p', at: new Date(now).toISOString() });

    it('stand beside the tokens, for which only the end of a long thread is read', async () => {
      const env = { ...box.env, CODEX_HOME: join(box.root, 'codex') };
      const file = join(box.directory('codex/sessions/2026/11/17'), `rollout-2026-11-17T00-00-00-${thread}.jsonl`);
      const line = (payload: object) => `${JSON.stringify({ timestamp: new Date(now).toISOString(), payload })}\n`;
      const cost = (input_tokens: number) =>
        line({ type: 'token_count', info: { total_token_usage: { input_tokens, output_tokens: 30 } } });
      const output = line({ type: 'other', text: 'x'.repeat(50_000) }).repeat(40);
      await remember();
      writeFileSync(file, cost(100) + output);
      assert.equal(await readTokens(env, session, pane), null);
      appendFileSync(file, cost(250));
      assert.equal(await readTokens(env, session, pane), 280);
      appendFileSync(file, output);
      assert.equal(await readTokens(env, session, pane), 280);
    });

    it('are those of its own thread, not of the newest thread of any project', async () => {
      ended(thread, reason, 3_600_000);
      ended(other, null);
      await remember();
      assert.equal((await last())?.kind, 'failed');
    });

    it('are not those of another thread while its own is not known', async () => {
      ended(other, null);
      assert.equal(await last(), undefined);
      await remember();
      assert.equal(await last(), undefined);
    });

    it('are those of the thread in the title before Codex has reported its thread', async () => {
      ended(thread, reason);
      ended(other, null);
      assert.equal((await last({ title: `Ready | ${thread.slice(0, 29)}...` }))?.kind, 'failed');
    });
  });
});
