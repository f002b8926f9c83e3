// Turns of the real clients that come to nothing: the model fails, or a person presses Esc.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/message.ts';
import type { Status } from '../../src/core/status/status.ts';
import { until } from '../support/sandbox.ts';
import type { ModelFailure } from './models/server.ts';
import { type Agent, Party } from './party.ts';

describe('a failed turn of the real agents', function () {
  this.timeout(60_000);
  let party: Party;
  /** How the models fail now, and whether they take for ever. */
  let fails: ModelFailure | undefined;
  let hangs = false;

  before(async () => {
    const trouble = {
      get fail() {
        return fails;
      },
      get say() {
        // Claude shows whole lines of what is still coming.
        return fails === 'stall' ? 'I begin\n\nand go on\n\n' : 'HEARD';
      },
      get after() {
        return hangs ? new Promise<void>(() => {}) : undefined;
      },
    };
    party = await Party.start({
      claude: [Object.assign(Object.create(trouble), { when: /./ })],
      codex: [Object.assign(Object.create(trouble), { when: /./ })],
    });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t', ...args], {
        cwd: party.project,
        env: party.sandbox.env,
      });
    writeFileSync(join(party.project, 'code.js'), 'old();\n');
    git('add', '.');
    git('commit', '--quiet', '-m', 'Begin');
    git('checkout', '--quiet', '-b', 'work');
    writeFileSync(join(party.project, 'code.js'), 'broken();\n');
    await Promise.all([party.becomes('claude', 'idle'), party.becomes('codex', 'idle')]);
  });
  after(() => party?.dispose());
  afterEach(() => {
    fails = undefined;
    hangs = false;
  });

  const run = (...args: string[]) => party.sandbox.party(args, { cwd: party.project });
  async function talk(role: Agent, text: string, ...options: string[]) {
    const { code, stdout, stderr } = await run('talk', role, text, ...options);
    // Not by its line: after a limit, that is a reminder.
    const message = (await party.messages()).findLast(({ to, from }) => to === role && from === 'human');
    return { code, stdout, stderr, id: message?.id ?? '' };
  }
  const find = async (id: string) => (await party.messages()).find((one) => one.id === id) as Message;
  const list = async (id: string) =>
    (await run('message', 'list')).stdout.split('\n').find((line) => line.startsWith(id)) ?? '';
  const asked = (role: Agent, id: string) => party[role].requests.some(({ userText }) => userText.includes(id));
  const shown = (role: Agent, id: string) =>
    party[role].requests.at(-1)?.prompts.filter((prompt) => prompt.includes(id)).length;
  /** The model has the message, and says nothing. */
  async function hang(role: Agent, text: string): Promise<string> {
    hangs = true;
    const { id } = await talk(role, text);
    await until('the model to be asked', () => asked(role, id));
    await party.becomes(role, 'busy');
    return id;
  }
  /** Looks at the pane only: `party status` would find out what has happened. */
  async function interrupt(role: Agent, text: string, sign: string): Promise<void> {
    await party.press(role, 'Escape');
    const below = async () => (await party.screen(role)).split(text).at(-1) ?? '';
    await until(`"${sign}" below "${text}"`, async () => (await below()).includes(sign));
    hangs = false;
  }

  describe('Codex', () => {
    const limit = { status: 429, body: { error: { type: 'usage_limit_reached', message: 'The usage limit' } } };

    it('reports its limit at once, and continues with the message when a person sends it anyway', async () => {
      fails = limit;
      const { code, stdout, stderr, id } = await talk('codex', 'at the limit', '--wait', '--timeout', '50s');
      assert.deepEqual([code, stdout], [6, '']);
      assert.match(stderr, new RegExp(`Codex is limited until .*is held.*party message retry ${id}`));
      assert.match((await find(id)).reason ?? '', /Codex could not answer: You.ve hit your usage limit/);
      assert.match(await list(id), /held: Codex is limited until/);
      fails = undefined;
      const retried = await run('message', 'retry', id);
      assert.equal(retried.code, 0, retried.stderr);
      await until('the answer', async () => (await find(id)).answer?.text === 'HEARD');
      assert.equal(shown('codex', 'at the limit'), 1);
    });

    it('whose stream breaks shows in party status', async () => {
      fails = 'cut';
      const { code, id } = await talk('codex', 'a broken stream');
      assert.equal(code, 0);
      const failed = await until('the failure', async () => {
        const { messages } = await party.sandbox.partyJson<Status>(['status'], { cwd: party.project });
        return messages.find((one) => one.id === id && one.state === 'failed');
      });
      assert.match(failed.reason ?? '', /Codex could not answer: stream disconnected/);
    });

    it('that is interrupted does not answer with the words of its next turn', async () => {
      const id = await hang('codex', 'an endless question');
      await interrupt('codex', 'an endless question', 'Conversation interrupted');
      await party.say('codex', 'something else');
      const failed = await until('the interrupt to be noticed', async () => {
        const message = await find(id);
        return message.state !== 'submitted' && message;
      });
      assert.match(failed.reason ?? '', /Codex was interrupted/);
      // Between the interrupt and the next turn it is idle for a moment, too.
      await until('the next turn', () => party.codex.requests.at(-1)?.userText.includes('something else'));
      await party.becomes('codex', 'idle');
      const { state, answer } = await find(id);
      assert.deepEqual([state, answer], ['failed', undefined]);
    });

    it('that is interrupted ends the wait for its answer', async () => {
      hangs = true;
      const waiting = talk('codex', 'will you ever', '--wait', '--timeout', '50s');
      await until('the question', () => party.codex.requests.at(-1)?.userText.includes('will you ever'));
      await party.becomes('codex', 'busy');
      await interrupt('codex', 'will you ever', 'Conversation interrupted');
      const { code, stdout, stderr } = await waiting;
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /Codex was interrupted before it finished/);
    });

    it('does not count the round of a review, which can be requested again at once', async () => {
      const status = async () => (await party.sandbox.partyJson<Status>(['status'], { cwd: party.project })).review;
      fails = { status: 400, body: { error: { type: 'invalid_request_error', message: 'no such thing' } } };
      const { code, stderr } = await run('review', 'request');
      assert.equal(code, 0, stderr);
      const { kind, round } = await until('the round to be given back', async () => {
        const now = await status();
        return now.kind !== 'requested' && now;
      });
      assert.deepEqual([kind, round], ['none', 0]);
      const request = (await party.messages()).findLast((one) => one.kind === 'review') as Message;
      assert.equal(request.state, 'failed');
      assert.match((await run('status')).stdout, /round 1 was withdrawn: Codex could not answer/);
      const resent = await run('message', 'resend', request.id);
      assert.equal(resent.code, 1);
      assert.match(resent.stderr, /party review request/);
      fails = undefined;
      const again = await run('review', 'request');
      assert.equal(again.code, 0, again.stderr);
      assert.deepEqual([(await status()).kind, (await status()).round], ['requested', 1]);
      await party.becomes('codex', 'idle');
    });
  });

  describe('Claude', () => {
    const heard = (id: string) => until(`the answer to ${id}`, async () => (await find(id)).answer?.text === 'HEARD');
    /** Submitted, and taken back by Esc before a word of Claude. */
    async function takeBack(text: string): Promise<string> {
      const id = await hang('claude', text);
      await takeOut(text);
      return id;
    }
    async function takeOut(text: string): Promise<void> {
      await party.press('claude', 'Escape');
      await until('the text in the composer', async () => (await composer()).includes(text));
      hangs = false;
    }
    const composer = async () => (await party.screen('claude')).match(/^❯[^\n]*/gm)?.at(-1) ?? '';

    it('that is interrupted before its first word has the message in its composer, and Enter there submits it', async () => {
      const id = await takeBack('the first one');
      const { code, stderr, id: second } = await talk('claude', 'the one behind it');
      assert.equal(code, 6);
      assert.match(stderr, new RegExp(`waits behind ${id}: Claude put it back into its input box`));
      assert.match(await list(id), /typed: Claude put it back into its input box\. Press Enter there/);
      await party.press('claude', 'Enter');
      await Promise.all([heard(id), heard(second)]);
      assert.deepEqual([shown('claude', id), shown('claude', second)], [1, 1]);
      await party.becomes('claude', 'idle');
    });

    it('takes the message when Enter is pressed before Party has looked', async () => {
      const id = await takeBack('not looked at');
      assert.equal((await find(id)).state, 'submitted');
      await party.press('claude', 'Enter');
      await heard(id);
      assert.equal(shown('claude', id), 1);
      assert.doesNotMatch(await party.screen('claude'), /has seen this message before/);
      await party.becomes('claude', 'idle');
    });

    it('takes the message by party message retry', async () => {
      const id = await takeBack('to be retried');
      const { code, stdout } = await run('message', 'retry', id);
      assert.equal(code, 0, stdout);
      await heard(id);
      assert.equal(shown('claude', id), 1);
      await party.becomes('claude', 'idle');
    });

    it('loses the message by party message cancel, and the next one arrives alone', async () => {
      const id = await takeBack('to be cancelled');
      const { code, stdout } = await run('message', 'cancel', id);
      assert.equal(code, 0, stdout);
      assert.equal((await find(id)).state, 'cancelled');
      const { id: next } = await talk('claude', 'after the cancelled one');
      await heard(next);
      assert.equal(party.claude.requests.at(-1)?.prompts.at(-1), `[HUMAN ${next}] after the cancelled one`);
      assert.equal(shown('claude', id), 0);
      await party.becomes('claude', 'idle');
    });

    it('reports when the message is no longer in its composer, and the next one is delivered', async () => {
      const id = await takeBack('to be removed');
      assert.match(await list(id), /typed: /);
      await party.press('claude', 'C-u');
      await until('the composer to be empty', async () => !(await composer()).includes('to be removed'));
      const { id: next } = await talk('claude', 'after the removed one');
      await heard(next);
      assert.match(
        await list(id),
        /failed: Claude put it back into its input box, and it was deleted there\. .*party message resend/,
      );
      await party.becomes('claude', 'idle');
    });

    it('that takes the message back ends the wait for its answer', async () => {
      hangs = true;
      const waiting = talk('claude', 'will you ever', '--wait', '--timeout', '50s');
      await until('the question', () => party.claude.requests.at(-1)?.userText.includes('will you ever'));
      await party.becomes('claude', 'busy');
      await takeOut('will you ever');
      const { code, stderr, id } = await waiting;
      assert.equal(code, 6, stderr);
      assert.match(stderr, new RegExp(`Claude put it back into its input box.*party message retry ${id}`));
      assert.equal((await run('message', 'cancel', id)).code, 0);
    });

    it('that is interrupted in the middle of its words has failed', async () => {
      fails = 'stall';
      const waiting = talk('claude', 'speak on', '--wait', '--timeout', '50s');
      await until('its words', async () => (await party.screen('claude')).split('speak on')[1]?.includes('I begin'));
      await interrupt('claude', 'speak on', 'Interrupted');
      const { code, stderr, id } = await waiting;
      assert.equal(code, 1, stderr);
      assert.match(stderr, /Claude was interrupted before it finished/);
      assert.equal((await find(id)).state, 'failed');
    });

    it('says at once that its request was refused', async () => {
      fails = { status: 400, body: error('invalid_request_error', 'no such thing') };
      const { code, stderr, id } = await talk('claude', 'a refused one', '--wait', '--timeout', '50s');
      assert.equal(code, 1, stderr);
      assert.match(stderr, /Claude could not answer: API Error: 400 no such thing/);
      assert.match(stderr, new RegExp(`party message resend ${id}`));
      assert.equal((await find(id)).state, 'failed');
      await party.becomes('claude', 'idle');
    });

    it('reports by its hook that the model is overloaded, before Party reads its record', async () => {
      fails = { status: 529, body: error('overloaded_error', 'Overloaded') };
      const { code, id } = await talk('claude', 'an overloaded one');
      assert.equal(code, 0);
      const held = await until('the failure', async () => {
        const message = await find(id);
        return message.limits === 1 && message;
      });
      assert.match(held.reason ?? '', /Claude could not answer: API Error: Repeated 529/);
      assert.equal((await run('message', 'cancel', id)).code, 0);
      assert.equal((await find(id)).state, 'cancelled');
    });
  });
});

function error(type: string, message: string): object {
  return { type: 'error', error: { type, message } };
}
