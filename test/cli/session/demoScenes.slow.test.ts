// The scenes of the demo Claude beside `go`: each is started by one word, and goes through the shipped hooks and programs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { Sandbox, until, untilWithProgress } from '../../support/sandbox.ts';

describe('a scene of the demo', function () {
  this.timeout(150_000);
  let box: Sandbox;
  let project: string;
  beforeEach(async () => {
    box = new Sandbox();
    box.env['PARTY_DEMO_PACE'] = '0';
    project = (await box.partyJson<{ directory: string }>(['demo', 'party-demo'])).directory;
    await box.start(project);
  });
  afterEach(() => box.dispose());

  const say = (text: string) => box.party(['talk', 'claude', text], { cwd: project });
  const status = () => box.partyJson<Status>(['status'], { cwd: project });
  const screen = async () =>
    (await box.party(['check', 'claude', '300'], { cwd: project })).stdout.replace(/\s+/g, ' ');
  /** A scene has many steps, and each of them starts programs: it may take long as long as the pane shows the next one. */
  const shows = async (words: RegExp) => {
    let seen = '';
    const look = async () => {
      seen = await screen();
      return words.test(seen);
    };
    await untilWithProgress(`${words} on the pane`, look, () => seen.length).catch((error) => {
      throw new Error(`${error}\n${seen}`);
    });
  };
  /** The answer to a question goes to the pane itself. */
  const answer = async (text: string) => {
    const { stdout } = await box.tmux('list-panes', '-a', '-F', '#{@party_role} #{pane_id}');
    await box.tmux('send-keys', '-t', /claude (%\d+)/.exec(stdout)?.[1] ?? '', text, 'Enter');
  };

  it('plan: no code before Codex has approved the plan, and then the human begins, also after other scenes', async () => {
    await shows(/Try: go · plan · collab · question · denied/);
    await say('denied');
    await shows(/The gate has denied it/);
    await say('plan');
    await shows(/Ready to execute\?/);
    const seen = await screen();
    assert.match(seen, /Update\(src\/greet\.js\).*denied: .*the plan is not approved yet/);
    assert.match(seen, /does not call the plan optimal yet \(version 1\).*The demo Codex has approved the plan/);
    assert.deepEqual(
      { ...(await status()).plan, hash: null },
      { kind: 'approved', version: 2, hash: null, demo: true },
    );
    assert.doesNotMatch(readFileSync(join(project, 'src/greet.js'), 'utf8'), /names/);
    await answer('y');
    await shows(/The code is written as planned/);
    assert.match(readFileSync(join(project, 'src/greet.js'), 'utf8'), /names\.filter/);
    await say('collab');
    await shows(/The code is as it was at first.*collab is complete/);
  });

  it('collab: Codex reviews the design and each task when Claude stops', async () => {
    await say('collab');
    await shows(/collab is complete/);
    const { reviews } = await box.partyJson<{ reviews: { id: string }[] }>(['collab', 'reviews'], { cwd: project });
    assert.deepEqual(
      reviews.map(({ id }) => id.replace(/-review-.*/, '')),
      ['design', 'task-1', 'task-1', 'task-2'],
    );
    assert.equal((await status()).collab.phase, 'complete');
  });

  it('denied: the gate says what a pull request lacks', async () => {
    await say('denied');
    await shows(/gh pr create --fill\).*denied: .*codex-approved.*The gate has denied it/);
  });

  it('question: Claude waits for the human', async () => {
    await say('question');
    await until('the question', async () => (await status()).agents.some(({ state }) => state === 'waiting'), 30_000);
    await answer('n');
    await shows(/Okay, I will not run it/);
  });
});

describe('demo agents in any other folder', function () {
  this.timeout(60_000);
  let box: Sandbox;
  afterEach(() => box.dispose());

  it('advertise only what they play there', async () => {
    box = new Sandbox();
    const project = box.project();
    await box.start(project);
    const screen = async () => (await box.party(['check', 'claude', '100'], { cwd: project })).stdout;
    await until(
      'the banner',
      async () => /Try: question · ask codex what is here · \/help/.test(await screen()),
      30_000,
    );
    assert.doesNotMatch(await screen(), /Try: go/);
    await box.party(['talk', 'claude', 'plan'], { cwd: project });
    await until('the way', async () => /Party: Open Demo Project/.test((await screen()).replace(/\s+/g, ' ')), 30_000);
  });
});
