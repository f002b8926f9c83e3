// What Party holds back while an agent is limited, with real panes and a stand-in for `codex exec`. The real clients are
// in test/agents/limits.test.ts.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AgentLimit } from '../../../src/core/agents/limits/limit.ts';
import { reminderLine } from '../../../src/core/messages/paneLines.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { whileAsking } from '../../../src/node/messages/mailboxLock.ts';
import { collabWords, twoTasks } from '../../support/parts/collab.ts';
import { goodPlan, planWords } from '../../support/parts/plan.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';

describe('a limit', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  beforeEach(() => {
    at = new ReceiverParty();
  });
  afterEach(() => at.dispose());

  const hour = () => new Date(Date.now() + 3_600_000);
  const past = () => new Date(Date.now() - 1000);
  const texts = async () => (await at.messages()).map(({ state }) => state);
  const review = (env: Record<string, string>) =>
    at.box.party(['review', 'request', '--headless'], { cwd: at.top, env });
  const agent = { CLAUDECODE: '1' };
  const limitOf = (role: string): AgentLimit => JSON.parse(readFileSync(at.durable(`limit-${role}.json`), 'utf8'));

  it('is in the status, and keeps the order of what it holds back', async () => {
    await at.start();
    const until = hour();
    at.limit('codex', until);
    for (const text of ['first', 'second']) {
      const { code, stderr } = await at.party('talk', 'codex', text);
      assert.equal(code, 6);
      assert.match(stderr, /Codex is limited until/);
    }
    await at.done('talk', 'claude', 'for Claude');
    const status = await at.status();
    assert.deepEqual(
      status.agents.map(({ role, limitedUntil }) => [role, limitedUntil]),
      [
        ['codex', until.toISOString()],
        ['claude', null],
        ['shell', null],
      ],
    );
    const { stdout } = await at.done('status');
    assert.match(stdout, /^Codex +\S.*, limited until .*You’ve hit your usage limit\.$/m);
    assert.match(stdout, /^Messages +2 held/m);
    assert.deepEqual(at.received(), []);
    at.limit('codex', past());
    for (const { id, to } of await at.messages()) if (to === 'codex') await at.becomes(id, 'submitted');
    assert.deepEqual(at.received(), ['first', 'second']);
  });

  it('lets only a message pass that a person sends anyway; an agent cannot', async () => {
    await at.start();
    at.limit('codex', hour());
    await at.party('talk', 'codex', 'first');
    await at.party('talk', 'codex', 'second');
    const second = await at.last();
    const byAgent = await at.box.party(['message', 'retry', second.id], { cwd: at.top, env: agent });
    assert.equal(byAgent.code, 6);
    await at.done('message', 'retry', second.id);
    assert.deepEqual(at.received(), ['second']);
    assert.deepEqual(await texts(), ['written', 'submitted']);
  });

  it('that is dated in the future, by a clock that was set back, holds nothing back', async () => {
    await at.start();
    at.limit('codex', new Date(Date.now() + 48 * 3_600_000), new Date(Date.now() + 24 * 3_600_000));
    await at.done('talk', 'codex', 'first');
    assert.deepEqual(at.received(), ['first']);
  });

  it('that cannot be read holds nothing back', async () => {
    await at.start();
    writeFileSync(at.durable('limit-codex.json'), '{"until": 5');
    await at.done('talk', 'codex', 'first');
    assert.deepEqual(at.received(), ['first']);
  });

  it('of codex exec: the next round is not requested, and Claude is notified when the limit is over', async () => {
    await at.start();
    at.forgetConfiguration();
    const failed = await review({ ...agent, STAND_IN: '429' });
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /429 Too Many Requests\. Ask again in a while\. Codex is limited until/);
    assert.deepEqual([limitOf('codex').kind, limitOf('codex').time], ['rate', 'guessed']);
    rmSync(at.codexLog);
    const second = await review({ ...agent, STAND_IN: '429' });
    assert.equal(second.code, 1);
    assert.match(second.stderr, /Codex is limited until .*so it was not asked/);
    assert.equal(existsSync(at.codexLog), false, 'Codex was asked');
    // One message for both, and it waits for Codex although it is for Claude.
    assert.deepEqual(await texts(), ['written']);
    assert.deepEqual(
      (await at.status()).messages.map(({ to, state }) => [to, state]),
      [['claude', 'held']],
    );
    at.limit('codex', past());
    await at.becomes((await at.last()).id, 'submitted');
    assert.match(at.received('claude').join(), /The limit of Codex is over\. Ask for the review again/);
  });

  it('of codex exec: Claude is not notified while a process asks Codex', async () => {
    await at.start();
    at.forgetConfiguration();
    await review({ ...agent, STAND_IN: '429' });
    const { id } = await at.last();
    await whileAsking(at.stateDir, async () => {
      at.limit('codex', past());
      await at.done('talk', 'claude', 'another');
      assert.deepEqual(await texts(), ['written', 'submitted']);
    });
    await at.becomes(id, 'submitted');
  });

  it('of codex exec: Claude is not notified when Codex was asked since, or too often', async () => {
    await at.start();
    at.forgetConfiguration();
    await review({ ...agent, STAND_IN: '429' });
    const { id } = await at.last();
    const resent = await at.party('message', 'resend', id, '--json');
    assert.equal(JSON.parse(resent.stdout).state, 'held');
    assert.equal((await at.last()).awaits, 'codex');
    const { code, stderr } = await review({});
    assert.equal(code, 0, stderr);
    assert.deepEqual(await texts(), ['cancelled', 'cancelled']);
    at.limit('codex', hour());
    writeFileSync(at.durable('limit-codex.json'), JSON.stringify({ ...limitOf('codex'), tries: 6 }));
    assert.match((await review(agent)).stderr, /so it was not asked/);
    assert.deepEqual(await texts(), ['cancelled', 'cancelled']);
    assert.deepEqual(at.received('claude'), []);
  });

  const remind = async (until: Date) => {
    await at.done('talk', 'codex', 'first');
    const message = await at.last();
    at.limit('codex', until);
    const event = { event: 'limited', id: message.id, n: 1, reason: 'usage limit' } as const;
    await openMailbox(at.stateDir).record({ ...event, line: reminderLine(message) });
    return message;
  };

  it('that a turn met: every command says that the message is held, and resend sends its own words', async () => {
    await at.start();
    const until = hour();
    const { id, line } = await remind(until);
    const listed = JSON.parse((await at.done('message', 'list', '--json')).stdout).messages;
    const byAgent = await at.box.party(['message', 'retry', id, '--json'], { cwd: at.top, env: agent });
    const resent = await at.party('message', 'resend', id, '--json');
    for (const shown of [
      listed[0],
      JSON.parse(byAgent.stdout),
      JSON.parse(resent.stdout),
      (await at.status()).messages[1],
    ])
      assert.deepEqual([shown?.state, shown?.until], ['held', until.toISOString()]);
    assert.equal((await at.last()).line, line);
    assert.deepEqual(await texts(), ['cancelled', 'written']);
  });

  it('that a status call finds: a relay starts and sends the reminder', async () => {
    await at.start();
    const { id } = await remind(past());
    await at.status();
    await at.becomes(id, 'submitted');
    assert.match(at.received().join('\n'), /^first\n.*Your limit is over\. Go on with the message \w+, reminder 1\./);
  });

  it('of codex exec does not keep a person from asking, and a round that goes well ends it', async () => {
    await at.start();
    at.forgetConfiguration();
    at.limit('codex', hour());
    const { code, stderr } = await review({});
    assert.equal(code, 0, stderr);
    assert.equal(limitOf('codex').tries, 0);
    const codex = (await at.status()).agents.find(({ role }) => role === 'codex');
    assert.equal(codex?.limitedUntil, null);
  });
});

describe('a loop that meets a limit', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  afterEach(() => at.dispose());

  /** Claude's hooks run in the party. */
  const begin = async (codex: string) => {
    at = await new ReceiverParty(codex).start();
    at.forgetConfiguration();
    Object.assign(at.env, { PARTY_SESSION: at.started.session.name, CLAUDE_PROJECT_DIR: at.top });
  };
  const held = async () => (await at.status()).messages.map(({ to, state }) => [to, state]);
  /** The time has come, and Claude hears what it has to do. */
  const goesOn = async (words: RegExp) => {
    at.limit('codex', new Date(Date.now() - 1000));
    await at.becomes((await at.last()).id, 'submitted');
    assert.match(at.received('claude').join(), words);
  };

  it('of a plan approves nothing, asks no second time, and goes on when the limit is over', async () => {
    await begin('planCodex.mjs');
    const { writePlan, wrote, planStatus } = planWords(at);
    await at.done('plan', 'start');
    const edit = { tool_name: 'Write', tool_input: { file_path: at.file('src/x.ts'), content: 'x' } };
    const gate = async () => (await at.hook('plan-gate', { hook_event_name: 'PreToolUse', ...edit })).stdout;
    assert.match((await writePlan(goodPlan, { CLAUDECODE: '1', STAND_IN: '429' })).text, /not approved: .*429/);
    assert.match((await wrote('docs/plan.md', { CLAUDECODE: '1' })).text, /limited until .*so it was not asked/);
    assert.deepEqual([at.calls().length, await held()], [1, [['claude', 'held']]]);
    assert.equal((await planStatus()).plan.kind, 'none');
    assert.equal(at.read('.claude/review/approval.json'), undefined);
    assert.match(await gate(), /the plan is not approved yet/);
    await goesOn(/The limit of Codex is over\. Write docs\/plan\.md again/);
    assert.match((await wrote('docs/plan.md', { CLAUDECODE: '1' })).text, /approved the plan \(version 1\)/);
    assert.deepEqual([at.calls().length, (await planStatus()).plan.kind, await gate()], [2, 'approved', '']);
  });

  it('of collab counts nothing, lets Claude stop, and reviews everything when the limit is over', async () => {
    await begin('collabCodex.mjs');
    const session = at.started.session.name;
    const { stop, state, reviews } = collabWords(at);
    at.env['PARTY_SESSION'] = session;
    at.write('docs/plan.md', twoTasks);
    await at.done('collab', 'start');
    const { block, said } = await stop({ STAND_IN: '429' });
    assert.equal(block, undefined);
    assert.match(said ?? '', /Codex has not reviewed this: .*429/);
    assert.match((await stop()).said ?? '', /limited until .*so it was not asked/);
    assert.deepEqual([at.calls().length, await held()], [1, [['claude', 'held']]]);
    assert.deepEqual([state()?.phase, reviews()], ['designing', []]);
    await goesOn(/The limit of Codex is over\. Stop, so that Codex reviews what you have done/);
    assert.match((await stop()).block ?? '', /the design/);
    assert.deepEqual([at.calls().length, state()?.phase, reviews().length], [2, 'implementing', 1]);
  });
});
