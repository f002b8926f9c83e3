// What was moved, taken away, forged or half done on GitHub: nothing is made twice, lost, or told as what it is not.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPartyError } from '../../src/core/base/errors.ts';
import { openFsStorage } from '../../src/node/tasks/files/storage.ts';
import type { ServedRequest } from '../support/github.ts';
import { until } from '../support/sandbox.ts';
import { codex, human, World } from './world.ts';

const is =
  (method: string, path: string) =>
  (request: ServedRequest): boolean =>
    request.method === method && request.path === path;
const always = Number.POSITIVE_INFINITY;

describe('changes of issues by other programs and people', function () {
  this.timeout(60_000);
  let world: World;
  beforeEach(async () => {
    world = await World.make();
  });
  afterEach(() => world.dispose());

  /** An issue is made, but its answer is held back until this is called. */
  const loseAnswer = () => {
    let deaf = true;
    const lists = (request: ServedRequest) => deaf && world.github.issues.length > 0 && is('GET', 'issues')(request);
    world.github.troubles.push({ when: is('POST', 'issues'), afterwards: true });
    world.github.troubles.push({ when: lists, status: 503, times: always });
    return () => {
      deaf = false;
    };
  };

  /** GitHub redirects requests for it to the other repository. */
  const move = (number: number, to: number) => {
    const { github } = world;
    const place = `o/other/issues/${to}`;
    const moved = { ...github.issue(number), labels: [], number: to, html_url: `http://github.localhost/${place}` };
    github.remove(number);
    const headers = { location: `http://api.github.localhost/repos/${place}` };
    const gone = ({ repo, path }: ServedRequest) => repo === 'o/r' && path === `issues/${number}`;
    github.troubles.push({ when: gone, status: 301, headers, times: always });
    const there = ({ repo }: ServedRequest) => repo === 'o/other';
    github.troubles.push({ when: there, status: 200, body: JSON.stringify(moved), times: always });
  };

  for (const to of [1, 2]) {
    it(`an issue that was transferred, and is #${to} there, is not changed, and not confused with another one`, async () => {
      const pm = world.storage();
      await pm.addTask({ title: 'One' }, human);
      await pm.addTask({ title: 'Two' }, human);
      move(1, to);
      await assert.rejects(pm.updateTask('1', { status: 'done' }, human), /moved to .*o\/other.*sync --pull/);
      assert.equal(world.github.issue(2).state, 'open');
      await pm.pull(human);
      assert.deepEqual(
        (await pm.tasks()).all.map(({ id, title }) => [id, title]),
        [['2', 'Two']],
      );
    });
  }

  it('a repository that was renamed is found under its old name', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    const { github } = world;
    github.fullName = 'o/new';
    for (const path of ['', 'issues', 'milestones', 'labels', 'issues/1', 'issues/1/comments']) {
      const headers = { location: `http://api.github.localhost/repos/o/new/${path}` };
      const [asked, sent] = [true, false].map((get) => ({ method, repo, path: at }: ServedRequest) => {
        return repo === 'o/r' && at === path && (method === 'GET') === get;
      });
      assert.ok(asked && sent);
      github.troubles.push({ when: asked, status: 301, headers, times: always });
      github.troubles.push({ when: sent, status: 307, headers, times: always });
    }
    assert.equal((await pm.updateTask('1', { status: 'done' }, codex)).status, 'done');
    assert.equal(github.comments.length, 1);
    assert.equal((await pm.addTask({ title: 'Two' }, codex)).issue?.number, 2);
    await pm.pull(human);
    assert.equal((await pm.tasks()).all.length, 2);
    assert.equal(github.issues.length, 2);
  });

  it('the name of a repository is the same in any case', async () => {
    await world.storage().addTask({ title: 'One' }, human);
    assert.equal((await world.storage('here', { repo: 'github.localhost/O/R' }).tasks()).all.length, 1);
  });

  it('a locked issue does not hold up a change', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    const body = JSON.stringify({ message: 'Unable to create comment because issue is locked.' });
    world.github.troubles.push({ when: is('POST', 'issues/1/comments'), status: 403, body, times: always });
    assert.equal((await pm.updateTask('1', { status: 'done' }, codex)).status, 'done');
    assert.match(world.said.join('\n'), /issue is locked/);
    world.github.requests.length = 0;
    await pm.tasks();
    assert.equal(world.github.count('POST issues/1/comments'), 0, 'not tried for ever');
  });

  it('a comment that the rate limit held back comes later', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    const body = JSON.stringify({ message: 'You have exceeded a secondary rate limit' });
    world.github.troubles.push({ when: is('POST', 'issues/1/comments'), status: 403, body });
    await pm.updateTask('1', { status: 'done' }, codex);
    assert.equal(world.github.comments.length, 0);
    await pm.tasks();
    assert.equal(world.github.comments.length, 1);
  });

  it('a task from before gh is published once, also when the answer is lost', async () => {
    const files = openFsStorage(world.folder());
    await files.addTask({ title: 'Offline' }, human);
    await files.updateTask('1', { status: 'done' }, human);
    const pm = world.storage();
    const hear = loseAnswer();
    await assert.rejects(pm.updateTask('1', { title: 'Online' }, human));
    hear();
    const task = await pm.updateTask('1', { title: 'Online' }, human);
    assert.deepEqual([task.issue?.number, task.status, task.title], [1, 'done', 'Online']);
    assert.equal(world.github.issue(1).state, 'closed');
    assert.equal(world.github.issues.length, 1);
  });

  it('a task from before gh whose issue may not be closed is published once, and hides nothing', async () => {
    const files = openFsStorage(world.folder());
    await files.addTask({ title: 'Offline' }, human);
    await files.updateTask('1', { status: 'done' }, human);
    const pm = world.storage();
    world.github.troubles.push({ when: is('PATCH', 'issues/1'), status: 403, times: 2 });
    await assert.rejects(pm.updateTask('1', { title: 'Online' }, human));
    assert.match(world.said.join('\n'), /#1 is open, though its task is done here/);
    assert.equal((await pm.updateTask('1', { title: 'Online' }, human)).issue?.number, 1);
    assert.equal(world.github.issues.length, 1);
  });

  it('an issue whose answer was lost is not confused with a task from before gh that has its id', async () => {
    const pm = world.storage();
    await pm.tasks();
    const hear = loseAnswer();
    await assert.rejects(pm.addTask({ title: 'On GitHub' }, human));
    hear();
    await openFsStorage(world.folder()).addTask({ title: 'In a file' }, human);
    assert.deepEqual(
      (await pm.tasks()).all.map(({ title, issue }) => [title, issue?.number]),
      [
        ['In a file', undefined],
        ['On GitHub', 1],
      ],
    );
  });

  it('the same command an hour later gets the issue that was made', async () => {
    const pm = world.storage();
    await pm.tasks();
    const hear = loseAnswer();
    await assert.rejects(pm.addTask({ title: 'One' }, human));
    hear();
    const directory = join(world.folder(), 'github', 'pending');
    const [name = ''] = readdirSync(directory);
    const pending = JSON.parse(readFileSync(join(directory, name), 'utf8')) as object;
    const at = new Date(Date.now() - 3600_000).toISOString();
    writeFileSync(join(directory, name), JSON.stringify({ ...pending, at }));
    assert.equal((await pm.addTask({ title: 'One' }, human)).issue?.number, 1);
    assert.equal(world.github.issues.length, 1);
  });

  it('an unfinished pull is repeated', async () => {
    const pm = world.storage();
    await pm.addMilestone({ name: 'MVP' }, human);
    await pm.addTask({ title: 'One' }, human);
    await pm.tasks();
    const [milestone] = world.github.milestones;
    assert.ok(milestone);
    Object.assign(milestone, { title: 'Beta', updated_at: world.github.tick() });
    world.github.edit(1, { state: 'closed' });
    world.github.troubles.push({ when: is('GET', 'issues/comments'), status: 502 });
    await assert.rejects(pm.tasks());
    assert.equal((await pm.task('1')).status, 'done');
  });

  it('a change by another user between our change and its comment is a conflict', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One', body: 'Old' }, human);
    const { github } = world;
    const meanwhile = (request: ServedRequest) => {
      if (is('POST', 'issues/1/comments')(request))
        github.edit(1, { body: (github.issue(1).body ?? '').replace('Old', 'By a user') });
      return false;
    };
    github.troubles.push({ when: meanwhile });
    await pm.updateTask('1', { status: 'in_progress' }, human);
    await assert.rejects(pm.writeDoc('task', '1', 'Mine', human), (error) => isPartyError(error, 'CONFLICT'));
    assert.match(github.issue(1).body ?? '', /By a user/);
  });

  it('what GitHub ignores for lack of permission is reported, and no comment claims it', async () => {
    world.github.users.push('mona');
    world.github.openMilestone({ title: 'MVP' });
    world.github.mayWrite = false;
    const pm = world.storage();
    await pm.addTask({ title: 'One', assignee: 'mona' }, human);
    assert.match(world.said.join('\n'), /Task 1 \(#1\) was made without its label.*without its assignee.*write access/);
    await assert.rejects(
      pm.updateTask('1', { status: 'in_progress', title: 'Uno' }, codex),
      /^PartyError: Task 1 \(#1\) was not changed in status: .*write access to github\.localhost\/o\/r/,
    );
    assert.deepEqual([(await pm.task('1')).title, world.github.comments.length], ['Uno', 0]);
    assert.equal((await pm.updateTask('1', { status: 'done' }, codex)).status, 'done');
  });

  it('a comment of an outsider that looks like ours names no actor', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    const changes = [{ field: 'status', from: 'pending', to: 'done' }];
    const mark = { team: world.team, key: 'k', id: '1', actor: 'human', ts: '', changes };
    world.github.comment(1, `Hello <!-- tmux-team ${JSON.stringify(mark)} -->`);
    world.github.edit(1, { labels: ['tmux-team:in_progress'] });
    await pm.tasks();
    const events = (await pm.events()).all.slice(1).map((event) => [event.actor, 'to' in event ? event.to : '']);
    assert.deepEqual(events, [['github', 'in_progress']]);
  });

  it('two machines that made a task at once know who changed it, whatever id each gave it', async () => {
    const [here, there] = [world.storage(), world.storage('there')];
    await Promise.all([here.tasks(), there.tasks()]);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    world.github.troubles.push({ when: is('POST', 'issues'), doneAfter: gate });
    const made = here.addTask({ title: 'One' }, human);
    await until('the request', () => world.github.count('POST issues') === 1);
    await there.addTask({ title: 'Two' }, human);
    open();
    await made;
    const own = (await there.tasks()).all.find(({ title }) => title === 'One')?.id ?? '';
    await there.updateTask(own, { status: 'done' }, codex);
    const task = (await here.tasks()).all.find(({ title }) => title === 'One');
    assert.equal(task?.status, 'done');
    assert.notEqual(task?.id, own);
    const last = (await here.events()).all.findLast((event) => event.event === 'task_updated');
    assert.equal(last?.actor, 'codex');
  });

  it('a task that another machine has just made is found by its id', async () => {
    const [here, there, late] = [world.storage(), world.storage('there'), world.storage('late')];
    await here.tasks();
    await there.addMilestone({ name: 'MVP' }, human);
    await there.addTask({ title: 'One' }, human);
    assert.equal((await here.updateTask('1', { status: 'done' }, codex)).status, 'done');
    assert.equal((await late.addTask({ title: 'Two', milestone: '1' }, human)).id, '1-1');
    await assert.rejects(here.updateTask('9', { status: 'done' }, codex), (error) => isPartyError(error, 'USAGE'));
  });

  it('a milestone that was deleted is named, with the way out', async () => {
    const pm = world.storage();
    await pm.addMilestone({ name: 'MVP' }, human);
    world.github.milestones.length = 0;
    await assert.rejects(pm.updateMilestone('1', { status: 'done' }, human), /Milestone 1 \(#1\) .*sync --pull/);
    await pm.pull(human);
    assert.deepEqual((await pm.milestones()).all, []);
  });

  it("a milestone with other people's issues is not undone", async () => {
    const pm = world.storage();
    await pm.addMilestone({ name: 'MVP' }, human);
    world.github.open({ title: 'By people', milestone: 1 });
    await assert.rejects(pm.undo(human), (error) => isPartyError(error, 'REFUSED'));
    assert.deepEqual([world.github.milestones.length, world.github.issue(1).milestone], [1, 1]);
    assert.equal((await pm.milestones()).all.length, 1);
  });

  it('a pull reads the comments that are new, not all of them', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    world.github.open({ title: 'Busy' });
    for (let n = 0; n < 250; n++) world.github.comment(2, 'Hello');
    await pm.tasks();
    world.github.edit(1, { state: 'closed' });
    await pm.pull(human);
    assert.equal(world.github.count('GET issues/comments'), 1);
  });

  it('long texts with any characters come back unchanged', async () => {
    const body = `A\r\nB\0 \u{1F600} ${'ü'.repeat(60_000)}`;
    for (let n = 0; n < 110; n++)
      world.github.open({ title: `Task ${n}`, body: 'ü'.repeat(65_000), labels: ['tmux-team:pending'] });
    const pm = world.storage();
    const { id } = await pm.addTask({ title: 'One \u{1F600}', body }, human);
    assert.equal((await pm.doc('task', id)).text, body.replace('\r\n', '\n'));
    assert.equal((await pm.updateTask(id, { status: 'done' }, human)).title, 'One \u{1F600}');
    assert.equal((await pm.tasks()).all.length, 111);
  });
});
