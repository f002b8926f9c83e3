// Delivery into real tmux panes, to a program that writes down what it was given.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { discoverSession, resolveRole } from '../../../src/core/session/routing.ts';
import type { Delivery } from '../../../src/node/messages/attempt.ts';
import { deliverTo } from '../../../src/node/messages/deliver.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { createTmux } from '../../../src/node/tmux/tmux.ts';
import { jsonLines } from '../../support/jsonLines.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

const receiver = join(import.meta.dirname, '../fixtures/receiver.mjs');
const fullScreen = join(import.meta.dirname, '../fixtures/fullScreen.mjs');

describe('deliverTo', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let log: string;
  let pane: string;
  let delivery: Delivery;
  beforeEach(() => {
    box = new Sandbox();
    log = join(box.root, 'received');
  });
  afterEach(() => box.dispose());

  const open = async (command: string[], columns = 100) => {
    await box.tmux('new-session', '-d', '-x', String(columns), '-y', '30', '-s', 'party-t', ...command);
    pane = (await box.tmux('list-panes', '-t', '=party-t:', '-F', '#{pane_id}')).stdout.trim();
    await box.tmux('set-option', '-p', '-t', pane, '@party_role', 'claude');
    await box.tmux('set-option', '-p', '-t', pane, '@party_adapter', 'generic');
    await box.tmux('set-option', '-p', '-t', pane, 'remain-on-exit', 'on');
    const tmux = createTmux(box.env);
    const where = { named: 'party-t', ownPane: undefined, project: '', projectOf: () => '', hasState: () => false };
    delivery = {
      env: box.env,
      tmux,
      mailbox: openMailbox(box.directory('mail')),
      confirmMs: 300,
      locate: async () => {
        const session = discoverSession(await tmux.sessions(), where);
        return { session, pane: resolveRole(session, 'claude') };
      },
    };
  };
  const openReceiver = async (...options: string[]) => {
    await open(['env', process.execPath, receiver, log, ...options]);
    await until('the receiver', async () => (await screen()).includes('receiver ready'));
  };
  const screen = async () => (await box.tmux('capture-pane', '-p', '-J', '-t', pane)).stdout;
  const write = (text: string) =>
    delivery.mailbox.write({ to: 'claude', from: 'human', kind: 'talk', text, line: () => text });
  const states = async () => (await delivery.mailbox.messages()).map((message) => message.state);
  const received = () => jsonLines<string>(log);

  it('submits each message once, in order', async () => {
    await openReceiver();
    for (const text of ['one', 'two', 'three']) await write(text);
    assert.equal(await deliverTo(delivery, 'claude'), undefined);
    assert.deepEqual(received(), ['one', 'two', 'three']);
    assert.deepEqual(await states(), ['submitted', 'submitted', 'submitted']);
  });

  for (const [title, text] of [
    ['begins with -', '-x --help'],
    ['ends with ; (T5)', 'echo abc;'],
    ['is the word Enter (T6)', 'Enter'],
    ['has several lines (T8)', 'first\nsecond\n\nfourth'],
    ['has quotes, variables and backticks', `a "b" 'c' $HOME \`id\` $(id) #{pid} #(id)`],
    ['is CJK and emoji', '日本語のテキスト 🎉👩‍💻'],
    ['is 20 kB (T9)', `start ${'0123456789'.repeat(2000)} end`],
    ['has 60 lines', Array.from({ length: 60 }, (_, n) => `line ${n}`).join('\n')],
    ['ends with a backslash', 'path\\'],
  ] as const) {
    it(`delivers a text that ${title}`, async () => {
      await openReceiver();
      await write(text);
      assert.equal(await deliverTo(delivery, 'claude'), undefined);
      assert.deepEqual(received(), [text]);
    });
  }

  it('strips what a terminal would act on (T14)', async () => {
    await openReceiver();
    await write('safe\x1b[201~; touch trap\r\x07\x00 end');
    assert.equal(await deliverTo(delivery, 'claude'), undefined);
    assert.deepEqual(received(), ['safe[201~; touch trap\n end']);
  });

  it('presses Enter again when the first one was swallowed, and types nothing twice', async () => {
    await openReceiver('swallow=1');
    await write('hello there');
    assert.equal(await deliverTo(delivery, 'claude'), undefined);
    assert.deepEqual(received(), ['hello there']);
  });

  it('gets through to a program that is deaf to Enter right after text', async () => {
    await openReceiver('deafMs=120');
    await write('hello there');
    assert.equal(await deliverTo(delivery, 'claude'), undefined);
    assert.deepEqual(received(), ['hello there']);
  });

  it('does not mistake a placeholder in the composer for text', async () => {
    await openReceiver('placeholder');
    await write('hello there');
    assert.equal(await deliverTo(delivery, 'claude'), undefined);
    assert.deepEqual(received(), ['hello there']);
  });

  it('reports typed, not submitted, when no Enter gets through, and delivers no later message', async () => {
    await openReceiver('swallow=9');
    await write('stuck');
    await write('behind it');
    const waiting = await deliverTo(delivery, 'claude');
    assert.match(waiting?.reason ?? '', /typed, but the agent has not confirmed/);
    assert.deepEqual(await states(), ['typed', 'written']);
    await deliverTo(delivery, 'claude');
    assert.deepEqual(received(), []);
    assert.equal((await screen()).match(/stuck/g)?.length, 1);
  });

  it('keeps the message while the pane is in copy mode (T7), and delivers it afterwards', async () => {
    await openReceiver();
    await box.tmux('copy-mode', '-t', pane);
    await write('later');
    assert.match((await deliverTo(delivery, 'claude'))?.reason ?? '', /copy mode/);
    assert.deepEqual(await states(), ['written']);
    await box.tmux('send-keys', '-t', pane, '-X', 'cancel');
    assert.equal(await deliverTo(delivery, 'claude'), undefined);
    assert.deepEqual(received(), ['later']);
  });

  it('types nothing into a shell (T4)', async () => {
    await open(['sh', '-i']);
    await write('touch trap');
    assert.match((await deliverTo(delivery, 'claude'))?.reason ?? '', /shell/);
    assert.deepEqual(await states(), ['written']);
    assert.ok(!(await screen()).includes('touch'));
  });

  it('types nothing into a dead pane (T10)', async () => {
    await open(['cat', '-u']);
    process.kill(Number((await box.tmux('list-panes', '-a', '-F', '#{pane_pid}')).stdout));
    await until(
      'the end',
      async () => (await box.tmux('list-panes', '-a', '-F', '#{pane_dead}')).stdout.trim() === '1',
    );
    await write('hello');
    assert.match((await deliverTo(delivery, 'claude'))?.reason ?? '', /has ended/);
    assert.deepEqual(await states(), ['written']);
  });

  it('confirms a message that wraps in 30 columns (T12)', async () => {
    await open(['env', process.execPath, receiver, log], 30);
    await until('the receiver', async () => (await screen()).includes('receiver ready'));
    const text = 'a long line that does not fit into thirty columns by any means';
    await write(text);
    assert.equal(await deliverTo(delivery, 'claude'), undefined);
    assert.deepEqual(received(), [text]);
  });

  it('does not read an earlier copy of the text as a confirmation', async () => {
    await openReceiver('swallow=0');
    await write('same words');
    await deliverTo(delivery, 'claude');
    await write('same words');
    assert.equal(await deliverTo(delivery, 'claude'), undefined);
    assert.deepEqual(received(), ['same words', 'same words']);
  });

  describe('when the history is full', () => {
    const openFull = async (lines: number) => {
      await open(['sh', '-c', `seq 1 ${lines}; echo cat ready; exec cat`]);
      await until('cat', async () => (await screen()).includes('cat ready'));
    };

    it('confirms every message while tmux drops a tenth of it', async () => {
      await openFull(2020);
      const texts = Array.from({ length: 12 }, (_, n) => `message ${n}`);
      for (const text of texts) await write(text);
      assert.equal(await deliverTo(delivery, 'claude'), undefined);
      assert.deepEqual([...new Set(await states())], ['submitted']);
      const seen = (await box.tmux('capture-pane', '-p', '-J', '-S', '-', '-t', pane)).stdout.split('\n');
      // What the terminal echoes and what cat prints.
      for (const text of texts) assert.equal(seen.filter((line) => line === text).length, 2, text);
    });

    it('confirms words that also appear in the dropped lines', async () => {
      await openFull(2020);
      for (let n = 0; n < 12; n++) await write('1');
      assert.equal(await deliverTo(delivery, 'claude'), undefined);
    });

    it('confirms with a history-limit of 100', async () => {
      await box.tmux('new-session', '-d', '-s', 'first');
      await box.tmux('set-option', '-g', 'history-limit', '100');
      await openFull(125);
      for (let n = 0; n < 40; n++) await write(n % 2 === 0 ? 'continue' : `message ${n}`);
      assert.equal(await deliverTo(delivery, 'claude'), undefined);
      assert.deepEqual([...new Set(await states())], ['submitted']);
    });
  });

  describe('to a full-screen program', () => {
    const openFullScreen = async (options: readonly string[], columns = 100) => {
      await open(['env', process.execPath, fullScreen, log, ...options], columns);
      await until('the program', async () => (await screen()).includes('receiver ready'));
    };
    const long = 'a long line that does not fit into thirty columns by any means';

    for (const [title, options] of [
      ['', []],
      [', which draws its cursor itself', ['hidden']],
      [', which draws again and again', ['restless']],
    ] as const) {
      it(`confirms each message once${title}`, async () => {
        await openFullScreen(options, 30);
        const texts = ['one', long, 'same', 'same', long];
        for (const text of texts) await write(text);
        assert.equal(await deliverTo(delivery, 'claude'), undefined);
        assert.deepEqual(received(), texts);
      });

      it(`presses Enter again when the first one was swallowed${title}`, async () => {
        await openFullScreen([...options, 'swallow=1'], 30);
        await write(long);
        assert.equal(await deliverTo(delivery, 'claude'), undefined);
        assert.deepEqual(received(), [long]);
      });

      it(`does not take the text in the composer for submitted${title}`, async () => {
        await openFullScreen([...options, 'swallow=9'], 30);
        await write(long);
        assert.match((await deliverTo(delivery, 'claude'))?.reason ?? '', /typed, but the agent has not confirmed/);
        assert.deepEqual(await states(), ['typed']);
        assert.deepEqual(received(), []);
      });
    }
  });

  it('reports typed, not submitted, for a program that shows nothing, and types nothing twice', async () => {
    await open(['sh', '-c', 'stty -echo; echo cat ready; exec cat > "$0"', log]);
    await until('cat', async () => (await screen()).includes('cat ready'));
    await write('are you there?');
    for (let attempt = 0; attempt < 3; attempt++)
      assert.match((await deliverTo(delivery, 'claude'))?.reason ?? '', /typed, but the agent has not confirmed/);
    assert.deepEqual(await states(), ['typed']);
    assert.deepEqual(readFileSync(log, 'utf8').match(/there/g), ['there']);
  });

  it('continues after a killed sender: typed, submitted, or not typed at all', async () => {
    await openReceiver('swallow=1');
    await write('hello there');
    await deliverTo(delivery, 'claude');
    for (const typed of ['', 'hello there', 'hello there\r']) {
      const { id } = await write('hello there');
      const before = received().length;
      const shown = (await screen()).split('hello there').length - 1;
      await delivery.mailbox.record({ event: 'typing', id, row: shown });
      if (typed !== '') await box.tmux('send-keys', '-t', pane, '-l', typed);
      assert.equal(await deliverTo(delivery, 'claude'), undefined, JSON.stringify(typed));
      assert.equal(received().length, before + 1, JSON.stringify(typed));
    }
  });

  it('loses nothing and doubles nothing when senders are killed (T17)', async function () {
    this.timeout(120_000);
    await openReceiver();
    const fixture = join(import.meta.dirname, '../fixtures/sender.ts');
    const sent: string[] = [];
    const journal = () => readFileSync(join(delivery.mailbox.directory, 'messages.jsonl'), 'utf8');
    const moments: [string, (text: string) => boolean | Promise<boolean>][] = [
      ['it is written', () => true],
      ['it is about to be typed', () => journal().split('"typing"').length > sent.length],
      ['it is on the screen', async (text) => (await screen()).includes(text)],
      ['it is received', (text) => received().includes(text)],
    ];
    for (const [n, [moment, reached]] of moments.entries()) {
      const text = `message ${n}`;
      const sender = fork(fixture, [delivery.mailbox.directory, 'party-t', text], { env: box.env, stdio: 'inherit' });
      await once(sender, 'message');
      sent.push(text);
      const ended = once(sender, 'exit');
      await until(moment, () => reached(text));
      sender.kill('SIGKILL');
      await ended;
    }
    await until('the last delivery', async () => (await deliverTo(delivery, 'claude')) === undefined, 60_000);
    assert.deepEqual(received(), sent);
  });
});
