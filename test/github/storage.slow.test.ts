// Tasks as issues: the real gh, a scripted GitHub.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isPartyError } from '../../src/core/base/errors.ts';
import { openFsStorage } from '../../src/node/tasks/files/storage.ts';
import { codex, human, World } from './world.ts';

describe('tasks as issues', function () {
  this.timeout(60_000);
  let world: World;
  beforeEach(async () => {
    world = await World.make();
  });
  afterEach(() => world.dispose());

  const visible = (body: string | null) => (body ?? '').replace(/<!--[\s\S]*?-->/g, '').trim();

  it('a task becomes an issue with one coloured label, and both numbers are known', async () => {
    world.github.open({ title: 'Another user’s' });
    const pm = world.storage();
    const task = await pm.addTask({ title: 'Log in', body: '# How\n\nWith `$(rm -rf ~)` -->' }, human);
    assert.equal(task.id, '1');
    assert.deepEqual(task.issue, { number: 2, url: 'http://github.localhost/o/r/issues/2' });
    const issue = world.github.issue(2);
    assert.equal(issue.title, 'Log in');
    assert.deepEqual(issue.labels, ['tmux-team:pending']);
    assert.equal(visible(issue.body), '# How\n\nWith `$(rm -rf ~)` -->');
    assert.equal(world.github.labels.get('tmux-team:pending')?.color, 'FBCA04');
    assert.equal(world.github.labels.size, 1, 'only the label that was needed');
    assert.deepEqual(world.json('id-map.json'), {
      1: { issueNumber: 2, nodeId: 'I_2', updatedAt: issue.updated_at },
    });
    assert.equal((await pm.doc('task', '1')).text, '# How\n\nWith `$(rm -rf ~)` -->');
  });

  it('has exactly one label at a time, and is closed when it is done', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'Log in' }, human);
    world.github.edit(1, { labels: ['bug', 'tmux-team:pending'] });
    await pm.pull(human);
    await pm.updateTask('1', { status: 'in_progress' }, codex);
    assert.deepEqual(world.github.issue(1).labels, ['bug', 'tmux-team:in_progress']);
    assert.equal(world.github.labels.get('tmux-team:in_progress')?.color, '0052CC');
    await pm.updateTask('1', { status: 'done' }, codex);
    assert.deepEqual(world.github.issue(1).labels, ['bug', 'tmux-team:done']);
    assert.equal(world.github.issue(1).state, 'closed');
    assert.equal(world.github.labels.get('tmux-team:done')?.color, '0E8A16');
    await pm.updateTask('1', { status: 'pending' }, human);
    assert.deepEqual(world.github.issue(1).labels, ['bug', 'tmux-team:pending']);
    assert.equal(world.github.issue(1).state, 'open');
  });

  it('takes names and colours of labels from the configuration', async () => {
    const pm = world.storage('here', { labels: { pending: { name: 'to do', color: '#abcdef' } } });
    await pm.addTask({ title: 'Log in' }, human);
    assert.deepEqual(world.github.issue(1).labels, ['to do']);
    assert.equal(world.github.labels.get('to do')?.color, 'ABCDEF');
  });

  it('does not change an existing label', async () => {
    world.github.labels.set('tmux-team:pending', { name: 'tmux-team:pending', color: '000000', description: '' });
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    await pm.addTask({ title: 'Two' }, human);
    assert.equal(world.github.labels.get('tmux-team:pending')?.color, '000000');
    assert.equal(world.github.count('POST labels'), 1, 'asked once');
  });

  it('a comment says who changed the status or the milestone, and nothing else', async () => {
    const pm = world.storage();
    await pm.addMilestone({ name: 'M`VP`' }, human);
    await pm.addTask({ title: 'Log in' }, human);
    await pm.updateTask('1', { title: 'Log in again', assignee: 'codex' }, codex);
    await pm.writeDoc('task', '1', 'Text', codex);
    assert.equal(world.github.comments.length, 0);
    await pm.updateTask('1', { status: 'in_progress' }, codex);
    await pm.updateTask('1', { milestone: '1' }, { actor: '@everyone' });
    const [status, milestone] = world.github.comments.map(({ body }) => visible(body));
    assert.match(
      status ?? '',
      /^\*\*\[tmux-team\]\*\* Status changed: `pending` → `in_progress`\nActor: codex \| \d{4}-.*Z$/,
    );
    assert.match(milestone ?? '', /^\*\*\[tmux-team\]\*\* Milestone changed: none → `M'VP'`\nActor: `@everyone` \| /);
  });

  it('closed is done, whatever the labels say; reopened it is not', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'Log in' }, human);
    world.github.edit(1, { state: 'closed' });
    assert.equal((await pm.task('1')).status, 'done');
    world.github.edit(1, { state: 'open', labels: ['tmux-team:done'] });
    assert.equal((await pm.task('1')).status, 'pending');
    world.github.edit(1, { labels: [] });
    assert.equal((await pm.task('1')).status, 'pending');
  });

  it('milestones are those of GitHub, and closed only when they are done', async () => {
    const pm = world.storage();
    const milestone = await pm.addMilestone({ name: 'MVP', description: 'What we need' }, human);
    const task = await pm.addTask({ title: 'Log in', milestone: milestone.id }, human);
    assert.equal(task.id, '1-1');
    assert.equal(world.github.issue(1).milestone, 1);
    assert.equal(visible(world.github.milestones[0]?.description ?? ''), 'What we need');
    await pm.updateTask('1-1', { status: 'done' }, human);
    assert.equal(world.github.milestones[0]?.state, 'open');
    await pm.updateMilestone('1', { status: 'in_progress' }, human);
    assert.equal((await pm.milestone('1')).status, 'in_progress');
    assert.equal((await pm.updateMilestone('1', { status: 'done' }, human)).status, 'done');
    assert.equal(world.github.milestones[0]?.state, 'closed');
    await pm.writeDoc('milestone', '1', 'Something else', human);
    assert.equal(visible(world.github.milestones[0]?.description ?? ''), 'Something else');
    assert.equal((await pm.doc('milestone', '1')).text, 'Something else');
    await assert.rejects(pm.addMilestone({ name: 'mvp' }, human), (error) => isPartyError(error, 'USAGE'));
  });

  it('a milestone that exists on GitHub is used, not made again', async () => {
    world.github.openMilestone({ title: 'MVP', description: 'By people' });
    const pm = world.storage();
    const milestone = await pm.addMilestone({ name: 'MVP' }, human);
    assert.equal(world.github.milestones.length, 1);
    assert.equal(milestone.description, 'By people');
    await pm.addTask({ title: 'Log in', milestone: milestone.id }, human);
    assert.equal(world.github.issue(1).milestone, 1);
  });

  it('an assignee whom GitHub knows is assigned there; other names stay in Party', async () => {
    world.github.users.push('mona', 'hubot');
    const pm = world.storage();
    await pm.addTask({ title: 'One', assignee: '@mona' }, human);
    await pm.addTask({ title: 'Two', assignee: 'codex' }, human);
    assert.deepEqual(world.github.issue(1).assignees, ['mona']);
    assert.deepEqual(world.github.issue(2).assignees, []);
    const assignees = async () => (await pm.tasks()).all.map(({ assignee }) => assignee);
    assert.deepEqual(await assignees(), ['mona', 'codex']);
    await pm.updateTask('1', { assignee: 'claude' }, human);
    assert.deepEqual(world.github.issue(1).assignees, []);
    await pm.updateTask('2', { assignee: null }, human);
    assert.equal((await pm.tasks({ assignee: 'claude' })).all.length, 1);
    assert.deepEqual(await assignees(), ['claude', null]);
    await pm.updateTask('2', { assignee: 'hubot' }, human);
    await pm.writeDoc('task', '2', 'Text', human);
    assert.deepEqual(world.github.issue(2).assignees, ['hubot']);
    await pm.updateTask('2', { assignee: null }, human);
    world.github.edit(1, { assignees: ['hubot'] });
    assert.deepEqual(await assignees(), ['hubot', null]);
  });

  it('a conflict is refused with both sides, and --force writes over it', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'Log in' }, human);
    world.github.edit(1, { title: 'Sign in' });
    const requests = world.github.requests.length;
    await assert.rejects(pm.updateTask('1', { status: 'in_progress' }, codex), (error) => {
      assert.ok(isPartyError(error, 'CONFLICT'));
      assert.equal(error.exit, 5);
      assert.match(error.message, /^Task 1 \(#1\) was changed on GitHub: title\. .*--force/);
      const { local, remote, fields } = error.details as Record<string, Record<string, unknown>>;
      assert.deepEqual([local?.['title'], remote?.['title'], fields], ['Log in', 'Sign in', ['title']]);
      return true;
    });
    assert.ok(
      world.github.requests.slice(requests).every(({ method }) => method === 'GET'),
      'nothing was written',
    );
    const task = await pm.updateTask('1', { status: 'in_progress' }, { ...codex, force: true });
    assert.deepEqual([task.title, task.status], ['Sign in', 'in_progress']);
    assert.equal(world.github.issue(1).title, 'Sign in', 'only what was asked for is written over');
    world.github.edit(1, { title: 'Sign on' });
    await pm.pull(human);
    assert.equal((await pm.updateTask('1', { status: 'done' }, codex)).title, 'Sign on');
  });

  it('a comment of another user is not a conflict, nor is a value that is already as wanted', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'Log in' }, human);
    world.github.comment(1, 'What about this?');
    assert.equal((await pm.updateTask('1', { status: 'in_progress' }, codex)).status, 'in_progress');
    world.github.edit(1, { state: 'closed' });
    assert.equal((await pm.updateTask('1', { status: 'done' }, codex)).status, 'done');
  });

  it('a conflict is also reported for documents and milestones', async () => {
    const pm = world.storage();
    await pm.addMilestone({ name: 'MVP' }, human);
    await pm.addTask({ title: 'Log in', body: 'Old' }, human);
    world.github.edit(1, { body: (world.github.issue(1).body ?? '').replace('Old', 'New') });
    await assert.rejects(pm.writeDoc('task', '1', 'Mine', human), (error) => isPartyError(error, 'CONFLICT'));
    assert.equal((await pm.doc('task', '1')).text, 'New');
    await pm.writeDoc('task', '1', 'Mine', human);
    assert.equal(visible(world.github.issue(1).body), 'Mine');
    const [milestone] = world.github.milestones;
    assert.ok(milestone);
    Object.assign(milestone, { title: 'Beta', updated_at: world.github.tick() });
    await assert.rejects(pm.updateMilestone('1', { status: 'done' }, human), (error) =>
      isPartyError(error, 'CONFLICT'),
    );
    assert.equal((await pm.updateMilestone('1', { status: 'done' }, { ...human, force: true })).name, 'Beta');
  });

  it('pull brings what others did, with their names where a comment says them', async () => {
    const [here, there] = [world.storage(), world.storage('there')];
    await here.addMilestone({ name: 'MVP' }, human);
    await here.addTask({ title: 'One', milestone: '1', assignee: 'codex', body: 'Text' }, human);
    await there.pull(human);
    assert.deepEqual(
      (await there.tasks()).all.map(({ id, number, title, milestone, assignee }) => [
        id,
        number,
        title,
        milestone,
        assignee,
      ]),
      [['1-1', 1, 'One', '1', 'codex']],
    );
    assert.equal((await there.doc('task', '1-1')).text, 'Text');
    assert.equal((await there.milestone('1')).name, 'MVP');
    await there.updateTask('1-1', { status: 'in_progress' }, codex);
    await there.addTask({ title: 'Two' }, codex);
    world.github.edit(1, { title: 'One and a half' });
    assert.deepEqual((await here.pull(human)).changed, ['1-1', '2']);
    const events = (await here.events()).all.map((event) => [
      event.event,
      'field' in event ? event.field : '',
      event.actor,
    ]);
    assert.deepEqual(events.slice(-3), [
      ['task_updated', 'status', 'codex'],
      ['task_updated', 'title', 'github'],
      ['task_created', '', 'codex'],
    ]);
    assert.deepEqual((await here.pull(human)).changed, []);
  });

  it('an issue that a user labels becomes a task; one that only mentions the label does not', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One' }, human);
    world.github.open({ title: 'Copied', body: world.github.issue(1).body, labels: [] });
    world.github.open({ title: 'A pull request', labels: ['tmux-team:pending'], pull_request: {} });
    world.github.open({ title: 'From the web', labels: ['TMUX-TEAM:in_progress'], milestone: 1 });
    world.github.openMilestone({ title: 'Web' });
    world.github.open({
      title: 'Copied with its label',
      body: world.github.issue(1).body,
      labels: ['tmux-team:pending'],
    });
    const { all } = await pm.tasks();
    assert.deepEqual(
      all.map(({ title, status, issue }) => [title, status, issue?.number]),
      [
        ['One', 'pending', 1],
        ['From the web', 'in_progress', 4],
      ],
    );
    assert.equal((await pm.milestone(all[1]?.milestone ?? '')).name, 'Web');
    assert.match(world.said.join('\n'), /#5 says that it is task 1, which is #1/);
  });

  it('characters that gh makes visible are not written back', async () => {
    const text =
      'ESC is \\u001b[31m or \\x1b, A is \\u0041, \\u00e9 \\u009b; a regex \\^[ and \u001b itself, C:\\users';
    const pm = world.storage();
    await pm.addTask({ title: 'Strip \\u001b and \\u0041', body: text }, human);
    assert.equal((await pm.task('1')).title, 'Strip \\u001b and \\u0041');
    await pm.pull(human);
    await pm.updateTask('1', { assignee: 'codex' }, human);
    await pm.updateTask('1', { status: 'done' }, human);
    assert.equal((await pm.doc('task', '1')).text, text);
    assert.equal(world.github.issue(1).body?.split('\n\n<!--')[0], text);
    assert.equal(world.github.issue(1).title, 'Strip \\u001b and \\u0041');
    assert.equal((await pm.events()).all.filter(({ actor }) => actor === 'github').length, 0);
  });

  it('two teams use one repository without seeing each other', async () => {
    await world.storage().addTask({ title: 'Ours' }, human);
    const other = await World.make();
    try {
      Object.assign(other.env, world.github.environment(other.box));
      assert.deepEqual((await other.storage().tasks()).all, []);
      assert.equal((await other.storage().addTask({ title: 'Theirs' }, human)).id, '1');
      assert.equal((await world.storage().tasks()).all.length, 1);
    } finally {
      await other.dispose();
    }
  });

  it('200 issues take few requests, and a look without news takes none from the rate limit', async () => {
    const { github } = world;
    for (let n = 1; n <= 230; n++) github.open({ title: `Task ${n}`, labels: ['tmux-team:pending'] });
    const pm = world.storage();
    const { all } = await pm.tasks();
    assert.equal(all.length, 230);
    assert.deepEqual(
      all.map(({ title }) => title),
      Array.from({ length: 230 }, (_, index) => `Task ${index + 1}`),
    );
    assert.equal(github.requests.length, 4, 'three pages and the milestones');
    await pm.tasks({ status: 'pending' });
    github.requests.length = 0;
    github.unchanged = 0;
    assert.equal((await pm.task('17')).title, 'Task 17');
    assert.deepEqual([github.requests.length, github.unchanged], [2, 2]);
    github.requests.length = 0;
    await pm.updateTask('17', { status: 'in_progress' }, human);
    assert.deepEqual(
      github.requests.map(({ method, path }) => `${method} ${path}`),
      ['GET issues/17', 'POST labels', 'PATCH issues/17', 'POST issues/17/comments'],
    );
  });

  it('what was deleted on GitHub goes away with a pull', async () => {
    const pm = world.storage();
    await pm.addMilestone({ name: 'MVP' }, human);
    await pm.addTask({ title: 'One', milestone: '1' }, human);
    await pm.addTask({ title: 'Two', milestone: '1' }, human);
    world.github.remove(1);
    world.github.milestones.length = 0;
    world.github.edit(2, { milestone: null });
    await assert.rejects(pm.updateTask('1-1', { status: 'done' }, human), /Task 1-1 \(#1\) is not on GitHub.*410/);
    await pm.pull(human);
    assert.deepEqual(
      (await pm.tasks()).all.map(({ id, milestone }) => [id, milestone]),
      [['1-2', null]],
    );
    assert.deepEqual((await pm.milestones()).all, []);
    assert.deepEqual(Object.keys(world.json('id-map.json')), ['1-2']);
  });

  it('a deleted task is closed as not planned, stays away, and comes back with an undo', async () => {
    const pm = world.storage();
    await pm.addTask({ title: 'One', body: 'Text' }, human);
    await pm.updateTask('1', { status: 'in_progress' }, human);
    await pm.deleteTask('1', human);
    const { state, labels } = world.github.issue(1);
    assert.deepEqual([state, labels], ['closed', []]);
    await pm.pull(human);
    assert.deepEqual((await pm.tasks()).all, []);
    assert.equal((await pm.undo(human))?.event, 'task_created');
    assert.deepEqual([world.github.issue(1).state, world.github.issue(1).labels], ['open', ['tmux-team:in_progress']]);
    await pm.pull(human);
    const [task, ...others] = (await pm.tasks()).all;
    assert.deepEqual([task?.id, task?.title, task?.status, others], ['1', 'One', 'in_progress', []]);
    assert.equal((await pm.doc('task', '1')).text, 'Text');
    await pm.updateTask('1', { status: 'done' }, human);
    assert.equal(world.github.issue(1).state, 'closed');
  });

  it("undo reverts Party's own change, also on GitHub, and no other", async () => {
    const pm = world.storage();
    await pm.addMilestone({ name: 'MVP' }, human);
    await pm.addTask({ title: 'One', body: 'Text' }, human);
    await pm.updateTask('1', { status: 'done', title: 'Uno' }, codex);
    await pm.writeDoc('task', '1', 'Other', codex);
    assert.equal((await pm.undo(human))?.event, 'doc_updated');
    assert.equal(visible(world.github.issue(1).body), 'Text');
    const undone = await pm.undo(human);
    assert.equal(undone?.event, 'task_updated');
    assert.deepEqual([world.github.issue(1).title, world.github.issue(1).state], ['One', 'open']);
    assert.deepEqual(world.github.issue(1).labels, ['tmux-team:pending']);
    assert.match(world.github.comments.at(-1)?.body ?? '', /`done` → `pending`\nActor: human/);
    world.github.edit(1, { title: 'Changed on GitHub' });
    await assert.rejects(pm.undo(human), (error) => isPartyError(error, 'REFUSED'));
    world.github.edit(1, { title: 'One' });
    assert.equal((await pm.undo(human))?.event, 'task_removed');
    assert.deepEqual([world.github.issue(1).state, world.github.issue(1).state_reason], ['closed', 'not_planned']);
    assert.deepEqual(world.github.issue(1).labels, []);
    assert.deepEqual((await pm.tasks()).all, []);
    assert.equal((await pm.undo(human))?.event, 'milestone_removed');
    assert.deepEqual(world.github.milestones, []);
    assert.equal(await pm.undo(human), undefined);
    assert.equal((await pm.addTask({ title: 'Next' }, human)).id, '2', 'no id comes twice');
  });

  it('a task that was made without gh goes to GitHub with its next change', async () => {
    const files = openFsStorage(world.folder());
    await files.addMilestone({ name: 'MVP' }, human);
    await files.addTask({ title: 'Offline', milestone: '1', body: 'Text', assignee: 'codex' }, human);
    await files.updateTask('1-1', { status: 'in_progress' }, human);
    const pm = world.storage();
    assert.equal((await pm.tasks()).all.length, 1);
    const task = await pm.updateTask('1-1', { title: 'Online' }, human);
    assert.deepEqual([task.issue?.number, task.status, task.milestone], [1, 'in_progress', '1']);
    assert.equal(visible(world.github.issue(1).body), 'Text');
    assert.deepEqual(world.github.issue(1).labels, ['tmux-team:in_progress']);
    assert.equal(world.github.issue(1).milestone, 1);
  });

  it('the map and the state are only notes: without them nothing is made twice', async () => {
    const pm = world.storage();
    await pm.addMilestone({ name: 'MVP' }, human);
    await pm.addTask({ title: 'One', milestone: '1' }, human);
    const map = world.json('id-map.json');
    const folder = world.folder();
    rmSync(join(folder, 'id-map.json'));
    rmSync(join(folder, 'github'), { recursive: true });
    assert.equal((await pm.tasks()).all.length, 1);
    assert.equal((await pm.milestones()).all.length, 1);
    assert.deepEqual(world.json('id-map.json'), map);
    assert.equal((await pm.updateTask('1', { status: 'done' }, human)).status, 'done');
    assert.equal(world.github.issues.length, 1);
    assert.equal(world.github.milestones.length, 1);
  });

  it('refuses another repository, whose numbers mean something else', async () => {
    await world.storage().addTask({ title: 'One' }, human);
    const other = world.storage('here', { repo: 'github.localhost/o/other' });
    await assert.rejects(other.tasks(), (error) => isPartyError(error, 'REFUSED'));
  });
});
