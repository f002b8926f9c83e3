// The end of Claude's turns, for messages. What collab does with it is in collabStop*.test.ts.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { hookScript } from '../../support/project.ts';
import { tracingNode } from './support/hookedProject.ts';
import { MailProject } from './support/mailProject.ts';

describe('stop', () => {
  let at: MailProject;
  beforeEach(() => {
    at = new MailProject();
  });
  afterEach(() => at.dispose());

  it("sends Claude's answer to the sender of the message", async () => {
    const [talk, question] = [await at.message(), await at.message('claude', 'question')];
    for (const { line } of [talk, question]) await at.submit(line);
    await at.end('the answer');
    assert.deepEqual((await at.current(talk))?.answer?.text, 'the answer');
    assert.equal((await at.current(question))?.state, 'submitted');
  });

  it('fails a message that waits for an answer when the model has failed', async () => {
    const [failed, other] = [await at.message(), await at.message()];
    await at.submit(failed.line);
    await at.submit(other.line, 'p2');
    const words = { last_assistant_message: 'API Error: 400 no such thing', error: 'invalid_request' };
    await at.answer('stop', at.claudeInput('StopFailure', words));
    const { state, reason } = (await at.current(failed)) ?? {};
    assert.deepEqual([state, reason], ['failed', `Claude could not answer: ${words.last_assistant_message}`]);
    assert.equal((await at.current(other))?.state, 'submitted');
  });

  it('keeps a message whose turn met a limit, and holds back what waits', async () => {
    const [taken, other] = [await at.message(), await at.message()];
    await at.submit(taken.line);
    await at.submit(other.line, 'p2');
    const words = { last_assistant_message: 'API Error: Repeated 529 Overloaded errors', error: 'server_error' };
    await at.answer('stop', at.claudeInput('StopFailure', words));
    const { state, reason, limits, line } = (await at.current(taken)) ?? {};
    assert.deepEqual([state, limits], ['written', 1]);
    assert.equal(reason, `Claude could not answer: ${words.last_assistant_message}`);
    assert.ok(line !== taken.line && line?.includes(taken.id));
    assert.equal((await at.current(other))?.state, 'submitted');
    // Claude may go on by itself: then its Stop names the same prompt.
    await at.end('after all');
    assert.equal((await at.current(taken))?.answer?.text, 'after all');
  });

  it('does not use the end of a later turn as the answer to an interrupted one', async () => {
    const [interrupted, later] = [await at.message(), await at.message()];
    await at.submit(interrupted.line, 'p1');
    await at.submit(later.line, 'p2');
    await at.end('for the later one', 'p2');
    assert.equal((await at.current(interrupted))?.state, 'submitted');
    assert.equal((await at.current(later))?.answer?.text, 'for the later one');
    assert.deepEqual(readdirSync(join(at.stateDir, 'messages/open')), []);
  });

  it('delivers the answer even when Party had read the message as returned to the composer', async () => {
    const [mistaken, other] = [await at.message(), await at.message()];
    for (const [{ id, line }, prompt] of [
      [mistaken, 'p1'],
      [other, 'p2'],
    ] as const) {
      await at.submit(line, prompt);
      await at.mailbox.record({ event: 'returned', id, prompt });
    }
    await at.end('the answer', 'p1');
    assert.equal((await at.current(mistaken))?.answer?.text, 'the answer');
    assert.equal((await at.current(other))?.returned, true);
    assert.deepEqual(readdirSync(join(at.stateDir, 'messages/open')), [other.id]);
  });

  it('does not start Node when nothing is open', async () => {
    const message = await at.message();
    await at.submit(message.line);
    await at.end('the answer');
    const { env, started } = tracingNode(at);
    await at.answer('stop', at.claudeInput('Stop', {}), env);
    assert.equal(started(), false);
    writeFileSync(join(at.stateDir, 'codex/outbox/x.json'), '');
    await at.answer('stop', at.claudeInput('Stop', {}), env);
    assert.equal(started(), true);
  });

  for (const PARTY_SESSION of ['party-app-1', 'app-1']) {
    it(`finds the party by ${PARTY_SESSION}`, async () => {
      const message = await at.message();
      await at.submit(message.line);
      await at.answer('stop', at.claudeInput('Stop', { last_assistant_message: 'x' }), { PARTY_SESSION });
      assert.equal((await at.current(message))?.state, 'answered');
    });
  }

  it('looks in /tmp by default', async () => {
    const { PARTY_STATE_ROOT: _, ...env } = at.env;
    const id = `test-${process.pid}`;
    const open = join('/tmp', `party-${id}`, 'messages/open');
    mkdirSync(open, { recursive: true });
    try {
      writeFileSync(join(open, 'x'), '');
      const { env: node, started } = tracingNode(at);
      const options = { cwd: at.top, env: { ...env, ...node, PARTY_SESSION: id }, extendEnv: false, input: '{}' };
      await execa('sh', [hookScript('stop')], options);
      assert.equal(started(), true);
    } finally {
      rmSync(join('/tmp', `party-${id}`), { recursive: true });
    }
  });

  it('is silent and logs one line when its input is invalid', async () => {
    await at.message();
    assert.equal(await at.answer('stop', '{"half'), '');
    assert.match(at.logText(), /"hook":"stop".*JSON/);
  });
});
