// The real clients at the limits of their providers: what Party shows, what it holds back, and how it goes on when no
// person is there.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentLimit } from '../../src/core/agents/limits/limit.ts';
import type { Message } from '../../src/core/messages/message.ts';
import type { Status } from '../../src/core/status/status.ts';
import { writeAtomic } from '../../src/node/system/store.ts';
import { until } from '../support/sandbox.ts';
import type { ModelFailure } from './models/server.ts';
import { type Agent, Party } from './party.ts';

describe('the real agents at a limit', function () {
  this.timeout(90_000);
  let party: Party;
  let fails: ModelFailure | undefined;

  beforeEach(async () => {
    fails = undefined;
    const limited = {
      get fail() {
        return fails;
      },
      say: 'HEARD',
    };
    party = await Party.start({
      claude: [Object.assign(Object.create(limited), { when: /./ })],
      codex: [Object.assign(Object.create(limited), { when: /./ })],
    });
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  });
  afterEach(() => party?.dispose());

  const run = (...args: string[]) => party.sandbox.party(args, { cwd: party.project });
  const status = () => party.sandbox.partyJson<Status>(['status'], { cwd: party.project });
  async function talk(role: Agent, text: string, ...options: string[]) {
    const output = await run('talk', role, text, ...options);
    // Not by its line: after a limit, that is a reminder.
    const message = (await party.messages()).findLast(({ to }) => to === role);
    return { ...output, id: message?.id ?? '' };
  }
  const find = async (id: string) => (await party.messages()).find((one) => one.id === id) as Message;
  /** Without a command of Party: only its relay may move the message. */
  const becomes = (id: string, what: string, is: (message: Message) => unknown) =>
    until(`${id} ${what}`, async () => is(await find(id)), 40_000).catch(async (error) => {
      throw new Error(
        `${error}: ${JSON.stringify(await find(id))}\n${readFileSync(join(party.stateDir, 'messages.jsonl'))}`,
      );
    });
  const limitFile = (role: Agent) => join(dirname(party.hookLog), `limit-${role}.json`);
  /** As if the time had come. Atomic: a relay that reads half a file finds no limit, and notes the failed turn again. */
  async function endLimit(role: Agent): Promise<void> {
    const limit = JSON.parse(readFileSync(limitFile(role), 'utf8')) as AgentLimit;
    const until = new Date(Date.now() - 1000).toISOString();
    await writeAtomic(limitFile(role), JSON.stringify({ ...limit, until }));
  }
  const prompts = (role: Agent) => party[role].requests.at(-1)?.prompts ?? [];
  const typed = (role: Agent, text: string) => prompts(role).filter((prompt) => prompt.includes(text)).length;

  const usageLimit = (resetsAt: number): ModelFailure => ({
    status: 429,
    body: {
      error: { type: 'usage_limit_reached', message: 'The usage limit', plan_type: 'plus', resets_at: resetsAt / 1000 },
    },
  });
  const overload: ModelFailure = {
    status: 529,
    body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  };

  it('Codex: shows the end of the limit, holds messages back, and continues by itself without typing a text twice', async () => {
    const resets = Math.ceil(Date.now() / 60_000) * 60_000 + 2 * 3600_000;
    fails = usageLimit(resets);
    const first = await talk('codex', 'the first question');
    assert.equal(first.code, 0, first.stderr);
    await becomes(first.id, 'to have met the limit', ({ limits }) => limits === 1);
    const { agents, messages } = await status();
    const until = agents.find(({ role }) => role === 'codex')?.limitedUntil ?? '';
    assert.equal(Math.round((Date.parse(until) - resets) / 60_000), 0, until);
    assert.deepEqual(
      messages.map(({ state, until: held }) => [state, held]),
      [['held', until]],
    );
    assert.match((await run('status')).stdout, /^Codex +idle, limited until .*\d\d:\d\d/m);

    const asked = party.codex.requests.length;
    const second = await talk('codex', 'the second question', '--wait', '--timeout', '30s');
    assert.equal(second.code, 6, second.stderr);
    assert.match(second.stderr, /Codex is limited until .*The message is held, and goes on by itself/);
    assert.equal(party.codex.requests.length, asked, 'it was sent into the next failure');

    fails = undefined;
    await endLimit('codex');
    for (const { id } of [first, second]) await becomes(id, 'to be answered', ({ answer }) => answer?.text === 'HEARD');
    assert.deepEqual([typed('codex', 'the first question'), typed('codex', 'the second question')], [1, 1]);
    assert.equal(typed('codex', `${first.id}, reminder 1`), 1);
    const after = (await status()).agents.find(({ role }) => role === 'codex');
    assert.equal(after?.limitedUntil, null);
    assert.ok((after?.tokens ?? 0) > 0, 'no tokens');
  });

  it('Codex: the round of a review stays open, and goes on by a reminder', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t', ...args], {
        ...{ cwd: party.project, env: party.sandbox.env },
      });
    git('commit', '--quiet', '--allow-empty', '-m', 'Begin');
    git('checkout', '--quiet', '-b', 'work');
    writeFileSync(join(party.project, 'code.js'), 'broken();\n');
    fails = usageLimit(Date.now() + 2 * 3600_000);
    const { code, stderr } = await run('review', 'request');
    assert.equal(code, 0, stderr);
    const { id } = (await party.messages()).findLast(({ kind }) => kind === 'review') as Message;
    await becomes(id, 'to have met the limit', ({ limits }) => limits === 1);
    const { review } = await status();
    assert.deepEqual([review.kind, review.round, review.standstill ?? null], ['requested', 1, null]);
    fails = undefined;
    await endLimit('codex');
    await becomes(id, 'to be submitted again', ({ state }) => state === 'submitted');
    // Codex records the line before it asks the model.
    await until('the request with the reminder', () => typed('codex', `${id}, reminder 1`) === 1);
    assert.equal((await status()).review.kind, 'requested');
  });

  it('Codex: a limit that a person meets in the pane holds messages back, and a person can send anyway', async () => {
    fails = usageLimit(Date.now() + 2 * 3600_000);
    await party.say('codex', 'typed by hand');
    await until('the limit to be seen', async () => {
      const codex = (await status()).agents.find(({ role }) => role === 'codex');
      return codex?.limitedUntil !== null;
    });
    const held = await talk('codex', 'not yet');
    assert.equal(held.code, 6, held.stderr);
    fails = undefined;
    const sent = await run('message', 'retry', held.id);
    assert.equal(sent.code, 0, sent.stderr);
    await becomes(held.id, 'to be answered', ({ answer }) => answer?.text === 'HEARD');
    // Its turn went well, so there is no limit any more.
    const codex = (await status()).agents.find(({ role }) => role === 'codex');
    assert.equal(codex?.limitedUntil, null);
  });

  it('Claude: an overload is waited out, and one line names the message', async () => {
    fails = overload;
    const { code, id, stderr } = await talk('claude', 'an overloaded one');
    assert.equal(code, 0, stderr);
    await becomes(id, 'to have met the overload', ({ limits }) => limits === 1);
    const claude = (await status()).agents.find(({ role }) => role === 'claude');
    assert.deepEqual([claude?.limit?.kind, claude?.limit?.time], ['overload', 'guessed']);
    assert.ok(Date.parse(claude?.limitedUntil ?? '') > Date.now());
    fails = undefined;
    await endLimit('claude');
    await becomes(id, 'to be answered', ({ answer }) => answer?.text === 'HEARD');
    assert.equal(typed('claude', 'an overloaded one'), 1);
    assert.equal(typed('claude', `${id}, reminder 1`), 1);
  });

  it('Claude: is not reminded when a person has gone on with it', async () => {
    fails = overload;
    const { id } = await talk('claude', 'an overloaded one');
    await becomes(id, 'to have met the overload', ({ limits }) => limits === 1);
    fails = undefined;
    await party.say('claude', 'please go on');
    await becomes(id, 'to be left to the person', ({ state }) => state === 'failed');
    assert.match((await find(id)).reason ?? '', /Claude could not answer: .*529.*has gone on with something else/);
    assert.equal(typed('claude', 'reminder 1'), 0);
  });
});
