// The calls about reviews: which arguments reach the program, and what becomes of its answers.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gatesProgram } from '../../../src/extension/gates/gatesProgram.ts';
import { evidenceProgram } from '../../../src/extension/review/ready/evidenceProgram.ts';
import { reviewProgram } from '../../../src/extension/review/reviewProgram.ts';

const tmuxCodex = 'claude/skills/codex-transport/scripts/tmux-codex.sh';

describe('the shipped program, about reviews', () => {
  let root: string;
  const program = () => ({ root, env: { PATH: process.env['PATH'] ?? '', OUT: join(root, 'out') } });
  const place = (session?: string) => ({ folder: root, session });

  function script(body: string): void {
    const keep = 'for argument in "$@"; do printf "%s\\0" "$argument"; done >"$OUT"; pwd >"$OUT.cwd"';
    // The name of the script that was called comes first.
    const named = `set -- "\${0##*/}" "$@"; ${keep}; printf %s "$PARTY_SESSION" >"$OUT.session"\n${body}\n`;
    for (const path of ['bin/party', tmuxCodex]) writeFileSync(join(root, 'resources', path), named);
  }
  const received = () => readFileSync(join(root, 'out'), 'utf8').split('\0').slice(0, -1);

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'party-program-')));
    for (const path of ['bin/party', tmuxCodex]) mkdirSync(join(root, 'resources', dirname(path)), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const wish = { delta: false, headless: false };
  const calls: [title: string, answer: string, () => Promise<unknown>, args: string[]][] = [
    [
      'a review',
      '{"round":1,"state":"submitted"}',
      () => reviewProgram.request(program(), place('x'), wish),
      ['tmux-codex.sh', '--review', '--json'],
    ],
    [
      'a review of the fixes against another base',
      '{"round":2}',
      () => reviewProgram.request(program(), place(), { ...wish, delta: true, base: '-b' }),
      ['tmux-codex.sh', '--review', '--delta', '--json', '--', '-b'],
    ],
    [
      'everything about a review',
      '{"round":2}',
      () =>
        reviewProgram.request(program(), place(), { delta: true, headless: true, base: '-b', beyond: '-1 "$HOME"\nx' }),
      ['party', 'review', 'request', '--delta', '--headless', '--beyond=-', '--json', '--', '-b'],
    ],
    [
      'the findings',
      '{"round":1,"found":3,"blocking":1}',
      () => reviewProgram.complete(program(), place(), '/f/-x.json'),
      ['tmux-codex.sh', '--review-complete=/f/-x.json', '--json'],
    ],
    [
      'the usual tests',
      '{"state":"present","why":null,"exit":0}',
      () =>
        evidenceProgram.run(program(), place(), { what: 'tests', command: [], signal: new AbortController().signal }),
      ['party', 'evidence', 'run', 'tests', '--json'],
    ],
    [
      'other checks',
      '{"state":"missing","why":"make ended with 7","exit":7}',
      () =>
        evidenceProgram.run(program(), place(), {
          ...{ what: 'checks' as const, command: ['make', '-k', '--json'] },
          signal: new AbortController().signal,
        }),
      ['party', 'evidence', 'run', 'checks', '--json', '--', 'make', '-k', '--json'],
    ],
    ['an approval', '{}', () => reviewProgram.approve(program(), place()), ['tmux-codex.sh', '--approve', '--json']],
    [
      'a targeted one',
      '{}',
      () => reviewProgram.approve(program(), place(), '--x'),
      ['tmux-codex.sh', '--approve', '--targeted=-', '--json'],
    ],
    [
      'a verdict with a reason like an option',
      '{}',
      () => reviewProgram.giveVerdict(program(), place(), 're-review', '--delta'),
      ['tmux-codex.sh', '--re-review', '--json', '--', '-'],
    ],
    [
      'a verdict without a reason',
      '{}',
      () => reviewProgram.giveVerdict(program(), place(), 'needs-discussion', ' '),
      ['tmux-codex.sh', '--needs-discussion', '--json'],
    ],
    [
      'a reminder',
      '{"state":"queued","reason":null}',
      () => reviewProgram.nudge(program(), place()),
      ['party', 'review', 'nudge', '--json'],
    ],
  ];
  for (const [title, answer, call, args] of calls) {
    it(`is asked for ${title}`, async () => {
      script(`echo '${answer}'`);
      await call();
      assert.deepEqual(received(), args);
      assert.equal(readFileSync(join(root, 'out.cwd'), 'utf8').trim(), root);
    });
  }

  it('gets reasons by stdin, where no other user of the machine can read them', async () => {
    script('cat >"$OUT.in"; echo "{}"');
    const input = () => readFileSync(join(root, 'out.in'), 'utf8');
    await reviewProgram.giveVerdict(program(), place(), 're-review', '--delta');
    assert.equal(input(), '--delta');
    await reviewProgram.approve(program(), place(), 'a typo');
    assert.equal(input(), 'a typo');
    await reviewProgram.request(program(), place(), { ...wish, beyond: '-1\nx' });
    assert.equal(input(), '-1\nx');
  });

  it('is told which party is meant', async () => {
    script('echo "{}"');
    await reviewProgram.approve(program(), place('x1'));
    assert.equal(readFileSync(join(root, 'out.session'), 'utf8'), 'x1');
  });

  it('says why it refuses', async () => {
    script(`echo '{"error":{"code":"REFUSED","message":"r1-F1 is blocking and open"}}' >&2; exit 1`);
    await assert.rejects(reviewProgram.approve(program(), place()), {
      code: 'REFUSED',
      message: 'r1-F1 is blocking and open',
    });
  });

  it('answers when the tests fail, whatever their exit code is', async () => {
    script(`echo '{"state":"missing","why":"make ended with 101","exit":101}'; exit 101`);
    const { signal } = new AbortController();
    const { exit } = await evidenceProgram.run(program(), place(), { what: 'tests', command: ['make'], signal });
    assert.equal(exit, 101);
  });

  it('can be cancelled while Codex works', async () => {
    script('exec sleep 60');
    const controller = new AbortController();
    const asked = reviewProgram.request(program(), place(), { ...wish, headless: true, signal: controller.signal });
    controller.abort();
    await assert.rejects(asked, { code: 'CANCELLED' });
  });

  const red = '{"ok":false,"checks":[{"name":"pr-gate","ok":false,"detail":"missing"}]}';
  it('answers with red gates, which is not a failure', async () => {
    script(`echo '${red}'; exit 1`);
    const found = await gatesProgram.check(program(), place());
    assert.deepEqual(found, JSON.parse(red));
    assert.deepEqual(received(), ['party', 'gates', 'check', '--json']);
  });

  it('asks the gates about a command, by stdin, and a denial is an answer', async () => {
    const denied =
      '{"denied":true,"decisions":[{"hook":"pr-gate","decision":"deny","reason":"code-critic is missing"}]}';
    script(`cat >"$OUT.in"; echo '${denied}'; exit 1`);
    assert.deepEqual(await gatesProgram.try(program(), place(), 'cd x && gh pr create --fill'), JSON.parse(denied));
    assert.deepEqual(received(), ['party', 'gates', 'try', '--json', '--', '-']);
    assert.equal(readFileSync(`${root}/out.in`, 'utf8'), 'cd x && gh pr create --fill');
  });

  it('fails when it cannot check the gates', async () => {
    script(`echo '{"error":{"code":"USAGE","message":"no"}}' >&2; exit 1`);
    await assert.rejects(gatesProgram.check(program(), place()), { message: 'no' });
  });
});
