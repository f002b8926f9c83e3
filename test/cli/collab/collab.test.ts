// `party collab`: on and off, pause and resume, what is refused and why, and looking at it.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CollabState, collabSkipFile, collabStateFile } from '../../../src/core/collab/collab.ts';
import type { Status } from '../../../src/core/status/status.ts';
import { newProject, type Project } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';

const agent = { CLAUDECODE: '1' };

describe('party collab', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let project: Project;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
  });
  afterEach(() => box.dispose());

  const collab = (args: readonly string[], env: Record<string, string> = {}, cwd = project.top) =>
    box.party(['collab', ...args], { cwd, env });
  async function json(args: readonly string[], env: Record<string, string> = {}) {
    const { code, stdout, stderr } = await collab([...args, '--json'], env);
    assert.deepEqual([code, stderr], [0, '']);
    return JSON.parse(stdout);
  }
  async function refused(args: readonly string[], why: RegExp, env: Record<string, string> = {}, cwd?: string) {
    const { code, stdout, stderr } = await collab([...args, '--json'], env, cwd);
    assert.deepEqual([code, stdout], [1, ''], stderr);
    assert.match(JSON.parse(stderr).error.message, why);
  }
  const path = (name: string) => join(project.top, name);
  const state = (): CollabState => JSON.parse(readFileSync(path(collabStateFile), 'utf8'));
  const put = (more: Partial<CollabState>) =>
    writeFileSync(path(collabStateFile), JSON.stringify({ ...state(), ...more }));
  const refs = () => project.git('for-each-ref', 'refs/party/collab/');
  function events(): string[] {
    return (
      project
        .events('collab')
        // By `put`.
        .filter(({ what }) => what !== 'edited')
        .map(({ what, actor, task }) => `${what} ${actor}${task === null ? '' : ` ${task}`}`)
    );
  }

  it('starts before there is a design, and `party status` shows it', async () => {
    const { code, stdout } = await collab(['start']);
    assert.equal(code, 0);
    assert.match(stdout, /^Collab is on: Codex reviews docs\/plan\.md, then each task, whenever Claude stops\n/);
    assert.match(stdout, /There is no docs\/plan\.md\. Codex reviews it when it is written/);
    assert.match(
      stdout,
      /No party is running here.*To start a party: party start\. To have it reviewed now: party collab/,
    );
    assert.deepEqual(
      [state().phase, state().task_index, state().total_tasks, state().design, state().project],
      ['designing', 0, null, 'docs/plan.md', project.top],
    );
    assert.match(refs(), new RegExp(`${state().git_checkpoint} tree`));
    assert.doesNotMatch(project.git('status', '--porcelain', '-uall'), /collab/);
    const { collab: shown } = await box.partyJson<Status>(['status'], { cwd: project.top });
    assert.deepEqual([shown.phase, shown.paused, shown.task, shown.held], ['designing', false, null, null]);
    assert.deepEqual(events(), ['started human']);
  });

  it('starts with a design of its own, from wherever it is called, and counts its tasks', async () => {
    project.write('src/design.txt', '## Task 1\n## Task 2\n');
    const { stdout } = await collab(['start', '--design', 'design.txt'], {}, path('src'));
    assert.match(stdout, /Codex reviews src\/design\.txt.*\(2 tasks\)\nThe current code counts as reviewed\n/);
    assert.deepEqual([state().design, state().total_tasks], ['src/design.txt', 2]);
  });

  it('does not start with an invalid design', async () => {
    const outside = join(box.directory('elsewhere'), 'design.md');
    writeFileSync(outside, 'Build\n');
    symlinkSync(outside, path('link.md'));
    symlinkSync('src', path('linked'));
    project.write('src/design.md', 'Build\n');
    project.write('empty.md', ' \n');
    project.write('bytes.md', '\0\0');
    project.write('long.md', 'x'.repeat(200_001));
    const bad: [string, RegExp][] = [
      ['missing.md', /There is no missing\.md/],
      ['../elsewhere/design.md', /is not in this project/],
      [outside, /is not in this project/],
      ['.', /is not in this project/],
      ['link.md', /link\.md is a symbolic link/],
      ['linked/design.md', /reached through a symbolic link/],
      ['src', /src is not a file/],
      ['empty.md', /empty\.md is empty/],
      ['bytes.md', /bytes\.md is not text/],
      ['long.md', /long\.md has 201 kB/],
      ['.git/config', /cannot be the design/],
      ['.claude/codex-collab.local.md', /cannot be the design/],
      ['', /is not in this project|needs|value/],
    ];
    for (const [design, why] of bad) await refused(['start', '--design', design], why);
    assert.ok(!existsSync(path(collabStateFile)));
    assert.deepEqual([refs(), events()], ['', []]);
  });

  it('does not start with a plan that cannot be read', async () => {
    mkdirSync(path('docs/plan.md'), { recursive: true });
    await refused(['start'], /docs\/plan\.md is not a file\. Nothing was started/);
  });

  it('starts with an empty plan, which is still to be written', async () => {
    project.write('docs/plan.md', '\n');
    const [first] = (await json(['start'])).notes as string[];
    assert.equal(first, 'docs/plan.md is empty. Codex reviews it when it is written');
  });

  it('says what is missing where there is no repository', async () => {
    const plain = box.directory('plain');
    for (const action of ['start', 'status', 'review', 'reviews', 'pause', 'resume', 'skip', 'cancel', 'complete']) {
      await refused([action], /plain is not in a git repository/, {}, plain);
    }
  });

  it('does not write through a link', async () => {
    symlinkSync(box.directory('elsewhere'), path('.claude'));
    await refused(['start'], /\.claude is a symbolic link/);
  });

  it('is refused while it is on, with the way out', async () => {
    await collab(['start']);
    put({ phase: 'implementing', task_index: 2, total_tasks: 5 });
    await refused(
      ['start'],
      /already on here \(task 2 of 5, docs\/plan\.md\).*party collab status.*party collab cancel/,
    );
    assert.equal(state().task_index, 2);
  });

  it('is started by only one of two simultaneous calls', async () => {
    const codes = (await Promise.all([collab(['start']), collab(['start'])])).map(({ code }) => code);
    assert.deepEqual(codes.sort(), [0, 1]);
    assert.deepEqual(events(), ['started human']);
  });

  it('starts again after it is complete', async () => {
    await collab(['start']);
    assert.equal((await json(['complete'])).collab.phase, 'complete');
    assert.equal((await json(['complete'])).changed, false);
    await refused(['pause'], /complete here/);
    assert.equal((await json(['start'])).collab.phase, 'designing');
    assert.deepEqual(events(), ['started human', 'completed human', 'started human']);
  });

  it('is paused and resumed by people and agents, and says when it already is', async () => {
    await collab(['start']);
    assert.equal((await json(['pause'], agent)).changed, true);
    const again = await json(['pause']);
    assert.deepEqual([again.changed, again.collab.paused, again.collab.held], [false, true, null]);
    await refused(['skip'], /paused/);
    assert.equal((await json(['resume'], agent)).changed, true);
    assert.equal((await json(['resume'])).changed, false);
    assert.deepEqual(events(), ['started human', 'paused claude', 'resumed claude']);
  });

  it('continues only by a human when it waits for one', async () => {
    await collab(['start']);
    put({ phase: 'implementing', task_index: 2, rounds: 3, paused: true, pause_reason: 'too much was found' });
    for (const action of ['resume', 'cancel', 'complete']) {
      await refused([action], /waits for the human: too much was found\. Only the human/, agent);
    }
    assert.equal((await json(['pause'], agent)).changed, false);
    assert.deepEqual([state().paused, state().pause_reason], [true, 'too much was found']);
    assert.match(
      (await collab(['status'])).stdout,
      /needs you.*task 2.*too much was found.*\nTo resume collab: party collab resume\nTo cancel collab: party collab cancel\n/s,
    );
    assert.match(
      (await collab(['status'], agent)).stdout,
      /\nThe human can resume collab: party collab resume\nThe human can cancel collab: party collab cancel\n/,
    );
    assert.equal((await json(['resume'])).changed, true);
    assert.deepEqual([state().paused, state().pause_reason, state().rounds], [false, null, 0]);
    assert.deepEqual(events(), ['started human', 'resumed human 2']);
  });

  it('skips one Stop', async () => {
    await refused(['skip'], /Collab is off here/);
    await collab(['start']);
    assert.equal((await json(['skip'])).changed, true);
    assert.ok(existsSync(path(collabSkipFile)));
    assert.equal((await json(['skip'])).changed, false);
    assert.match((await collab(['status'])).stdout, /The next review is skipped/);
    assert.deepEqual(events(), ['started human', 'skipped human']);
  });

  it('is cancelled: the state is removed, the reviews stay, and the command says so', async () => {
    await collab(['start']);
    await collab(['skip']);
    project.write('.claude/codex-collab/reviews/design-review-20260101-000000.md', 'said\n');
    const { stdout } = await collab(['cancel']);
    assert.match(stdout, /^Collab is off\nThe reviews in \.claude\/codex-collab\/reviews and their findings are kept/);
    assert.deepEqual([collabStateFile, collabSkipFile].map(path).filter(existsSync), []);
    assert.equal(refs(), '');
    const { reviews } = await json(['reviews']);
    assert.deepEqual(
      reviews.map(({ id }: { id: string }) => id),
      ['design-review-20260101-000000'],
    );
    assert.equal((await json(['cancel'])).changed, false);
    assert.deepEqual(events(), ['started human', 'skipped human', 'cancelled human']);
  });

  it('is not completed by an agent while something is not reviewed or blocks', async () => {
    await collab(['start']);
    await refused(['complete'], /design has not been reviewed/, agent);
    put({ phase: 'implementing', task_index: 1, rounds: 1 });
    await refused(['complete'], /in task 1 still blocks/, agent);
    put({ rounds: 0 });
    project.write('src/new.ts', 'x\n');
    await refused(['complete'], /1 changed file is not reviewed yet/, agent);
    const { stdout } = await collab(['complete']);
    assert.match(stdout, /^Collab is complete\n1 changed file is not reviewed\n$/);
    assert.equal(refs(), '');
  });

  it('is completed by an agent when all is reviewed', async () => {
    await collab(['start']);
    put({ phase: 'implementing', task_index: 3 });
    assert.equal((await json(['complete'], agent)).changed, true);
    assert.deepEqual(events(), ['started human', 'completed claude 3']);
  });

  it('is not completed by an agent before the last task of the design', async () => {
    project.write('docs/plan.md', '- [ ] a\n- [ ] b\n');
    await collab(['start']);
    put({ phase: 'implementing', task_index: 2 });
    await refused(['complete'], /has 2 tasks, and task 2 is still open.*ask the human/, agent);
    assert.equal((await json(['complete'])).changed, true);
  });

  it('shows that another program has changed the state, whichever process sees it first', async () => {
    await collab(['start']);
    put({ phase: 'implementing', task_index: 4 });
    const edited = /changed by another program than party: phase "designing" → "implementing", task_index 0 → 4/;
    assert.match((await json(['pause'], agent)).notes[0], edited);
    assert.deepEqual((await json(['resume'], agent)).notes, []);
    for (let n = 0; n < 2; n++) assert.match((await collab(['status'])).stdout, edited);
    await collab(['cancel']);
    await collab(['start']);
    assert.doesNotMatch((await collab(['status'])).stdout, /another program/);
  });

  it('notices that its state file is gone, and an agent cannot use that to bypass the human', async () => {
    await collab(['start']);
    put({ phase: 'implementing', task_index: 2, paused: true, pause_reason: 'too much was found' });
    await collab(['status']);
    for (const end of [() => rmSync(path(collabStateFile)), () => project.write(collabStateFile, 'broken')]) {
      end();
      await refused(['start'], /waits for the human: too much was found\. Only the human starts it again/, agent);
      await refused(['cancel'], /Only the human cancels it/, agent);
      await refused(['resume'], /state was removed by another program than party/, agent);
      for (let n = 0; n < 2; n++) {
        const { stdout } = await collab(['status'], agent);
        assert.match(
          stdout,
          /^Collab: off\nCollab was on here, at task 2, and its state was removed by another program/,
        );
      }
    }
    assert.match((await json(['start'])).notes[0], /was removed by another program than party, which turned it off$/);
    assert.equal(state().phase, 'designing');
    rmSync(path(collabStateFile));
    assert.equal((await collab(['cancel'])).code, 0);
    assert.match((await collab(['status'])).stdout, /^Collab: off\nStart it with: party collab start\n$/);
  });

  it('shows its progress, and what the next review would cover', async () => {
    assert.match((await collab(['status'])).stdout, /^Collab: off\nStart it with: party collab start\n$/);
    project.write('docs/plan.md', '- [ ] a\n- [ ] b\n');
    await collab(['start']);
    project.write('src/new.ts', 'x\ny\n');
    const id = 'task-1-review-20260101-000000';
    const review_log = [{ id, type: 'task' as const, task_index: 1, at: '', issues: 2, blocking: 1 }];
    put({ phase: 'implementing', task_index: 1, rounds: 1, review_log });
    const { stdout } = await collab(['status']);
    assert.match(stdout, /^Collab: task 1 of 2\n/);
    assert.match(stdout, /last review: task-1-review-20260101-000000, 2 issues, 1 blocking\n/);
    assert.match(stdout, /to review: +1 file, 2 lines since the last checkpoint\n/);
    const shown = await json(['status']);
    assert.deepEqual(shown.unreviewed, { files: ['src/new.ts'], lines: 2, lost: false });
    assert.deepEqual(shown.collab, { phase: 'implementing', paused: false, total: 2, task: 1, held: null });
  });

  it('accepts a state that is dated in the future', async () => {
    await collab(['start']);
    put({ last_transition: '2999-01-01T00:00:00.000Z' });
    assert.match((await collab(['status'])).stdout, /since: +2999-01-01/);
    assert.equal((await json(['pause'])).changed, true);
  });

  it('puts a broken state aside and says so once', async () => {
    project.write(collabStateFile, '{ "phase": ');
    const before = await box.partyJson<Status>(['status'], { cwd: project.top });
    assert.equal(before.collab.phase, 'idle');
    const { stdout } = await collab(['status']);
    assert.match(
      stdout,
      /^Collab: off\n\.claude\/codex-collab\.state\.json is not JSON\. It is kept as \S+-aside-\S+\.json/,
    );
    const kept = /kept as (\S+),/.exec(stdout)?.[1] ?? '';
    assert.equal(readFileSync(path(kept), 'utf8'), '{ "phase": ');
    assert.doesNotMatch((await collab(['status'])).stdout, /aside/);
    project.write(collabStateFile, 'again');
    await refused(['pause'], /is not JSON\. It is kept as/);
    project.write(collabStateFile, 'and again');
    assert.match((await json(['start'])).notes[0], /is not JSON\. It is kept as/);
    assert.equal(state().phase, 'designing');
  });

  it('rejects a state that was copied from another worktree', async () => {
    await collab(['start']);
    project.git('worktree', 'add', '--quiet', '--detach', join(box.root, 'second'));
    mkdirSync(join(box.root, 'second/.claude'));
    writeFileSync(join(box.root, 'second', collabStateFile), JSON.stringify(state()));
    const { stdout } = await collab(['status'], {}, join(box.root, 'second'));
    assert.match(stdout, /^Collab: off\n.*belongs to another project/);
    assert.equal((await json(['status'])).collab.phase, 'designing');
  });

  it('shows a review by its id, and never a file by its path', async () => {
    await collab(['start']);
    const id = 'task-1-review-20260101-000000';
    const front = '---\ntype: task\ntask_index: 1\nmodel: m\nreasoning: high\ntimestamp: 2026-01-01T00:00:00Z\n';
    const text = `${front}files_reviewed: 1\nlines_changed: 2\nissues_found: 0\n---\n\n# Review of task 1\n\nGood.\n`;
    project.write(`.claude/codex-collab/reviews/${id}.md`, text);
    assert.equal((await collab(['show', id])).stdout, text);
    const shown = await json(['show', id]);
    assert.deepEqual([shown.id, shown.review.type, shown.review.task], [id, 'task', 1]);
    for (const bad of ['../../../src/auth', `../reviews/${id}`, '/etc/passwd', `${id}.md`]) {
      await refused(['show', bad], /not the id of a review/);
    }
    await refused(['show', 'task-7-review-20260101-000000'], /There is no review task-7/);
    assert.match((await collab(['reviews'])).stdout, new RegExp(`^${id}\n$`));
  });

  it('has nothing to review while it is off or paused', async () => {
    assert.deepEqual(await json(['review']), { kind: 'nothing', why: 'off', said: null });
    assert.match((await collab(['review'])).stdout, /Collab is off here/);
    await collab(['start']);
    await collab(['pause']);
    const { kind, why } = await json(['review']);
    assert.deepEqual([kind, why], ['nothing', 'paused']);
  });
});
