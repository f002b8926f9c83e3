// Stops of Claude while collab is on, through the hook as the client calls it, with a program in Codex's place.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finds, issue, twoTasks } from '../../support/parts/collab.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { node20, repository, Sandbox, until } from '../../support/sandbox.ts';

const half = (by: number) => `export const half = (n) => n / ${by};\n`;

describe('a Stop while collab is on', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let at: ProjectWith<{ collab: true }>;
  beforeEach(() => {
    box = new Sandbox();
    at = newProject({ box, collab: true });
  });
  afterEach(() => box.dispose());

  const begin = async (design = twoTasks) => {
    at.write('docs/plan.md', design);
    assert.equal((await at.collab(['start'])).code, 0);
  };
  /** With the design behind it. */
  const implement = async (design = twoTasks) => {
    await begin(design);
    assert.match((await at.stop()).block ?? '', /Go on with task 1/);
  };
  const where = () => {
    const { phase, task_index, rounds, paused } = at.state() ?? {};
    return { phase, task_index, rounds, paused };
  };
  const still = (task_index: number, rounds = 0) => ({ phase: 'implementing', task_index, rounds, paused: false });

  it('goes from the design through all tasks, and ends by itself', async () => {
    await begin();
    const design = await at.stop();
    assert.match(design.block ?? '', /^Party: Codex flagged nothing in the design\.[\s\S]*Go on with task 1 of 2\./);
    assert.deepEqual(where(), still(1));

    at.write('src/half.js', half(0));
    const flagged = await at.stop(finds({}), { stop_hook_active: true });
    assert.match(flagged.block ?? '', /^Party: Codex flagged 1 issue in task 1 of 2, blocking\./);
    assert.match(flagged.block ?? '', /- c\d+r\d+-F1, src\/half\.js:1, critical, correctness\n\| Divides by zero/);
    assert.match(flagged.said ?? '', /^Party: Codex flagged 1 issue in task 1 of 2/);
    assert.deepEqual(where(), still(1, 1));

    at.write('src/half.js', half(2));
    const fixed = await at.stop({}, { stop_hook_active: true });
    assert.match(fixed.block ?? '', /flagged nothing in task 1 of 2\.[\s\S]*Go on with task 2 of 2\./);
    assert.deepEqual(where(), still(2));

    at.write('src/quarter.js', 'export const quarter = (n) => n / 4;\n');
    const last = await at.stop({}, { stop_hook_active: true });
    assert.equal(last.block, undefined);
    assert.match(last.said ?? '', /task 2 of 2.*collab is complete/);
    assert.equal(at.state()?.phase, 'complete');

    const prompts = at.calls().map(({ prompt }) => prompt);
    assert.equal(prompts.length, 4);
    assert.match(prompts[0] ?? '', /^# Design review/);
    assert.match(prompts[1] ?? '', /n \/ 0/);
    // Each of them sees what is new, and nothing that was reviewed before.
    assert.match(prompts[3] ?? '', /quarter\.js/);
    assert.doesNotMatch(prompts[3] ?? '', /half\.js/);
    // What was there before collab was started is not reviewed.
    for (const prompt of prompts) assert.doesNotMatch(prompt, /auth\.ts/);
    assert.deepEqual(at.whats(), ['started', 'reviewed', 'reviewed', 'reviewed', 'reviewed', 'completed']);
    assert.equal(at.reviews().length, 4);

    // The next Stop cleans up, and from then on there is nothing to do.
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
    assert.equal(at.state(), undefined);
    assert.equal(at.git('for-each-ref', 'refs/party/collab'), '');
    assert.equal(at.reviews().length, 4);
  });

  it('is answered with feedback, where the client that calls shows that better', async () => {
    const home = box.directory('config');
    const claude = (version: string | undefined) => {
      const file = join(box.directory('config/sessions'), `${process.pid}.json`);
      writeFileSync(file, JSON.stringify({ pid: process.pid, sessionId: 's', cwd: at.top, version }));
      return { CLAUDE_PID: String(process.pid), CLAUDE_CONFIG_DIR: home };
    };
    await begin();
    const design = await at.stop(claude('2.1.325'));
    assert.equal(design.block, undefined);
    assert.match(design.feedback ?? '', /^Party: Codex flagged nothing in the design\.[\s\S]*Go on with task 1 of 2\./);
    assert.match(design.said ?? '', /^Party: Codex flagged nothing in the design/);
    assert.deepEqual(where(), still(1));

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
    await implement();
    at.write('src/half.js', half(0));
    await at.stop(finds({}));
    at.write('src/half.js', half(3));
    const silent = await at.stop({ STAND_IN_RESOLVED: '[]' });
    assert.match(
      silent.block ?? '',
      /flagged nothing in task 1 of 2; 1 blocking issue of earlier reviews not resolved/,
    );
    assert.match(silent.block ?? '', /Divides by zero/);
    assert.deepEqual(where(), still(1, 2));
    at.write('src/half.js', half(2));
    assert.match((await at.stop()).block ?? '', /Go on with task 2 of 2/);
    const { findings } = await box.partyJson<{ findings: { state: string }[] }>(['findings', 'list', '--all'], {
      cwd: at.top,
    });
    assert.deepEqual(
      findings.map(({ state }) => state),
      ['fixed'],
    );
  });

  it('has nothing to say when nothing was changed, and a word when Claude had been sent on', async () => {
    await implement();
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
    const again = await at.stop({}, { stop_hook_active: true });
    assert.equal(again.block, undefined);
    assert.match(again.said ?? '', /Nothing that is reviewed was changed.*Task 1 of 2 is still open/);
    assert.equal(at.calls().length, 1);
  });

  it('reviews no file that needs none, and none of its own', async () => {
    await implement();
    at.write('docs/plan.md', `${twoTasks}\nMore.\n`);
    at.write('.claude/review/x.md', 'x');
    at.write('build.log', 'what a program wrote\n');
    assert.equal((await at.stop()).block, undefined);
    assert.equal(at.calls().length, 1);
    assert.deepEqual(where(), still(1));
  });

  it('goes on after a task that changed only documents, and says so', async () => {
    await implement();
    at.write('README.md', '# Halves\n');
    const first = await at.stop();
    assert.match(first.block ?? '', /^Party: Task 1 of 2 changed only a document \(README\.md\), which Codex does not/);
    assert.match(first.block ?? '', /Go on with task 2 of 2\./);
    assert.match(first.said ?? '', /Task 1 of 2 changed only .*Claude goes on with task 2 of 2/);
    assert.deepEqual(where(), still(2));
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined }, 'nothing was changed since');
    assert.deepEqual(where(), still(2));

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

  it('reviews the code of a task that was passed for its documents with the next one', async () => {
    await implement();
    at.write('README.md', '# Halves\n');
    await at.stop();
    at.write('src/half.js', half(2));
    at.write('src/quarter.js', 'export const quarter = (n) => n / 4;\n');
    assert.match((await at.stop()).said ?? '', /Codex flagged nothing in task 2 of 2.*collab is complete/);
    assert.match(at.calls().at(-1)?.prompt ?? '', /half\.js[\s\S]*quarter\.js/);
  });

  it('does not go on by documents while something of the task blocks', async () => {
    await implement();
    at.write('src/half.js', half(0));
    await at.stop(finds({}));
    at.write('README.md', '# Halves\n');
    const stopped = await at.stop({}, { stop_hook_active: true });
    assert.equal(stopped.block, undefined);
    assert.match(stopped.said ?? '', /Nothing that is reviewed was changed.*one finding blocks/);
    assert.deepEqual(where(), still(1, 1));
  });

  it('counts the tasks on by documents where the design names no number, and lets Claude stop', async () => {
    await implement('# Halves\n\nHalve a number.\n');
    at.write('README.md', '# Halves\n');
    const { block, said } = await at.stop();
    assert.equal(block, undefined);
    assert.match(said ?? '', /Task 1 changed only a document .*Next is task 2/);
    assert.deepEqual(where(), still(2));
  });

  it('sees what was committed as well as what was not, once', async () => {
    await implement();
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
    await implement();
    at.write('src/half.js', half(0));
    await at.stop(finds({}));
    at.git('switch', '--quiet', '--create', 'other');
    assert.equal((await at.stop()).block, undefined);
    assert.equal(at.calls().length, 2, 'nothing was changed');
    at.write('src/half.js', half(2));
    assert.match((await at.stop()).block ?? '', /flagged nothing in task 1 of 2\.[\s\S]*Go on with task 2 of 2/);
    assert.match(at.calls().at(-1)?.prompt ?? '', /Divides by zero/);
  });

  it('waits for the human after three reviews of one task that found something', async () => {
    await implement();
    for (const [n, by] of [0, 3, 4].entries()) {
      at.write('src/half.js', half(by));
      const { block, said } = await at.stop(finds({}));
      if (n < 2) assert.match(block ?? '', n === 1 ? /One more review of this task/ : /2 more reviews/);
      else {
        assert.equal(block, undefined);
        assert.match(said ?? '', /It waits for you: .*task 1, 3 times in a row.*party collab resume/);
      }
    }
    at.write('src/half.js', half(2));
    const held = await at.stop();
    assert.equal(held.block, undefined);
    assert.match(held.said ?? '', /Collab waits for you/);
    assert.equal(at.calls().length, 4);
    assert.equal((await at.collab(['resume'], { CLAUDECODE: '1' })).code, 1);
    assert.equal((await at.collab(['resume'])).code, 0);
    assert.match((await at.stop()).block ?? '', /Go on with task 2 of 2/);
    assert.deepEqual(at.whats().slice(-4), ['reviewed', 'held', 'resumed', 'reviewed']);
  });

  it('asks Codex again about what was rejected with a reason, and goes on', async () => {
    await implement();
    at.write('src/half.js', half(0));
    const { block } = await at.stop(finds({}));
    const key = /- (c\S+),/.exec(block ?? '')?.[1] ?? '';
    assert.equal((await at.stop()).block, undefined, 'nothing was done about it');
    const reject = ['findings', 'triage', key, 'rejected', '--reason', 'Infinity is what we want'];
    assert.equal((await box.party(reject, { cwd: at.top, env: { CLAUDECODE: '1' } })).code, 0);
    assert.match((await at.stop()).block ?? '', /Go on with task 2 of 2/);
    assert.match(at.calls().at(-1)?.prompt ?? '', /Infinity is what we want/);
    assert.equal(at.calls().length, 3);
  });

  it('asks again, too, when the human has rejected it and lets collab go on', async () => {
    await implement();
    for (const by of [0, 3, 4]) {
      at.write('src/half.js', half(by));
      await at.stop(finds({}));
    }
    assert.equal(at.state()?.paused, true);
    const { findings } = await box.partyJson<{ findings: { key: string }[] }>(['findings', 'list'], { cwd: at.top });
    assert.equal((await at.collab(['resume'])).code, 0);
    // The finding is still open: nothing is to be asked, and an agent cannot call it done.
    assert.equal((await at.stop()).block, undefined);
    assert.match((await at.collab(['complete'], { CLAUDECODE: '1' })).stderr, /in task 1 still blocks/);
    for (const { key } of findings) {
      const reject = ['findings', 'triage', key, 'rejected', '--reason', 'It is what we want'];
      assert.equal((await box.party(reject, { cwd: at.top })).code, 0);
    }
    assert.match((await at.stop()).block ?? '', /Go on with task 2 of 2/);
  });

  it('leaves to the human what would go against the design', async () => {
    await implement();
    at.write('src/half.js', half(2));
    const { block, said } = await at.stop(finds({ conflicts_with_design: true, title: 'Use a database' }));
    assert.match(block ?? '', /Do not fix these: tell the human[\s\S]*\| Use a database[\s\S]*Go on with task 2 of 2/);
    assert.match(said ?? '', /against the approved design \(1 issue\) is for you to decide/);
    assert.deepEqual(where(), still(2));
  });

  it('goes on with remarks that do not block', async () => {
    await implement();
    at.write('src/half.js', half(2));
    const { block } = await at.stop(finds({ severity: 'warning', category: 'maintainability' }));
    assert.match(block ?? '', /flagged 1 issue in task 1 of 2, not blocking[\s\S]*Go on with task 2 of 2/);
  });

  it('lets Claude stop when nobody knows whether there is another task', async () => {
    await implement('# Halves\n\nHalve numbers.\n');
    at.write('src/half.js', half(2));
    const { block, said } = await at.stop();
    assert.equal(block, undefined);
    assert.match(said ?? '', /flagged nothing in task 1\./);
    assert.deepEqual(where(), still(2));
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
    assert.match(flagged.block ?? '', /1 issue in the design, blocking[\s\S]*First bring the design in order/);
    assert.deepEqual(where(), still(1));
  });

  describe('when Codex fails', () => {
    for (const [how, message] of [
      ['500', /high demand/],
      ['words', /no JSON|no verdict/i],
      ['nothing', /without an answer/],
    ] as const) {
      it(`(${how}) lets Claude stop, says so, and counts nothing`, async () => {
        await implement();
        at.write('src/half.js', half(0));
        const before = at.state();
        const { block, said } = await at.stop({ STAND_IN: how, ...finds({}) });
        assert.equal(block, undefined);
        assert.match(said ?? '', /^Party: Codex has not reviewed this: /);
        assert.match(said ?? '', message);
        assert.match(said ?? '', /no verdict/);
        assert.doesNotMatch(said ?? '', /flagged|changes requested/i);
        assert.deepEqual(where(), still(1));
        assert.equal(at.state()?.git_checkpoint, before?.git_checkpoint);
        assert.equal(at.reviews().length, 1);
        assert.equal(at.whats().at(-1), 'failed');
        // Nothing is lost: the next Stop has it all.
        assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue in task 1 of 2/);
      });
    }

    it('(the design) stays where it was', async () => {
      await begin();
      assert.match((await at.stop({ STAND_IN: '500' })).said ?? '', /has not reviewed this/);
      assert.equal(at.state()?.phase, 'designing');
      assert.match((await at.stop()).block ?? '', /the design/);
    });

    it('(too slow) is not waited for longer than it may take', async () => {
      await implement();
      at.write('src/half.js', half(0));
      const output = await at.collab(['review', '--timeout', '1s'], { STAND_IN: 'hang' });
      assert.equal(output.code, 4);
      assert.deepEqual(where(), still(1));
    });

    it('(missing) says so', async () => {
      await implement();
      at.write('src/half.js', half(0));
      rmSync(join(box.root, 'bin/codex'));
      for (const tool of ['sh', 'cat', 'git']) symlinkSync(`/usr/bin/${tool}`, join(box.root, 'bin', tool));
      const { block, said } = await at.stop({ PATH: join(box.root, 'bin') });
      assert.equal(block, undefined);
      assert.match(said ?? '', /Codex \(codex\) is not installed/);
    });

    it('(no Node) says so', async () => {
      await implement();
      const bin = box.directory('poor');
      for (const tool of ['sh', 'cat']) symlinkSync(`/bin/${tool}`, join(bin, tool));
      const { block, said } = await at.stop({ PATH: bin, PARTY_NODE: '/nowhere' });
      assert.equal(block, undefined);
      assert.match(said ?? '', /has not reviewed this/);
    });
  });

  it('is not reviewed while it is paused, and everything is when it goes on', async () => {
    await implement();
    assert.equal((await at.collab(['pause'])).code, 0);
    at.write('src/half.js', half(0));
    const paused = await at.stop();
    assert.equal(paused.block, undefined);
    assert.match(paused.said ?? '', /paused/);
    assert.equal((await at.collab(['resume'])).code, 0);
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
    assert.equal(at.calls().length, 2);
  });

  it('is skipped once, and the next one has it all', async () => {
    await implement();
    at.write('src/half.js', half(0));
    assert.equal((await at.collab(['skip'])).code, 0);
    // Neither a sub-agent nor a Stop with agents running uses it up.
    await at.stop({}, { hook_event_name: 'SubagentStop', agent_id: 'a' });
    await at.stop({}, { background_tasks: [{ id: 'a', type: 'subagent', status: 'running' }] });
    const skipped = await at.stop();
    assert.equal(skipped.block, undefined);
    assert.match(skipped.said ?? '', /was not reviewed, as asked/);
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('uses up no skip when there is nothing to review', async () => {
    assert.equal((await at.collab(['start'])).code, 0);
    assert.equal((await at.collab(['skip'])).code, 0);
    assert.match((await at.stop()).said ?? '', /no docs\/plan\.md/i);
    at.write('docs/plan.md', twoTasks);
    assert.match((await at.stop()).said ?? '', /was not reviewed, as asked/);
    assert.match((await at.stop()).block ?? '', /Go on with task 1/);
    assert.equal((await at.collab(['skip'])).code, 0);
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
    at.write('src/half.js', half(0));
    assert.match((await at.stop()).said ?? '', /was not reviewed, as asked/);
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('ends the turn in which a skip was asked for, and is not the one that is meant', async () => {
    await implement();
    at.write('src/half.js', half(0));
    assert.equal((await at.collab(['skip', '--after-turn'], { CLAUDECODE: '1' })).code, 0);
    const own = await at.stop();
    assert.equal(own.block, undefined);
    assert.match(own.said ?? '', /a skip was asked for in its turn, and is for the next one/);
    assert.match((await at.stop()).said ?? '', /was not reviewed, as asked/);
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
    // Also when it had nothing to review itself.
    assert.equal((await at.collab(['skip', '--after-turn'], { CLAUDECODE: '1' })).code, 0);
    assert.equal((await at.stop()).said, undefined);
    at.write('src/half.js', half(3));
    assert.match((await at.stop()).said ?? '', /was not reviewed, as asked/);
    at.write('src/half.js', half(2));
    assert.match((await at.stop()).block ?? '', /Go on with task 2/);
    assert.equal(at.calls().length, 3);
  });

  it('is not held up by something else in the place of the flag', async () => {
    await implement();
    at.write('src/half.js', half(0));
    mkdirSync(join(at.top, '.claude/codex-collab.skip'));
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('says that somebody else has changed the state, once, and goes on with it', async () => {
    await implement();
    const file = join(at.top, '.claude/codex-collab.state.json');
    writeFileSync(file, JSON.stringify({ ...at.state(), total_tasks: 9 }));
    const quietly = await at.stop();
    assert.equal(quietly.block, undefined);
    assert.match(quietly.said ?? '', /was changed by somebody else than party: total_tasks 2 → 9\. It counts/);
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
    // An agent that makes itself ready.
    at.write('src/half.js', half(0));
    writeFileSync(file, JSON.stringify({ ...at.state(), phase: 'complete' }));
    const ended = await at.stop();
    assert.match(ended.said ?? '', /somebody else than party: phase "implementing" → "complete"/);
    assert.deepEqual(at.whats().slice(-2), ['edited', 'edited']);
    assert.equal(at.calls().length, 1);
    assert.equal(at.state(), undefined);
    // The end of it was ours, and nothing is missing.
    assert.doesNotMatch((await at.collab(['status'])).stdout, /somebody else/);
  });

  it('says what was changed while Codex was reading the last task, and is not reviewed any more', async () => {
    await implement('# Half\n\n## Task 1: half\n');
    at.write('src/half.js', half(2));
    const last = at.stop({ STAND_IN: 'wait' });
    await until('Codex', () => at.calls().length === 2);
    at.write('src/sneaked.js', 'in\n');
    writeFileSync(`${at.codexLog}.go`, '');
    const { block, said } = await last;
    assert.equal(block, undefined);
    assert.match(said ?? '', /collab is complete.*1 file was changed while Codex was reading.*src\/sneaked\.js/);
  });

  it('says when the design has another number of tasks than before', async () => {
    await implement();
    at.write('docs/plan.md', '# Half\n\n## Task 1: half\n');
    at.write('src/half.js', half(2));
    const { said } = await at.stop();
    assert.match(said ?? '', /collab is complete.*The design says 1 task now, and 2 tasks before/);
  });

  it('of a sub-agent, or with agents still running, is not reviewed', async () => {
    await implement();
    at.write('src/half.js', half(0));
    const nothing = { block: undefined, said: undefined };
    const agent = { id: 'a', type: 'subagent', status: 'running', agent_type: 'general-purpose' };
    assert.deepEqual(await at.stop({}, { background_tasks: [agent] }), nothing);
    assert.deepEqual(await at.stop({}, { hook_event_name: 'SubagentStop', agent_id: 'a' }), nothing);
    assert.deepEqual(await at.stop({}, { agent_id: 'a', agent_type: 'x' }), nothing);
    assert.equal(at.calls().length, 1);
    const server = { id: 'b', type: 'shell', status: 'running', command: 'npm start' };
    assert.match((await at.stop(finds({}), { background_tasks: [server] })).block ?? '', /flagged 1 issue/);
  });

  it('at the same time as another one makes one review', async () => {
    await implement();
    at.write('src/half.js', half(0));
    const first = at.stop({ STAND_IN: 'wait', ...finds({}) });
    await until('Codex', () => at.calls().length === 2);
    assert.equal(at.state()?.phase, 'task_review');
    const second = await at.stop();
    assert.equal(second.block, undefined);
    assert.match(second.said ?? '', /is reviewing another Stop/);
    writeFileSync(`${at.codexLog}.go`, '');
    assert.match((await first).block ?? '', /flagged 1 issue/);
    assert.equal(at.calls().length, 2);
    assert.deepEqual(where(), still(1, 1));
  });

  it('reviews with the next Stop what was changed while Codex was reading', async () => {
    await implement();
    at.write('src/half.js', half(2));
    const first = at.stop({ STAND_IN: 'wait' });
    await until('Codex', () => at.calls().length === 2);
    at.write('src/sneaked.js', 'in\n');
    writeFileSync(`${at.codexLog}.go`, '');
    assert.match((await first).block ?? '', /Go on with task 2/);
    await at.stop();
    assert.match(at.calls().at(-1)?.prompt ?? '', /sneaked\.js/);
    assert.doesNotMatch(at.calls().at(-1)?.prompt ?? '', /half\.js/);
  });

  it('that is paused while Codex is reading does not send Claude on, and keeps what was found', async () => {
    await implement();
    at.write('src/half.js', half(0));
    const stopped = at.stop({ STAND_IN: 'wait', ...finds({}) });
    await until('Codex', () => at.calls().length === 2);
    assert.equal((await at.collab(['pause'])).code, 0);
    writeFileSync(`${at.codexLog}.go`, '');
    const { block, said } = await stopped;
    assert.equal(block, undefined);
    assert.match(said ?? '', /flagged 1 issue.*paused while Codex was reading/);
    assert.deepEqual(where(), { ...still(1, 1), paused: true });
  });

  it('that is cancelled while Codex is reading comes to nothing', async () => {
    await implement();
    at.write('src/half.js', half(0));
    const stopped = at.stop({ STAND_IN: 'wait', ...finds({}) });
    await until('Codex', () => at.calls().length === 2);
    assert.equal((await at.collab(['cancel'])).code, 0);
    writeFileSync(`${at.codexLog}.go`, '');
    const { block, said } = await stopped;
    assert.equal(block, undefined);
    assert.match(said ?? '', /ended while Codex was reading/);
    assert.equal(at.state(), undefined);
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
  });

  it('whose hook is killed ends Codex, and the next one has it all', async () => {
    await implement();
    at.write('src/half.js', half(0));
    const hook = box.spawn(node20, [join(repository, 'dist/hook.cjs'), 'collab-stop'], {
      ...{ cwd: at.top, env: { STAND_IN: 'hang' } },
    });
    hook.stdin.end(JSON.stringify({ session_id: 's', cwd: at.top, hook_event_name: 'Stop' }));
    const asked = await until('Codex', () => at.calls().length === 2 && at.calls().at(-1));
    hook.kill('SIGKILL');
    await until('the end of Codex', () => !isAlive(asked.pid));
    await until('the state of before', () => at.state()?.phase === 'implementing');
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('after a review that was killed with everything treats it as not begun', async () => {
    await implement();
    at.write('src/half.js', half(0));
    const stopped = box.spawn(node20, [join(repository, 'dist/cli.cjs'), 'collab', 'review'], {
      ...{ cwd: at.top, env: { STAND_IN: 'hang' } },
    });
    const asked = await until('Codex', () => at.calls().length === 2 && at.calls().at(-1));
    const ended = new Promise((resolve) => stopped.on('exit', resolve));
    stopped.kill('SIGKILL');
    await ended;
    process.kill(asked.pid, 'SIGKILL');
    assert.equal(at.state()?.phase, 'task_review');
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue in task 1 of 2/);
    assert.deepEqual(where(), still(1, 1));
  });

  it('leaves a round that is open in Codex’s pane alone, and has it all afterwards', async () => {
    await implement();
    at.write('src/half.js', half(0));
    const { openReviewDesk } = await import('../../../src/node/review/reviewDesk.ts');
    const { partyPaths } = await import('../../../src/node/project/paths.ts');
    const desk = await openReviewDesk({ env: box.env, cwd: at.top, paths: partyPaths(box.env) });
    await desk.log.append({
      ...{ event: 'requested', actor: 'claude', request: 'a', cycle: 'a', round: 1, branch: 'topic', base: 'main' },
      ...{ hash: 'h', tree: null, title: '', delta: false, headless: false, file: '/nowhere' },
    });
    const waiting = await at.stop();
    assert.equal(waiting.block, undefined);
    assert.match(waiting.said ?? '', /Codex has a review of the whole change/);
    await desk.log.append({ event: 'abandoned', actor: 'claude', request: 'a', reason: 'enough' });
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('asks nobody when the budget is used up, and goes on when the human renews it', async () => {
    await implement();
    at.write('src/half.js', half(0));
    const config = join(box.home, '.tmux-team/config.json');
    box.directory('home/.tmux-team');
    writeFileSync(config, JSON.stringify({ budget: { rounds: 1 } }));
    const { block, said } = await at.stop();
    assert.equal(block, undefined);
    assert.match(said ?? '', /party budget renew/);
    assert.match((await at.collab(['status'])).stdout, /used up.*party budget renew/);
    assert.deepEqual(where(), still(1));
    assert.equal(at.calls().length, 1);
    assert.equal((await box.party(['budget', 'renew', '--reason', 'go on'], { cwd: at.top })).code, 0);
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('says once that its state was foreign or broken, and is off then', async () => {
    at.write('.claude/codex-collab.state.json', '{"phase":');
    const { block, said } = await at.stop();
    assert.equal(block, undefined);
    assert.match(said ?? '', /codex-collab\.state\.json.*kept as/);
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
  });

  it('is reviewed from any folder of the project', async () => {
    await implement();
    at.write('src/half.js', half(0));
    const { block } = await at.stop({ CLAUDE_PROJECT_DIR: join(at.top, 'src') }, { cwd: join(at.top, 'src') });
    assert.match(block ?? '', /Go on with task 2/);
  });

  it('costs no Node where collab is off, or in a Claude of no party', async () => {
    const started = join(box.root, 'started');
    const node = join(box.directory('tracing'), 'node');
    writeFileSync(node, `#!/bin/sh\ntouch '${started}'\n`, { mode: 0o755 });
    assert.deepEqual(await at.stopHook({ PARTY_NODE: node }), { code: 0, stdout: '', stderr: '' });
    await begin();
    const outside = await at.stopHook({ PARTY_NODE: node, PARTY_SESSION: '' });
    assert.deepEqual(outside, { code: 0, stdout: '', stderr: '' });
    assert.ok(!existsSync(started));
    await at.stopHook({ PARTY_NODE: node });
    assert.ok(existsSync(started));
  });

  it('is not disturbed by input of another form', async () => {
    await implement();
    at.write('src/half.js', half(0));
    for (const input of [{ cwd: 7 }, { hook_event_name: null }]) {
      assert.deepEqual(await at.stop({}, input), { block: undefined, said: undefined });
    }
    assert.equal(at.calls().length, 1);
    assert.match(
      (await at.stop(finds(issue), { background_tasks: 'x', stop_hook_active: 'x' })).block ?? '',
      /1 issue/,
    );
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
