// A review that Codex does not work on any more: its process was killed, Codex has ended, or the tmux server is gone. Each of
// these is seen at once, says what to do, and gives its round back.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { openProjectLog } from '../../../src/node/project/projectLog.ts';
import { isStopped } from '../../../src/node/system/lockHolder.ts';
import { processIdentity } from '../../../src/node/system/processIdentity.ts';
import { newProject, type Project } from '../../support/project.ts';
import { rewriteLog } from '../../support/rewriteLog.ts';
import { cliBundle, node20, type Output, Sandbox, type Started, until } from '../../support/sandbox.ts';

const receiver = join(import.meta.dirname, '../../node/fixtures/receiver.mjs');
const standIn = join(import.meta.dirname, '../fixtures/codex.mjs');

describe('a review that stands still', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  let config: string;
  let called: string;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    called = join(box.root, 'called.json');
    const bin = box.directory('bin');
    symlinkSync(standIn, join(bin, 'codex'));
    symlinkSync(process.execPath, join(bin, 'node'));
    Object.assign(box.env, { PATH: [bin, box.env['PATH']].join(delimiter), STAND_IN_LOG: called });
    config = join(box.root, 'config.json');
    const agent = (role: string) => ({
      ...{ command: [process.execPath, receiver, join(box.root, `${role}.log`)], adapter: 'generic' },
    });
    writeFileSync(config, JSON.stringify({ agents: { claude: agent('claude'), codex: agent('codex') } }));
  });
  afterEach(() => box.dispose());

  const party = (...args: string[]) => box.party(args, { cwd: project.top });
  const status = () => box.partyJson<Status>(['status'], { cwd: project.top });
  const field = (stdout: string, key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(stdout)?.[1] ?? '';
  const received = () => {
    const log = join(box.root, 'codex.log');
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  };
  const says = (output: Output, code: number, ...words: RegExp[]) => {
    assert.equal(output.code, code, output.stderr);
    for (const word of words) assert.match(output.stderr, word);
    assert.equal(output.stdout, '');
  };
  const done = (output: Output) => {
    assert.equal(output.code, 0, output.stderr);
    return output;
  };
  const log = () => openProjectLog(partyPaths(box.env), project.top);
  const abandoned = async () =>
    (await log().events()).flatMap((event) => (event.event === 'abandoned' ? [event.reason] : []));

  const ready = async () => {
    for (const role of ['claude', 'codex'])
      await until(role, async () => (await party('check', role)).stdout.includes('ready'));
  };
  const start = async () => {
    const started = await box.partyJson<Started>(['start', '--detach', '--config', config], { cwd: project.top });
    await ready();
    return started;
  };
  const request = async (...args: string[]) => done(await party('review', 'request', ...args));
  const killCodex = async ({ panes }: Started) => {
    const { stdout } = await box.tmux('display-message', '-p', '-t', panes.codex, '#{pane_pid}');
    process.kill(Number(stdout), 'SIGKILL');
    await until(
      'the end of Codex',
      async () => (await status()).agents.find(({ role }) => role === 'codex')?.state === 'dead',
    );
  };

  /** Runs until it is ended. */
  const hanging = async () => {
    const child = box.spawn(node20, [cliBundle, 'review', 'request', '--headless'], {
      ...{ cwd: project.top, env: { STAND_IN: 'hang' } },
    });
    const codex = Number(
      await until('Codex', () => existsSync(`${called}.pid`) && readFileSync(`${called}.pid`, 'utf8')),
    );
    return { child, codex, ended: once(child, 'exit') };
  };

  it('is noticed at once when its process was killed, and can be requested again', async () => {
    const { child, codex, ended } = await hanging();
    assert.equal((await status()).review.standstill ?? null, null);
    child.kill('SIGKILL');
    await ended;
    const { review } = await status();
    assert.deepEqual([review.kind, review.standstill], ['requested', 'run-ended']);
    const { stdout } = done(await party('status'));
    assert.match(stdout, /^Review +review interrupted.*\n +round 1: the process that ran Codex has ended$/m);
    assert.match(stdout, /^Next +party review request --headless$/m);
    const again = await request('--headless');
    assert.match(again.stdout, /^CODEX_REVIEW_RAN\nround: 1$/m);
    assert.deepEqual(await abandoned(), ['the process that ran Codex has ended']);
    assert.equal(processIdentity(codex), undefined, 'the Codex that was left is ended');
  });

  it('is withdrawn by a nudge when its process was killed', async () => {
    const { child, ended } = await hanging();
    child.kill('SIGKILL');
    await ended;
    says(
      await party('review', 'nudge'),
      1,
      /the process that ran Codex has ended/,
      /To ask Codex for a review: party review request/,
    );
    const { stdout } = await party('status');
    assert.match(stdout, /^Review +not reviewed\n +round 1 was withdrawn: the process that ran Codex has ended$/m);
    await request('--headless');
  });

  it('is not thrown away by a nudge or a second request while Codex runs without a pane', async () => {
    const { child, codex, ended } = await hanging();
    const running = new RegExp(`is being reviewed by Codex without a pane, since .*kill ${child.pid}\\b`);
    says(await party('review', 'nudge'), 1, /Round 1 /, running);
    says(await party('review', 'request', '--headless'), 1, running);
    process.kill(codex, 0);
    const { review } = await status();
    assert.deepEqual([review.kind, review.standstill ?? null, review.overdue], ['requested', null, false]);
    assert.deepEqual(await abandoned(), []);
    child.kill('SIGINT');
    await ended;
    assert.equal((await status()).review.kind, 'none');
  });

  it('is overdue when its process was stopped (SIGSTOP)', async () => {
    const { child, ended } = await hanging();
    const file = join(log().directory, 'events.jsonl');
    rewriteLog(file, (text) => text.replace(/"at":"2\d{3}/g, '"at":"2020'));
    assert.equal((await status()).review.overdue, false, 'it runs');
    child.kill('SIGSTOP');
    await until('the stop', () => isStopped(child.pid ?? 0));
    assert.equal((await status()).review.overdue, true);
    const way = new RegExp(`kill -CONT ${child.pid}\\) or end it \\(kill -9 ${child.pid}\\)`);
    says(await party('review', 'nudge'), 1, way);
    says(await party('review', 'request', '--headless'), 1, way);
    child.kill('SIGKILL');
    await ended;
    await request('--headless');
  });

  it('of an older version is recognized by the lock when no process runs it', async () => {
    const { child, ended } = await hanging();
    child.kill('SIGKILL');
    await ended;
    const file = join(log().directory, 'events.jsonl');
    rewriteLog(file, (text) => text.replace(/,"runner":"[^"]*"/, ''));
    assert.equal((await status()).review.standstill, 'run-ended');
    await request('--headless');
  });

  it('says that Codex has ended, and how to restart it', async () => {
    const started = await start();
    const { id } = started.session;
    await request();
    await killCodex(started);
    const { stdout } = done(await party('status'));
    assert.match(stdout, /^Review +review interrupted.*\n +round 1: Codex has ended$/m);
    const command = 'party restart codex';
    assert.ok(stdout.includes(`\nNext      ${command}\n`), stdout);
    const way = new RegExp(`Codex has ended\\. To restart it in its pane: ${command}`);
    says(await party('review', 'nudge'), 1, way);
    says(await party('review', 'request'), 1, way, /--headless/);
    const again = done(await party('start', '--detach', '--config', config));
    assert.equal(again.stdout, `Restarted Codex in ${started.session.name}\n`);
    await ready();
    assert.equal((await status()).review.standstill, 'idle');

    done(await party('stop', id));
    assert.equal((await status()).review.standstill, 'party-ended');
    const back = done(await party('restore', id, '--detach', '--config', config));
    assert.match(back.stderr, /has not answered the review .*\(round 1\)\. Remind it with: party review nudge/);
    await ready();
    const before = received().length;
    assert.equal(field(done(await party('review', 'nudge')).stdout, 'state'), 'submitted');
    assert.equal(received().length, before + 1);
    assert.match(received().at(-1) ?? '', /Review overdue\. Read: /);
    assert.equal((await status()).review.standstill ?? null, null);
  });

  it('is reviewed without a pane when Codex has ended in its own', async () => {
    const started = await start();
    await request();
    await killCodex(started);
    // Codex itself, and not the program that plays it in the pane.
    assert.match((await request('--headless')).stdout, /^CODEX_REVIEW_RAN\nround: 1$/m);
    assert.deepEqual(await abandoned(), ['Codex has ended']);
  });

  it('is given up by the next request when the tmux server is gone', async () => {
    await start();
    await request();
    await box.killServer();
    const { stdout } = done(await party('status'));
    assert.match(stdout, /^Review +review interrupted.*\n +round 1: the party that got the request is not running$/m);
    assert.match(stdout, /^Next +party restore$/m);
    const ways = [/party restore/, /party review request --headless/, /NO_SESSION/];
    says(await party('review', 'nudge'), 3, ...ways);
    says(await party('review', 'request'), 3, ...ways);
    assert.match((await request('--headless')).stdout, /^CODEX_REVIEW_RAN\nround: 1$/m);
    assert.deepEqual(await abandoned(), ['the party that got the request is not running']);
  });

  it('goes on after the tmux server is gone and the party was restored', async () => {
    const { session } = await start();
    await request();
    await box.killServer();
    done(await party('restore', session.id, '--detach', '--config', config));
    await ready();
    const before = received().length;
    assert.equal(field(done(await party('review', 'nudge')).stdout, 'state'), 'submitted');
    assert.equal(received().length, before + 1);
  });

  it('is overdue when it is dated in the future, by a clock that was set back', async () => {
    await start();
    await request();
    const file = join(log().directory, 'events.jsonl');
    rewriteLog(file, (text) => text.replace(/"at":"2\d{3}/g, '"at":"2099'));
    const { review } = await status();
    assert.deepEqual([review.kind, review.overdue], ['requested', true]);
    const { stdout } = done(await party('status'));
    assert.match(stdout, /^Review +review overdue/m);
    await request();
    assert.equal((await status()).review.overdue, false, 'the new one is dated by the clock of today');
  });

  it('is not given up while there are readable findings', async () => {
    await start();
    const findings = field((await request()).stdout, 'findings');
    await box.killServer();
    writeFileSync(findings, JSON.stringify({ findings: [], summary: 's', stats: { files_reviewed: 1 } }));
    const { stdout } = done(await party('status'));
    assert.ok(stdout.includes(`\nNext      party review complete ${findings}\n`), stdout);
    says(
      await party('review', 'request', '--headless'),
      1,
      /Codex has written its findings\. To load the findings: party review complete \//,
    );
    assert.deepEqual(await abandoned(), []);
    assert.match(done(await party('review', 'complete', findings)).stdout, /^round: 1$/m);
  });

  it('is given up when only half of its findings are there', async () => {
    await start();
    writeFileSync(field((await request()).stdout, 'findings'), '{"findings": [');
    await box.killServer();
    await request('--headless');
    assert.deepEqual(await abandoned(), ['the party that got the request is not running']);
  });

  it('is not thrown away by a nudge in another party of the project', async () => {
    const first = await start();
    await request();
    const more = ['start', '--detach', '--new', '--config', config];
    const { session } = await box.partyJson<Started>(more, { cwd: project.top });
    const nudge = (id: string) => box.party(['review', 'nudge'], { cwd: project.top, env: { PARTY_SESSION: id } });
    const { id } = first.session;
    const way = new RegExp(`Round 1 is with the party ${id}, .*\\. To .*: PARTY_SESSION=${id} party review nudge`);
    says(await nudge(session.id), 1, way);
    assert.deepEqual(await abandoned(), []);
    assert.equal(field(done(await nudge(id)).stdout, 'state'), 'submitted');
    done(await party('stop', id));
    says(await nudge(session.id), 1, /round 1: the party that got the request is not running/);
    assert.deepEqual(await abandoned(), ['the party that got the request is not running']);
  });

  it('is not given up while it is being sent', async () => {
    await start();
    await request();
    const asked = (await log().events()).find((event) => event.event === 'requested');
    assert.ok(asked !== undefined);
    await log().append({ event: 'abandoned', actor: 'human', request: asked.request, reason: 'a test' });
    // As it is between the lines of the log and of the mailbox.
    const file = asked.file.replace(asked.request, 'new');
    const runner = processIdentity(process.pid) ?? '';
    await log().append({ ...asked, request: 'new', file, runner });
    says(await party('review', 'request'), 1, /Round 1 has been with Codex since/);
    says(await party('review', 'nudge'), 1, /Round 1 is with the party .*being sent/);
    assert.deepEqual(await abandoned(), ['a test']);
    assert.equal((await status()).review.standstill ?? null, null);
    // The same when its sender was killed in between.
    const events = join(log().directory, 'events.jsonl');
    rewriteLog(events, (text) => text.replaceAll(runner, '999999999:x'));
    assert.equal((await status()).review.standstill, 'unknown-request');
    await request();
  });

  it('of a document is given up like any other', async () => {
    project.write('docs/note.md', '# Note\n');
    await start();
    const asked = () => party('review', 'request', '--document', 'docs/note.md');
    done(await asked());
    says(await asked(), 1, /docs\/note\.md has been with Codex since .*party review nudge/);
    await box.killServer();
    done(await party('review', 'request', '--document', 'docs/note.md', '--headless'));
    assert.deepEqual(await abandoned(), ['the party that got the request is not running']);
  });

  it('does not count as reminded when a nudge cannot be delivered', async () => {
    const { panes } = await start();
    await box.tmux('set-option', '-w', '-t', panes.codex, 'synchronize-panes', 'on');
    assert.equal(field((await request()).stdout, 'state'), 'queued');
    says(await party('review', 'nudge'), 1, /Codex was not reminded: .*synchronize-panes/);
    await box.tmux('set-option', '-w', '-t', panes.codex, 'synchronize-panes', 'off');
    await until('the request', () => received().length === 1);
    await box.tmux('set-option', '-w', '-t', panes.codex, 'synchronize-panes', 'on');
    for (const _ of [1, 2]) says(await party('review', 'nudge'), 1, /synchronize-panes/);
    await box.tmux('set-option', '-w', '-t', panes.codex, 'synchronize-panes', 'off');
    await until('the reminder', () => received().length === 2);
    const messages = (await status()).messages.filter(({ kind }) => kind === 'review');
    assert.equal(messages.length, 2, 'one reminder on its way is enough');
  });

  it('names the role when Codex is not running, with exit 3', async () => {
    const { panes } = await start();
    await request();
    await box.tmux('set-option', '-p', '-u', '-t', panes.codex, '@party_role');
    assert.equal((await status()).review.standstill, 'no-codex');
    says(await party('review', 'nudge'), 3, /Codex is not running: no pane of party-/);
  });
});
