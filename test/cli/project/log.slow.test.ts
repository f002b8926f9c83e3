// party log: names the lines that another program wrote or removed, and lets a human go on.

import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogCheck } from '../../../src/node/gates/checkLog.ts';
import { archiveLog } from '../../../src/node/project/archiveLog.ts';
import { newProject, type Project } from '../../support/project.ts';
import type { Output } from '../../support/sandbox.ts';

describe('party log', function () {
  this.timeout(60_000);
  let at: Project;
  beforeEach(async () => {
    at = newProject({ git: true });
    for (const kind of ['tests', 'checks', 'tests']) {
      assert.equal((await party('evidence', 'run', kind, '--', 'true')).code, 0);
    }
  });
  afterEach(() => at.dispose());

  const party = (...args: string[]): Promise<Output> => at.box.party(args, { cwd: at.top });
  const asClaude = (...args: string[]): Promise<Output> =>
    at.box.party(args, { cwd: at.top, env: { CLAUDECODE: '1' } });
  const missing = async () =>
    (await at.box.partyJson<{ gates: { missing: string[] } }>(['status'], { cwd: at.top })).gates.missing;
  const file = () => at.durable('events.jsonl');
  const forged = { at: new Date().toISOString(), actor: 'human', event: 'verified', hash: 'h' };

  it('finds nothing wrong with a log that only Party wrote', async () => {
    const { code, stdout } = await party('log', 'check');
    assert.equal(code, 0);
    assert.match(stdout, /events\.jsonl: 3 lines\nEach line continues the line before\n$/);
    assert.doesNotMatch((await party('status')).stdout, /^Log/m);
    const refused = await party('log', 'anchor', '--reason', 'x');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /Nothing is wrong with the log/);
  });

  it('has the same history after the log was archived', async () => {
    const history = async () => [
      await missing(),
      (await party('status')).stdout,
      (await party('evidence', 'list')).stdout,
      (await party('review', 'timeline', '--json')).stdout,
    ];
    const before = await history();
    await archiveLog(dirname(file()));
    assert.deepEqual(await history(), before);
    assert.equal((await party('evidence', 'run', 'checks', '--', 'true')).code, 0);
    const { code, stdout } = await party('log', 'check');
    assert.equal(code, 0);
    assert.match(stdout, /events\.jsonl: 5 lines, 3 of them archived\nEach line continues the line before\n$/);
    appendFileSync(at.durable('archive/000001/events.jsonl'), `${JSON.stringify(forged)}\n`);
    const tampered = await party('log', 'check');
    assert.equal(tampered.code, 1);
    assert.match(tampered.stdout, /line 4 \(verified\) was written by another program/);
  });

  it('names an appended line, also in the status and where the gates are checked, until a human accepts it', async () => {
    appendFileSync(file(), `${JSON.stringify(forged)}\n`);
    const line = /line 4 \(verified\) was written by another program or an older version of Party; it does not count/;
    const { code, stdout } = await party('log', 'check');
    assert.equal(code, 1);
    assert.match(stdout, line);
    assert.match((await party('status')).stdout, new RegExp(`^Log +${line.source}\\n +See: party log check$`, 'm'));
    const gates = await party('gates', 'check');
    assert.match(gates.stdout, /^RED +log +line 4 \(verified\)/m);
    assert.ok(!(await missing()).includes('tests-passed'), 'the other lines count');
    assert.ok((await missing()).includes('pr-verified'));

    const agent = await asClaude('log', 'anchor', '--reason', 'fine');
    assert.equal(agent.code, 1);
    assert.match(agent.stderr, /Only the human anchors the log/);
    assert.match((await asClaude('log', 'anchor')).stderr, /Only the human anchors the log/);
    const unexplained = /A reason is required\. To accept this and continue: party log anchor --reason TEXT/;
    assert.match((await party('log', 'anchor')).stderr, unexplained);
    assert.equal((await party('log', 'anchor', '--reason', 'it was me')).code, 0);
    assert.match((await party('log', 'check')).stdout, /does not count \(accepted\)/);
    assert.doesNotMatch((await party('status')).stdout, /^Log/m);
    assert.ok((await missing()).includes('pr-verified'), 'it does not count all the same');
  });

  it('proves nothing after a line was altered, until a human anchors it', async () => {
    assert.ok(!(await missing()).includes('checks-passed'));
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('"what":"checks"', '"what":"tests" '));
    for (const kind of ['tests-passed', 'checks-passed']) assert.ok((await missing()).includes(kind));
    const said = await party('status');
    assert.match(said.stdout, /^ +Lines of this project's log were altered or removed/m);
    const anchor = 'accept this and continue: party log anchor --reason TEXT';
    assert.ok((await party('log', 'check')).stdout.includes(`Nothing in it is proof. To ${anchor}\n`));
    assert.ok((await asClaude('log', 'check')).stdout.includes(`Nothing in it is proof. The human can ${anchor}\n`));
    assert.match((await party('review', 'approve')).stderr, /Lines of this project's log were altered or removed/);
    await party('evidence', 'run', 'tests', '--', 'true');
    assert.ok((await missing()).includes('tests-passed'), 'new evidence is kept, and counts later');
    const anchored = await party('log', 'anchor', '--reason', 'an editor did it', '--json');
    const { broken, ok, problems } = JSON.parse(anchored.stdout) as LogCheck;
    assert.deepEqual(
      [broken, ok, problems.map(({ line, kind }) => [line, kind])],
      [
        false,
        true,
        [
          [2, 'suspect'],
          [3, 'break'],
        ],
      ],
    );
    assert.ok(!(await missing()).includes('tests-passed'));
    assert.ok((await missing()).includes('checks-passed'), 'the altered line does not count');
  });
});
