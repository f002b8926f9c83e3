// Reviews without a pane, with a program in Codex's place that fails in every way that the real one has been seen to.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Review } from '../../../src/core/review/review.ts';
import { beginRound } from '../../../src/node/review/beginRound.ts';
import { findProgram } from '../../../src/node/system/installHint.ts';
import * as plans from '../../support/plans.ts';
import { newProject, type Project } from '../../support/project.ts';
import { cliBundle, node20, Sandbox, until } from '../../support/sandbox.ts';

const standIn = join(import.meta.dirname, '../fixtures/codex.mjs');

describe('a review without a pane', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let project: Project;
  let log: string;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    log = join(box.root, 'called.json');
    // A machine without tmux, with Codex.
    const bin = box.directory('bin');
    symlinkSync(standIn, join(bin, 'codex'));
    symlinkSync(process.execPath, join(bin, 'node'));
    symlinkSync(findProgram('git', process.env['PATH'] ?? '') ?? '', join(bin, 'git'));
    symlinkSync('/usr/bin/env', join(bin, 'env'));
    Object.assign(box.env, { PATH: bin, STAND_IN_LOG: log });
  });
  afterEach(async () => {
    box.env['PATH'] = process.env['PATH'] ?? '';
    await box.dispose();
  });

  const review = (args: readonly string[] = [], env: Record<string, string> = {}) =>
    box.party(['review', 'request', ...args], { cwd: project.top, env });
  const shown = () => box.partyJson<Review>(['review', 'show'], { cwd: project.top });
  const called = () =>
    JSON.parse(readFileSync(log, 'utf8')) as { args: string[]; prompt: string; schema: { type: string }; cwd: string };
  /** Nothing is evidence, no round is left, and the next one can be asked for. */
  const leftNothing = async () => {
    const { rounds, evidence, status } = await shown();
    assert.deepEqual(rounds, []);
    assert.equal(evidence['codex-ran'].hash, null);
    assert.equal(status.kind, 'none');
    assert.equal((await review()).code, 0);
  };

  it('is what --review starts when there is no tmux', async () => {
    const output = await box.party(['tmux-codex', '--review', 'main', 'Add login'], { cwd: project.top });
    assert.equal(output.code, 0, output.stderr);
    assert.match(output.stderr, /tmux is not installed.*\n[\s\S]*Codex runs git diff/);
    assert.match(output.stdout, /^CODEX_REVIEW_RAN\nround: 1\nfound: 1; open: 1, 1 blocking\n/);
    const { args, prompt, schema, cwd } = called();
    assert.equal(args[0], 'exec');
    assert.equal(args.at(-1), '-');
    assert.equal(args[args.indexOf('--sandbox') + 1], 'read-only');
    assert.equal(cwd, project.top);
    assert.equal(schema.type, 'object');
    assert.match(prompt, /\| Add login\n[\s\S]*Your last message is that document and nothing else/);
    const { status, rounds, evidence } = await shown();
    assert.deepEqual([status.kind, status.blocking, rounds[0]?.headless], ['findings', 1, true]);
    assert.equal(evidence['codex-ran'].hash, status.hash);
  });

  it('names the approved plan as the specification, and no plan that is not approved here', async () => {
    const text = plans.planText('We do it.');
    plans.gateOn(project.top);
    plans.writePlan(project.top, text);
    await plans.approved(project.top, 1, text);
    assert.equal((await review()).code, 0);
    assert.doesNotMatch(called().prompt, /specification/);
    plans.reviewed(project.top, 1, text, plans.verdict(true));
    await plans.approved(project.top, 1, text, project.paths);
    assert.equal((await review()).code, 0);
    const { prompt } = called();
    assert.match(prompt, /specification[\s\S]*\n {4}docs\/plan\.md\n {4}\.claude\/review\/plan_v1\.snapshot\.md\n/);
    assert.match(prompt, /Report everything that you find now/);
    // A copy that was changed since is not what was approved; the plan still is.
    plans.reviewed(project.top, 1, `${text}and more`, plans.verdict(true));
    assert.equal((await review()).code, 0);
    assert.match(called().prompt, /\n {4}docs\/plan\.md\n\nIts SHA-256: [0-9a-f]{64}\n/);
  });

  it('uses the output of its own Codex, whatever the file contains', async () => {
    assert.equal((await review([], { STAND_IN: 'exchanged' })).code, 0);
    const { status, rounds } = await shown();
    assert.deepEqual([status.kind, status.blocking, rounds[0]?.origin], ['findings', 1, 'exec']);
  });

  it('is not proven by a file that another process wrote', async () => {
    const file = join(project.durable('findings'), 'q.json');
    await beginRound(project, { delta: false, headless: true, findingsFile: () => file });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ findings: [], summary: 's', stats: { files_reviewed: 3 } }));
    const completed = await box.party(['review', 'complete', file], { cwd: project.top });
    assert.match(completed.stdout, /^CODEX_REVIEW_UNPROVEN$/m);
    const { code, stdout, stderr } = await box.party(['review', 'approve'], { cwd: project.top });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /not proven to come from Codex/);
  });

  it('prints one JSON object and no progress with --json', async () => {
    const output = await review(['--json']);
    assert.equal(JSON.parse(output.stdout).blocking, 1);
    assert.equal(output.stderr, '');
  });

  it('leaves nothing but the findings behind', async () => {
    await review();
    const [key = ''] = readdirSync(join(box.partyHome, 'projects'));
    const files = readdirSync(join(box.partyHome, 'projects', key, 'findings'));
    assert.equal(files.length, 1);
    assert.match(files[0] ?? '', /^[a-z0-9]+\.json$/);
  });

  for (const [how, code, message] of [
    ['401', 1, /401 Unauthorized.*codex login.*COMMAND_FAILED/],
    ['429', 1, /429 Too Many Requests\. Ask again in a while/],
    ['500', 1, /high demand.*Ask again/],
    ['words', 1, /cannot be read as findings.*not-json/],
    ['nothing', 1, /ended without an answer/],
    ['usage', 1, /unexpected argument '--output-schema'/],
  ] as const) {
    it(`that fails (${how}) says why and leaves nothing`, async () => {
      const output = await review([], { STAND_IN: how });
      assert.equal(output.code, code);
      assert.match(output.stderr, message);
      assert.equal(output.stdout, '');
      await leftNothing();
    });
  }

  it('that takes too long is ended, with exit 4', async () => {
    const output = await review(['--timeout', '1s'], { STAND_IN: 'hang' });
    assert.equal(output.code, 4);
    assert.match(output.stderr, /not finished its review within 1 s.*--timeout.*TIMEOUT/);
    await leftNothing();
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`that is stopped by ${signal} ends Codex and withdraws the round`, async () => {
      const child = box.spawn(node20, [cliBundle, 'review', 'request'], {
        ...{ cwd: project.top, env: { STAND_IN: 'hang' } },
      });
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      const pid = Number(await until('Codex', () => existsSync(`${log}.pid`) && readFileSync(`${log}.pid`, 'utf8')));
      child.kill(signal);
      assert.equal(await ended, 1);
      assert.throws(() => process.kill(pid, 0), /ESRCH/);
      await leftNothing();
    });
  }

  it('needs Codex', async () => {
    mkdirSync(join(box.root, 'empty'));
    symlinkSync(join(box.root, 'bin/git'), join(box.root, 'empty/git'));
    const output = await review(['--headless'], { PATH: join(box.root, 'empty') });
    assert.equal(output.code, 1);
    assert.match(output.stderr, /Codex \(codex\) is not installed\. Install it with: npm install.*AGENT_MISSING/);
    writeFileSync(join(project.top, 'tmux-team.json'), '{"agents":{"codex":{"command":["gemini"]}}}');
    assert.match((await review(['--headless'])).stderr, /needs Codex itself.*gemini/);
    assert.deepEqual((await shown()).rounds, []);
  });
});
