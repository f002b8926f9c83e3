// Stops while collab is on and something else happens: a pause, a skip, an edit, another Stop, a round in Codex's pane.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finds, twoTasks } from '../../support/parts/collab.ts';
import { until } from '../../support/sandbox.ts';
import { half, newStopsProject, type StopsProject, still } from './support/collabStops.ts';

describe('a Stop while collab is on, beside something else', function () {
  this.timeout(60_000);
  let at: StopsProject;
  beforeEach(() => {
    at = newStopsProject();
  });
  afterEach(() => at.dispose());

  it('is not reviewed while it is paused, and everything is reviewed after it is resumed', async () => {
    await at.implement();
    assert.equal((await at.collab(['pause'])).code, 0);
    at.write('src/half.js', half(0));
    const paused = await at.stop();
    assert.equal(paused.block, undefined);
    assert.match(paused.said ?? '', /paused/);
    assert.equal((await at.collab(['resume'])).code, 0);
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
    assert.equal(at.calls().length, 2);
  });

  it('is skipped once, and the next Stop reviews everything', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    assert.equal((await at.collab(['skip'])).code, 0);
    // Neither a sub-agent nor a Stop with agents running uses it up.
    await at.stop({}, { hook_event_name: 'SubagentStop', agent_id: 'a' });
    await at.stop({}, { background_tasks: [{ id: 'a', type: 'subagent', status: 'running' }] });
    const skipped = await at.stop();
    assert.equal(skipped.block, undefined);
    assert.match(skipped.said ?? '', /was skipped, as requested/);
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('keeps the skip when there is nothing to review', async () => {
    assert.equal((await at.collab(['start'])).code, 0);
    assert.equal((await at.collab(['skip'])).code, 0);
    assert.match((await at.stop()).said ?? '', /no docs\/plan\.md/i);
    at.write('docs/plan.md', twoTasks);
    assert.match((await at.stop()).said ?? '', /was skipped, as requested/);
    assert.match((await at.stop()).block ?? '', /Continue with task 1/);
    assert.equal((await at.collab(['skip'])).code, 0);
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
    at.write('src/half.js', half(0));
    assert.match((await at.stop()).said ?? '', /was skipped, as requested/);
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });

  it('keeps a skip that was requested in the same turn', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    assert.equal((await at.collab(['skip', '--after-turn'], { CLAUDECODE: '1' })).code, 0);
    const own = await at.stop();
    assert.equal(own.block, undefined);
    assert.match(own.said ?? '', /the skip that was requested in this turn applies to the next one/);
    assert.match((await at.stop()).said ?? '', /was skipped, as requested/);
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
    // Also when it had nothing to review itself.
    assert.equal((await at.collab(['skip', '--after-turn'], { CLAUDECODE: '1' })).code, 0);
    assert.equal((await at.stop()).said, undefined);
    at.write('src/half.js', half(3));
    assert.match((await at.stop()).said ?? '', /was skipped, as requested/);
    at.write('src/half.js', half(2));
    assert.match((await at.stop()).block ?? '', /Continue with task 2/);
    assert.equal(at.calls().length, 3);
  });

  it('says once that another program has changed the state, and goes on with it', async () => {
    await at.implement();
    const file = join(at.top, '.claude/codex-collab.state.json');
    writeFileSync(file, JSON.stringify({ ...at.state(), total_tasks: 9 }));
    const quietly = await at.stop();
    assert.equal(quietly.block, undefined);
    assert.match(quietly.said ?? '', /was changed by another program than party: total_tasks 2 → 9\. It counts/);
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
    // An agent that makes itself ready.
    at.write('src/half.js', half(0));
    writeFileSync(file, JSON.stringify({ ...at.state(), phase: 'complete' }));
    const ended = await at.stop();
    assert.match(ended.said ?? '', /another program than party: phase "implementing" → "complete"/);
    assert.deepEqual(at.whats().slice(-2), ['edited', 'edited']);
    assert.equal(at.calls().length, 1);
    assert.equal(at.state(), undefined);
    // The end of it was ours, and nothing is missing.
    assert.doesNotMatch((await at.collab(['status'])).stdout, /another program/);
  });

  it('names changes made during the last review, which are not reviewed any more', async () => {
    await at.implement('# Half\n\n## Task 1: half\n');
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
    await at.implement();
    at.write('docs/plan.md', '# Half\n\n## Task 1: half\n');
    at.write('src/half.js', half(2));
    const { said } = await at.stop();
    assert.match(said ?? '', /collab is complete.*The design now has 1 task; before, it had 2 tasks/);
  });

  it('of a sub-agent, or with agents still running, is not reviewed', async () => {
    await at.implement();
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
    await at.implement();
    at.write('src/half.js', half(0));
    const first = at.stop({ STAND_IN: 'wait', ...finds({}) });
    await until('Codex', () => at.calls().length === 2);
    assert.equal(at.state()?.phase, 'task_review');
    const second = await at.stop();
    assert.equal(second.block, undefined);
    assert.match(second.said ?? '', /is already reviewing this project/);
    writeFileSync(`${at.codexLog}.go`, '');
    assert.match((await first).block ?? '', /flagged 1 issue/);
    assert.equal(at.calls().length, 2);
    assert.deepEqual(at.where(), still(1, 1));
  });

  it('reviews with the next Stop what was changed while Codex was reading', async () => {
    await at.implement();
    at.write('src/half.js', half(2));
    const first = at.stop({ STAND_IN: 'wait' });
    await until('Codex', () => at.calls().length === 2);
    at.write('src/sneaked.js', 'in\n');
    writeFileSync(`${at.codexLog}.go`, '');
    assert.match((await first).block ?? '', /Continue with task 2/);
    await at.stop();
    assert.match(at.calls().at(-1)?.prompt ?? '', /sneaked\.js/);
    assert.doesNotMatch(at.calls().at(-1)?.prompt ?? '', /half\.js/);
  });

  it('that is paused while Codex is reading does not send Claude on, and keeps what was found', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    const stopped = at.stop({ STAND_IN: 'wait', ...finds({}) });
    await until('Codex', () => at.calls().length === 2);
    assert.equal((await at.collab(['pause'])).code, 0);
    writeFileSync(`${at.codexLog}.go`, '');
    const { block, said } = await stopped;
    assert.equal(block, undefined);
    assert.match(said ?? '', /flagged 1 issue.*paused while Codex was reading/);
    assert.deepEqual(at.where(), { ...still(1, 1), paused: true });
  });

  it('that is cancelled while Codex is reading has no result', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    const stopped = at.stop({ STAND_IN: 'wait', ...finds({}) });
    await until('Codex', () => at.calls().length === 2);
    assert.equal((await at.collab(['cancel'])).code, 0);
    writeFileSync(`${at.codexLog}.go`, '');
    const { block, said } = await stopped;
    assert.equal(block, undefined);
    assert.match(said ?? '', /turned off while Codex was reading/);
    assert.equal(at.state(), undefined);
    assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
  });

  it('waits for a round that is open in Codex’s pane, and reviews everything afterwards', async () => {
    await at.implement();
    at.write('src/half.js', half(0));
    const { openReview } = await import('../../../src/node/review/openReview.ts');
    const { partyPaths } = await import('../../../src/node/project/paths.ts');
    const opened = await openReview({ env: at.env, cwd: at.top, paths: partyPaths(at.env) });
    await opened.log.append({
      ...{ event: 'requested', actor: 'claude', request: 'a', cycle: 'a', round: 1, branch: 'topic', base: 'main' },
      ...{ hash: 'h', tree: null, title: '', delta: false, headless: false, file: '/nowhere' },
    });
    const waiting = await at.stop();
    assert.equal(waiting.block, undefined);
    assert.match(waiting.said ?? '', /Codex has been reviewing the whole change/);
    await opened.log.append({ event: 'abandoned', actor: 'claude', request: 'a', reason: 'enough' });
    assert.match((await at.stop(finds({}))).block ?? '', /flagged 1 issue/);
  });
});
