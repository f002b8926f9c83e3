// Stops of Claude while collab is on, through the hook as the client calls it, with a program in Codex's place.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finds, twoTasks } from '../../support/parts/collab.ts';
import { half, newStopsProject, type StopsProject, still } from './support/collabStops.ts';

describe('a Stop while collab is on', function () {
  this.timeout(60_000);
  let at: StopsProject;
  beforeEach(() => {
    at = newStopsProject();
  });
  afterEach(() => at.dispose());

  it('is answered with feedback when the calling client shows that better', async () => {
    const home = at.box.directory('config');
    const claude = (version: string | undefined) => {
      const file = join(at.box.directory('config/sessions'), `${process.pid}.json`);
      writeFileSync(file, JSON.stringify({ pid: process.pid, sessionId: 's', cwd: at.top, version }));
      return { CLAUDE_PID: String(process.pid), CLAUDE_CONFIG_DIR: home };
    };
    await at.begin();
    const design = await at.stop(claude('2.1.325'));
    assert.equal(design.block, undefined);
    assert.match(
      design.feedback ?? '',
      /^Party: Codex flagged nothing in the design\.[\s\S]*Continue with task 1 of 2\./,
    );
    assert.match(design.said ?? '', /^Party: Codex flagged nothing in the design/);
    assert.deepEqual(at.where(), still(1));

    for (const [by, version] of [
      [1, '2.1.324'],
      [2, undefined],
    ] as const) {
      at.write('src/half.js', half(by));
      const older = await at.stop({ ...claude(version), ...finds({}) });
      assert.equal(older.feedback, undefined);
      assert.match(older.block ?? '', /^Party: Codex flagged 1 issue in task 1 of 2/);
    }
  });

  it('keeps its findings in the ledger until Codex calls them resolved', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    await at.stop(finds({}));
    at.write('src/half.js', half(3));
    const silent = await at.stop({ STAND_IN_RESOLVED: '[]' });
    assert.match(
      silent.block ?? '',
      /flagged nothing in task 1 of 2; 1 blocking issue from earlier reviews still open/,
    );
    assert.match(silent.block ?? '', /Divides by zero/);
    assert.deepEqual(at.where(), still(1, 2));
    at.write('src/half.js', half(2));
    assert.match((await at.stop()).block ?? '', /Continue with task 2 of 2/);
    const { findings } = await at.box.partyJson<{ findings: { state: string }[] }>(['findings', 'list', '--all'], {
      cwd: at.top,
    });
    assert.deepEqual(
      findings.map(({ state }) => state),
      ['fixed'],
    );
  });

  it('is silent when nothing has changed, unless Claude was sent on before', async () => {
    await at.implement();
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
    const again = await at.stop({}, { stop_hook_active: true });
    assert.equal(again.block, undefined);
    assert.match(again.said ?? '', /Nothing to review: no relevant changes.*Task 1 of 2 is still open/);
    assert.equal(at.calls().length, 1);
  });

  it("reviews neither exempt files nor Party's own", async () => {
    await at.implement();
    at.write('docs/plan.md', `${twoTasks}\nMore.\n`);
    at.write('.claude/review/x.md', 'x');
    at.write('build.log', 'what a program wrote\n');
    assert.equal((await at.stop()).block, undefined);
    assert.equal(at.calls().length, 1);
    assert.deepEqual(at.where(), still(1));
  });

  it('goes on after a task that changed only documents, and says so', async () => {
    await at.implement();
    at.write('README.md', '# Halves\n');
    const first = await at.stop();
    assert.match(first.block ?? '', /^Party: Task 1 of 2 changed only a document \(README\.md\), which Codex does not/);
    assert.match(first.block ?? '', /Continue with task 2 of 2\./);
    assert.match(first.said ?? '', /Task 1 of 2 changed only .*Claude continues with task 2 of 2/);
    assert.deepEqual(at.where(), still(2));
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined }, 'no changes since');
    assert.deepEqual(at.where(), still(2));

    at.write('docs/more.md', 'More\n');
    at.git('add', '.');
    at.git('commit', '--quiet', '--message', 'documents');
    const last = await at.stop({}, { stop_hook_active: true });
    assert.equal(last.block, undefined);
    assert.match(last.said ?? '', /Task 2 of 2 changed only .*docs\/more\.md.*collab is complete/);
    assert.equal(at.state()?.phase, 'complete');
    assert.equal(at.calls().length, 1, 'Codex was asked about the design alone');
    assert.deepEqual(at.whats(), ['started', 'reviewed', 'passed', 'passed', 'completed']);
  });

  it('reviews the code of a task that passed with documents only together with the next task', async () => {
    await at.implement();
    at.write('README.md', '# Halves\n');
    await at.stop();
    at.write('src/half.js', half(2));
    at.write('src/quarter.js', 'export const quarter = (n) => n / 4;\n');
    assert.match((await at.stop()).said ?? '', /Codex flagged nothing in task 2 of 2.*collab is complete/);
    assert.match(at.calls().at(-1)?.prompt ?? '', /half\.js[\s\S]*quarter\.js/);
  });

  it('does not pass a task for its documents while a finding of it blocks', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    await at.stop(finds({}));
    at.write('README.md', '# Halves\n');
    const stopped = await at.stop({}, { stop_hook_active: true });
    assert.equal(stopped.block, undefined);
    assert.match(stopped.said ?? '', /Nothing to review: no relevant changes.*one finding blocks/);
    assert.deepEqual(at.where(), still(1, 1));
  });

  it('counts a task of documents when the design names no number of tasks, and lets Claude stop', async () => {
    await at.implement('# Halves\n\nHalve a number.\n');
    at.write('README.md', '# Halves\n');
    const { block, said } = await at.stop();
    assert.equal(block, undefined);
    assert.match(said ?? '', /Task 1 changed only a document .*Next is task 2/);
    assert.deepEqual(at.where(), still(2));
  });

  it('reviews committed and uncommitted changes, each once', async () => {
    await at.implement();
    at.write('src/half.js', half(2));
    at.git('add', '.');
    at.git('commit', '--quiet', '--message', 'half');
    at.write('src/more.js', '1\n');
    await at.stop();
    assert.match(at.calls().at(-1)?.prompt ?? '', /half\.js[\s\S]*more\.js/);
    at.git('add', '.');
    at.git('commit', '--quiet', '--amend', '--message', 'all of it');
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
    assert.equal(at.calls().length, 2);
  });

  it('goes on with what was found when a branch is made in the middle', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    await at.stop(finds({}));
    at.git('switch', '--quiet', '--create', 'other');
    assert.equal((await at.stop()).block, undefined);
    assert.equal(at.calls().length, 2, 'nothing was changed');
    at.write('src/half.js', half(2));
    assert.match((await at.stop()).block ?? '', /flagged nothing in task 1 of 2\.[\s\S]*Continue with task 2 of 2/);
    assert.match(at.calls().at(-1)?.prompt ?? '', /Divides by zero/);
  });

  it('waits for the human after three reviews of one task that found something', async () => {
    await at.implement();
    for (const [n, by] of [0, 3, 4].entries()) {
      at.write('src/half.js', half(by));
      const { block, said } = await at.stop(finds({}));
      if (n < 2) assert.match(block ?? '', n === 1 ? /One more review of this task/ : /2 more reviews/);
      else {
        assert.equal(block, undefined);
        assert.match(said ?? '', /Collab needs you: .*task 1, 3 times in a row.*party collab resume/);
      }
    }
    at.write('src/half.js', half(2));
    const held = await at.stop();
    assert.equal(held.block, undefined);
    assert.match(held.said ?? '', /Collab needs you/);
    assert.equal(at.calls().length, 4);
    assert.equal((await at.collab(['resume'], { CLAUDECODE: '1' })).code, 1);
    assert.equal((await at.collab(['resume'])).code, 0);
    assert.match((await at.stop()).block ?? '', /Continue with task 2 of 2/);
    assert.deepEqual(at.whats().slice(-4), ['reviewed', 'held', 'resumed', 'reviewed']);
  });

  it('asks Codex again about what was rejected with a reason, and goes on', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    const { block } = await at.stop(finds({}));
    const key = /- (c\S+),/.exec(block ?? '')?.[1] ?? '';
    assert.equal((await at.stop()).block, undefined, 'nothing was done about it');
    const reject = ['findings', 'triage', key, 'rejected', '--reason', 'Infinity is what we want'];
    assert.equal((await at.box.party(reject, { cwd: at.top, env: { CLAUDECODE: '1' } })).code, 0);
    assert.match((await at.stop()).block ?? '', /Continue with task 2 of 2/);
    assert.match(at.calls().at(-1)?.prompt ?? '', /Infinity is what we want/);
    assert.equal(at.calls().length, 3);
  });

  it('also asks Codex again when the human has rejected a finding and resumes collab', async () => {
    await at.implement();
    for (const by of [0, 3, 4]) {
      at.write('src/half.js', half(by));
      await at.stop(finds({}));
    }
    assert.equal(at.state()?.paused, true);
    const { findings } = await at.box.partyJson<{ findings: { key: string }[] }>(['findings', 'list'], { cwd: at.top });
    assert.equal((await at.collab(['resume'])).code, 0);
    // The finding is still open: nothing is to be asked, and an agent cannot call it done.
    assert.equal((await at.stop()).block, undefined);
    assert.match((await at.collab(['complete'], { CLAUDECODE: '1' })).stderr, /in task 1 still blocks/);
    for (const { key } of findings) {
      const reject = ['findings', 'triage', key, 'rejected', '--reason', 'It is what we want'];
      assert.equal((await at.box.party(reject, { cwd: at.top })).code, 0);
    }
    assert.match((await at.stop()).block ?? '', /Continue with task 2 of 2/);
  });

  it('leaves findings that conflict with the design to the human', async () => {
    await at.implement();
    at.write('src/half.js', half(2));
    const { block, said } = await at.stop(finds({ conflicts_with_design: true, title: 'Use a database' }));
    assert.match(
      block ?? '',
      /Do not fix these: tell the human[\s\S]*\| Use a database[\s\S]*Continue with task 2 of 2/,
    );
    assert.match(said ?? '', /You decide about what conflicts with the approved design \(1 issue\)/);
    assert.deepEqual(at.where(), still(2));
  });

  it('goes on when no finding blocks', async () => {
    await at.implement();
    at.write('src/half.js', half(2));
    const { block } = await at.stop(finds({ severity: 'warning', category: 'maintainability' }));
    assert.match(block ?? '', /flagged 1 issue in task 1 of 2, not blocking[\s\S]*Continue with task 2 of 2/);
  });

  it('lets Claude stop when it is not known whether there is another task', async () => {
    await at.implement('# Halves\n\nHalve numbers.\n');
    at.write('src/half.js', half(2));
    const { block, said } = await at.stop();
    assert.equal(block, undefined);
    assert.match(said ?? '', /flagged nothing in task 1\./);
    assert.deepEqual(at.where(), still(2));
    at.write('src/half.js', half(0));
    assert.match((await at.stop(finds({}))).block ?? '', /Fix what is blocking in task 2, and/);
  });

  it('says that there is no design yet, and reviews it when it is there', async () => {
    assert.equal((await at.collab(['start'])).code, 0);
    const { block, said } = await at.stop();
    assert.equal(block, undefined);
    assert.match(said ?? '', /no docs\/plan\.md/i);
    at.write('docs/plan.md', ' \n');
    assert.match((await at.stop()).said ?? '', /is empty/);
    at.write('docs/plan.md', twoTasks);
    const flagged = await at.stop(finds({ file: 'docs/plan.md', title: 'Vague' }));
    assert.match(flagged.block ?? '', /1 issue in the design, blocking[\s\S]*First correct the design/);
    assert.deepEqual(at.where(), still(1));
  });

  it('is reviewed from any folder of the project', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    const { block } = await at.stop({ CLAUDE_PROJECT_DIR: join(at.top, 'src') }, { cwd: join(at.top, 'src') });
    assert.match(block ?? '', /Continue with task 2/);
  });
});
