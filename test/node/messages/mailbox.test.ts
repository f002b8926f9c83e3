import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { letterDraft } from '../../../src/node/messages/letterDraft.ts';
import { type Mailbox, openMailbox } from '../../../src/node/messages/mailbox.ts';
import { withMailboxLock } from '../../../src/node/messages/mailboxLock.ts';
import { sweepSigns } from '../../../src/node/messages/openSigns.ts';
import { carryLetters, hasLetters, leaveLetter } from '../../../src/node/messages/outbox.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

describe('a mailbox', () => {
  let box: Sandbox;
  let directory: string;
  let mailbox: Mailbox;
  beforeEach(() => {
    box = new Sandbox();
    directory = box.directory('party-x');
    mailbox = openMailbox(directory);
  });
  afterEach(() => box.dispose());

  const write = (kind: 'talk' | 'prompt', text = 'hello') =>
    mailbox.write({ to: 'claude', from: 'human', kind, text, line: ({ id }) => `[HUMAN ${id}] ${text}` });
  const signs = () => {
    const folder = join(directory, 'messages/open');
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('is read by several processes at once, which miss nothing', async () => {
    const { id } = await write('talk');
    const reader = openMailbox(directory);
    await Promise.all([reader.messages(), reader.messages(), reader.messages()]);
    await mailbox.record({ event: 'submitted', id, by: 'hook' });
    assert.equal((await reader.messages())[0]?.state, 'submitted');
  });

  it('has a sign file for each open message', async () => {
    const talk = await write('talk');
    const prompt = await write('prompt');
    assert.deepEqual(signs().sort(), [talk.id, prompt.id].sort());
    for (const { id } of [talk, prompt]) await mailbox.record({ event: 'submitted', id, by: 'hook' });
    assert.deepEqual(signs(), [talk.id]);
    await mailbox.record({ event: 'answered', id: talk.id, text: 'yes' });
    assert.deepEqual(signs(), []);
  });

  it('gets the sign file back for a lost message, and for one that arrived after it was given up', async () => {
    const [prompt, talk] = [await write('prompt'), await write('talk')];
    await mailbox.record({ event: 'submitted', id: prompt.id, by: 'hook' });
    await mailbox.record({ event: 'cancelled', id: talk.id, reason: 'r' });
    assert.deepEqual(signs(), []);
    await mailbox.record({ event: 'lost', id: prompt.id });
    await mailbox.record({ event: 'submitted', id: talk.id, by: 'hook' });
    assert.deepEqual(signs().sort(), [prompt.id, talk.id].sort());
  });

  it('removes sign files that a killed writer left, but not one that is being written', async () => {
    const { id } = await write('talk');
    const place = (name: string) => join(directory, 'messages/open', name);
    for (const name of ['justbeing1', 'leftlong12']) writeFileSync(place(name), '');
    utimesSync(place('leftlong12'), 0, 0);
    await mailbox.record({ event: 'answered', id });
    writeFileSync(place(id), '');
    await sweepSigns(mailbox, Date.now(), () => false);
    assert.deepEqual(signs(), ['justbeing1']);
  });

  it('is not recreated by a late process', async () => {
    const gone = join(box.root, 'party-gone');
    await assert.rejects(
      withMailboxLock(gone, 'relay', { waitMs: 0 }, async () => {}),
      /the party has ended/,
    );
    assert.equal(existsSync(gone), false);
  });

  describe("with Codex's outbox", () => {
    const outbox = () => join(directory, 'codex/outbox');
    const carry = () => carryLetters(mailbox, (text, messages) => letterDraft(directory, text, messages));
    const found = async () => (await mailbox.messages()).map(({ id, state, kind }) => ({ id, state, kind }));
    beforeEach(() => {
      mkdirSync(outbox(), { recursive: true });
    });

    it('makes one message of each letter, whichever process collects it', async () => {
      const first = await leaveLetter(directory, 'one');
      // Letters are in the order of their milliseconds. Codex starts a process for each, which takes longer.
      const left = Date.now();
      await until('the next millisecond', () => Date.now() > left);
      const letters = [first, await leaveLetter(directory, 'two')];
      const carried = await Promise.all([carry(), carry(), carry()]);
      assert.equal(
        carried.reduce((sum, { count }) => sum + count, 0),
        2,
      );
      assert.deepEqual(
        (await found()).map(({ id }) => id),
        letters.map(({ id }) => id),
      );
      assert.equal(await hasLetters(directory), false);
    });

    it('recognizes a letter whose collector was killed before it removed it', async () => {
      const letter = await leaveLetter(directory, 'one');
      await carry();
      writeFileSync(join(outbox(), `${letter.id}.json`), JSON.stringify(letter));
      assert.equal((await carry()).count, 0);
      assert.equal((await found()).length, 1);
    });

    it('does not let a letter disappear behind the id of another message', async () => {
      const { id } = await write('talk');
      writeFileSync(join(outbox(), 'x.json'), JSON.stringify({ version: 1, id, text: 'mine' }));
      await carry();
      const [, second] = await mailbox.messages();
      assert.match(readFileSync(second?.file ?? '', 'utf8'), /^mine\n/);
    });

    it('distinguishes the notice of an answer from a question, and keeps its other text', async () => {
      const draft = { from: 'claude', text: 't', line: () => 'l' };
      const asked = await mailbox.write({ ...draft, to: 'codex', kind: 'prompt' });
      const talk = await mailbox.write({ ...draft, to: 'claude', kind: 'talk' });
      const name = `response-${asked.id}.md`;
      const response = join(directory, 'codex/responses', name);
      const letters = [
        `Response ready: ${response}`,
        `STOP, do not use ${response}, it is wrong`,
        `Response ready: /etc/codex/responses/../${name}`,
        'Why?',
        `Response ready: ${join(directory, 'codex/responses', `response-${talk.id}.md`)}`,
        `Response ready: ${join(directory, 'codex/responses/response-abcdefgh1.md')}`,
      ];
      for (const letter of letters) await leaveLetter(directory, letter);
      await carry();
      const carried = await Promise.all(
        letters.map(async (letter) =>
          // Below a question stands where to answer.
          (await mailbox.messages()).find(({ file }) => readFileSync(file, 'utf8').split('\n')[0] === letter),
        ),
      );
      assert.deepEqual(
        carried.map((message) => message?.kind),
        ['notice', 'notice', 'notice', 'question', 'question', 'question'],
      );
      const [news, ...more] = carried.slice(0, 3);
      assert.equal(news?.line, `[CODEX ${news?.id}] Response ready. Read: ${response}`);
      for (const message of more)
        assert.ok(message?.line.endsWith(`Read: ${response} — and what Codex says about it: ${message.file}`));
    });

    for (const [title, leave, problem] of [
      ['something broken', (path: string) => writeFileSync(path, '{"half'), 'is not JSON'],
      ['something else', (path: string) => writeFileSync(path, '{"version":2}'), 'is not a letter'],
      ['an id that is a path', (path: string) => writeFileSync(path, letterWith('../../x')), 'is not a letter'],
      ['a link', (path: string) => symlinkSync('/etc/passwd', path), 'cannot be read: ELOOP'],
      ['a folder', (path: string) => mkdirSync(path), 'is not a file'],
      ['something huge', (path: string) => writeFileSync(path, Buffer.alloc(5_000_000)), 'too much for a letter'],
    ] as const) {
      it(`makes a failed message of ${title}`, async () => {
        leave(join(outbox(), 'odd.json'));
        const { unreadable } = await carry();
        assert.match(unreadable[0] ?? '', new RegExp(problem));
        assert.deepEqual(
          (await mailbox.messages()).map(({ state, reason }) => [state, reason]),
          [['failed', unreadable[0]]],
        );
        assert.equal(await hasLetters(directory), false);
        assert.deepEqual(signs(), []);
      });
    }

    it('ignores a folder that replaced the outbox', async () => {
      const other = box.directory('other');
      writeFileSync(join(other, 'precious.json'), '{}');
      rmdirSync(outbox());
      symlinkSync(other, outbox());
      assert.deepEqual(await carry(), { count: 0, unreadable: [] });
      assert.deepEqual(readdirSync(other), ['precious.json']);
    });
  });
});

function letterWith(id: string): string {
  return JSON.stringify({ version: 1, id, text: 't' });
}
