// The next step that `party status` names is one that the program does not refuse: each case brings a state about in which
// the obvious step is refused, and takes the step that is named.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { openProjectLog } from '../../../src/node/project/projectLog.ts';
import { isStopped } from '../../../src/node/system/lockHolder.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { completeRound, openRequest, requestLog } from '../../support/receiverReview.ts';
import { reviewerWrites } from '../../support/reviewersWord.ts';
import { cliBundle, node20, until } from '../../support/sandbox.ts';
import { take } from '../../support/walks.ts';

describe('the next step that party status names', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  beforeEach(() => {
    at = new ReceiverParty();
  });
  afterEach(() => at.dispose());

  const inParty = async () => {
    await at.start();
    await at.isGated();
  };
  /** Runs what is named, in a shell, and answers with it. */
  const takeNext = async (values: { REASON?: string } = {}) => {
    const next = await at.next();
    await take(at.box, at.top, { cli: next.replace('BASE', 'one') }, values);
    return next;
  };
  const refused = async (pattern: RegExp, ...args: readonly string[]) => {
    const { code, stderr } = await at.party(...args);
    assert.notEqual(code, 0);
    assert.match(stderr, pattern);
  };

  it('is not a review when nothing has changed, and says so', async () => {
    at.git('stash', '--quiet');
    at.git('switch', '--quiet', 'main');
    await inParty();
    await refused(/Nothing to review: no changes since/, 'review', 'request');
    assert.match((await at.done('status')).stdout, /^Review +not reviewed\n +no changes since [0-9a-f]{7}$/m);
    assert.equal(await at.next(), '');
  });

  it('is a review without a pane where no party runs', async () => {
    const { stdout } = await at.done('review', 'request', '--headless');
    assert.match(stdout, /^CODEX_REVIEW_RAN$/m);
    await at.done('review', 're-review', 'not yet');
    await refused(/NO_SESSION/, 'review', 'request', '--delta');
    assert.equal(await takeNext(), 'party review request --delta --headless');
    assert.equal((await at.status()).review.round, 2);
  });

  it('asks for the base where Party does not know it', async () => {
    for (const name of ['one', 'two']) at.git('branch', name);
    at.git('branch', '--delete', '--force', 'main');
    await inParty();
    await refused(/Party does not know the base of topic/, 'review', 'request');
    assert.equal(await takeNext(), 'party review request BASE');
    assert.equal((await at.status()).review.kind, 'requested');
  });

  it('is to remind Codex of findings that cannot be read, and the refusal says the same', async () => {
    await inParty();
    await at.done('review', 'request');
    await until('Codex', () => at.received().length === 1, 30_000);
    const { file } = await openRequest(at);
    writeFileSync(file, 'All is well');
    await refused(/cannot be read as findings.*party review nudge/, 'review', 'complete', file);
    assert.equal(await takeNext(), 'party review nudge');
    await until('the reminder', () => at.received().length === 2, 30_000);
    await completeRound(at);
    assert.equal(await takeNext(), 'party review approve');
  });

  it('is another round when the reviewer has read no file', async () => {
    await inParty();
    await at.done('review', 'request');
    const { file } = await openRequest(at);
    const stats = { blocking_count: 0, non_blocking_count: 0, files_reviewed: 0 };
    await reviewerWrites(at, file, JSON.stringify({ findings: [], summary: '', stats }));
    const { stdout } = await at.done('review', 'complete', file);
    assert.match(stdout, /^next: .*read no files/m);
    await refused(/read no files/, 'review', 'approve');
    assert.equal(await takeNext(), 'party review request');
    assert.equal((await at.status()).review.round, 2);
  });

  it('is not an approval when findings were only marked as fixed', async () => {
    await inParty();
    await at.done('review', 'request');
    await completeRound(at, 1);
    const { findings } = JSON.parse((await at.done('findings', 'list', '--json')).stdout);
    await at.done('findings', 'triage', findings[0].key, 'fixed');
    await refused(/the code is the same/, 'review', 'approve');
    assert.equal(await takeNext(), 'party findings list');
  });

  it('is to continue the process that runs Codex, when that is stopped', async () => {
    const child = at.box.spawn(node20, [cliBundle, 'review', 'request', '--headless'], {
      ...{ cwd: at.top, env: { STAND_IN: 'hang' } },
    });
    const ended = once(child, 'exit');
    await until('Codex', () => existsSync(`${at.codexLog}.pid`), 30_000);
    requestLog(at, (text) => text.replace(/"at":"2\d{3}/g, '"at":"2020'));
    child.kill('SIGSTOP');
    await until('the stop', () => isStopped(child.pid ?? 0));
    for (const verb of [['nudge'], ['request', '--headless']]) await refused(/kill -CONT/, 'review', ...verb);
    assert.equal(await takeNext(), `kill -CONT ${child.pid}`);
    await until('it to go on', () => !isStopped(child.pid ?? 0));
    assert.equal(await at.next(), '');
    child.kill('SIGINT');
    await ended;
  });

  it('is to restart Codex when it is not running', async () => {
    await inParty();
    await at.box.tmux('kill-pane', '-t', at.codex);
    await refused(/ROLE_NOT_FOUND/, 'review', 'request');
    assert.equal(await takeNext(), 'party restart codex');
    await at.ready();
    await at.done('review', 'request');
  });

  it('is to look at a plan that cannot be reviewed as it is', async () => {
    await at.done('plan', 'start');
    at.write('docs/plan.md', '# Plan\n\nNothing yet\n');
    await at.party('plan', 'review').then(({ code, stdout }) => {
      assert.equal(code, 1);
      assert.match(stdout, /no heading for/);
    });
    await refused(/no heading for/, 'plan', 'approve', '--reason', 'now');
    assert.equal(await at.next(), 'party plan status');
    const { stdout } = await at.done('plan', 'status');
    assert.doesNotMatch(stdout, /party plan review/);
    const events = await openProjectLog(partyPaths(at.box.env), at.top).events();
    assert.ok(events.every(({ event }) => event !== 'spent'));
  });

  it('is to ask the human, for an agent, when only the human may act', async () => {
    await inParty();
    await at.done('review', 'request');
    for (let round = 1; round <= 3; round++) {
      await completeRound(at);
      await at.done('review', 're-review', 'not yet');
      if (round < 3) await at.done('review', 'request', '--delta');
    }
    const env = { CLAUDECODE: '1' };
    const { stdout } = await at.box.party(['status'], { cwd: at.top, env });
    assert.match(stdout, /^Next +ask the human for: party review request --delta --beyond REASON$/m);
    const asked = await at.box.party(['review', 'request', '--beyond', 'x'], { cwd: at.top, env });
    assert.match(asked.stderr, /Only the human/);
    await takeNext({ REASON: 'once more' });
    assert.equal((await at.status()).review.round, 4);
  });
});
