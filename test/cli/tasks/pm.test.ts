// `party pm`: every command line of the tmux-team document under both names, what people and programs are answered, and
// what is not understood.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Task, TaskEvent } from '../../../src/core/tasks/task.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { cliBundle, node20, Sandbox, until } from '../../support/sandbox.ts';

/** In the order in which they are run; there is no tmux-team.json in the project, and no terminal. */
const documented: readonly (readonly [line: string, answer: RegExp, exit?: number])[] = [
  ['pm init --name "Auth Refactor"', /^Team Auth Refactor \([0-9a-f-]{36}\); its tasks are kept in \/.*\n$/],
  ['pm list', /^\* {2}[0-9a-f-]{36} {2}fs {2}Auth Refactor\n$/],
  ['pm ls', /^\* {2}[0-9a-f-]{36} {2}fs {2}Auth Refactor\n$/],
  ['pm m', /^No milestones\. Add one with: party pm milestone add NAME\n$/],
  ['pm m add "Phase 1"', /^Milestone 1 {2}pending {2}Phase 1\n$/],
  ['pm m add "Phase 2" -d "What comes then"', /^Milestone 2 {2}pending {2}Phase 2\n$/],
  ['pm milestone add "MVP Release"', /^Milestone 3 {2}pending {2}MVP Release\n$/],
  ['pm m list', /^1 {2}pending {2}Phase 1 {2}no tasks\n2 .* {2}Phase 2 {2}no tasks {2}\(What comes then\)\n3 .*\n$/],
  ['pm milestone list', /^1 {2}pending {2}Phase 1/],
  ['pm m done 2', /^Milestone 2 {2}done {2}Phase 2\n$/],
  ['pm milestone done 3', /^Milestone 3 {2}done {2}MVP Release\n$/],
  ['pm m doc 1', /^$/],
  ['pm m doc 1 --edit', /Editing needs a terminal; without one give --body TEXT/, 1],
  ['pm m doc 1 ref', /^\/.*\/milestones\/1\.md\n$/],
  ['pm m doc 1 --body "What it is for"', /^Wrote \/.*\/milestones\/1\.md\n$/],
  ['pm m doc 1', /^What it is for\n$/],
  ['pm m doc 1 --body-file notes.md', /^Wrote /],
  ['pm m doc 1', /^# Notes\n$/],
  ['pm t', /^No tasks\. Add one with: party pm task add TITLE\n$/],
  ['pm t add "Task title"', /^Task 1 {2}pending {2}Task title\n$/],
  ['pm t add "In a milestone" --milestone 1', /^Task 1-1 {2}pending {2}In a milestone\n$/],
  ['pm t add "With a body" --body "More about it"', /^Task 3 {2}pending {2}With a body\n$/],
  ['pm t add "Of a user" -a @user', /^Task 4 {2}pending {2}Of a user {2}@user\n$/],
  ['pm task add "Second of the milestone" --milestone 1', /^Task 1-2 {2}pending /],
  ['pm t list', /^1 {4}pending {2}Task title\n1-1 {2}pending .*\n3 .*\n4 .*\n1-2 .*\n$/],
  ['pm task list', /^1 {4}pending {2}Task title\n/],
  ['pm t list --status pending', /^1 {4}pending .*\n1-1 .*\n3 .*\n4 .*\n1-2 .*\n$/],
  ['pm t list --status done', /^No tasks match\n$/],
  ['pm t list --milestone 1', /^1-1 {2}pending {2}In a milestone\n1-2 {2}pending {2}Second of the milestone\n$/],
  ['pm task list --milestone 1 --status done', /^No tasks match\n$/],
  ['pm t show 3', /^Task 3: With a body\n {2}status: {5}pending\n[\s\S]*\n\n {4}More about it\n$/],
  ['pm task show 1-2', /^Task 1-2: Second of the milestone\n/],
  ['pm t update 1 --status in_progress', /^Task 1 {2}in_progress {2}Task title\n$/],
  ['pm task update 1-2 --status in-progress', /^Task 1-2 {2}in_progress {2}Second/],
  ['pm t update 1 -a @user', /^Task 1 {2}in_progress {2}Task title {2}@user\n$/],
  ['pm t done 1', /^Task 1 {2}done {2}Task title {2}@user\n$/],
  ['pm task done 5', /^Task 1-2 {2}done /],
  ['pm t doc 3', /^More about it\n$/],
  ['pm t doc 3 --edit', /Editing needs a terminal/, 1],
  ['pm t doc 3 ref', /^\/.*\/tasks\/3\.md\n$/],
  ['pm t doc 3 --body "Less"', /^Wrote \/.*\/tasks\/3\.md\n$/],
  ['pm t doc 3', /^Less\n$/],
  ['pm t doc 3 --body-file notes.md', /^Wrote /],
  ['pm doc 3', /^# Notes\n$/],
  ['pm doc 3 --print', /^# Notes\n$/],
  ['pm log', /^\S+Z {2}human {2}team Auth Refactor created\n[\s\S]* {2}document of task 3 written\n$/],
  ['pm log --limit 2', /^.*document of task 3 written\n.*document of task 3 written\n$/],
  ['pm jump', /no party is running for this project\. To start a party: party start/, 3],
  ['pm undo', /^Undo: document of task 3 written\n$/],
  ['pm sync --pull', /^The tasks are kept in files here: there is nothing to pull\n$/],
];

for (const program of ['party', 'tmux-team']) {
  describe(`${program} pm, line by line`, function () {
    this.timeout(20_000);
    let box: Sandbox;
    let at: ProjectWith<{ tasks: true }>;
    before(() => {
      box = new Sandbox();
      at = newProject({ box, tasks: true });
      writeFileSync(join(at.top, 'notes.md'), '# Notes\n');
    });
    after(() => box.dispose());

    for (const [line, answer, exit = 0] of documented) {
      it(line, async () => {
        const output = await at.line(`${program} ${line}`);
        assert.equal(output.code, exit, output.stderr);
        // Commands that a text names have the name that the user called.
        const named = new RegExp(answer.source.replace(': party ', `: ${program} `));
        assert.match(exit === 0 ? output.stdout : output.stderr, named);
        if (exit !== 0) assert.equal(output.stdout, '');
      });
    }
  });
}

describe('party pm', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let at: ProjectWith<{ tasks: true }>;
  beforeEach(async () => {
    box = new Sandbox();
    at = await newProject({ box, tasks: true }).init();
  });
  afterEach(() => box.dispose());

  it('answers programs with one object, each under its own name', async () => {
    const { milestone } = await at.json<{ milestone: object }>(['m', 'add', 'MVP', '-d', 'First']);
    assert.deepEqual(Object.keys(milestone).sort(), ['createdAt', 'description', 'id', 'name', 'status', 'updatedAt']);
    const { task, warnings } = await at.json<{ task: Task; warnings: string[] }>(['t', 'add', 'X', '--milestone', '1']);
    const { createdAt, updatedAt, ...rest } = task;
    assert.equal(createdAt, updatedAt);
    const expected = { id: '1-1', number: 1, title: 'X', milestone: '1', status: 'pending', assignee: null };
    assert.deepEqual(rest, { ...expected, docPath: 'tasks/1-1.md' });
    assert.deepEqual(warnings, []);
    assert.deepEqual((await at.json(['t']))['tasks'], [task]);
    assert.deepEqual((await at.json<{ milestones: { tasks: object }[] }>(['m'])).milestones[0]?.tasks, {
      ...{ total: 1, done: 0 },
    });
    const path = join(at.folder, 'tasks/1-1.md');
    assert.deepEqual((await at.json(['t', 'show', '1']))['doc'], { path, text: '# X\n' });
    assert.deepEqual((await at.json(['t', 'doc', '1', '--body', 'B']))['doc'], { path, text: 'B' });
    assert.deepEqual((await at.json(['t', 'doc', '1', 'ref']))['doc'], { path });
    assert.deepEqual((await at.json(['doc', '1']))['doc'], { path, text: 'B' });
    const { events } = await at.json<{ events: TaskEvent[] }>(['log', '--limit', '1']);
    assert.deepEqual([events.length, events[0]?.event], [1, 'doc_updated']);
    const { undone } = await at.json<{ undone: TaskEvent }>(['undo']);
    assert.equal(undone.event, 'doc_updated');
    assert.deepEqual((await at.json(['sync']))['changed'], []);
    const { teams } = await at.json<{ teams: Record<string, unknown>[] }>(['ls']);
    assert.deepEqual(
      teams.map(({ name, here, folder }) => ({ name, here, folder })),
      [{ name: 'Team', here: true, folder: at.folder }],
    );
  });

  it("accepts a task's number or its id, and clears a field that was set", async () => {
    await at.pm(['m', 'add', 'One']);
    await at.pm(['m', 'add', 'Two']);
    await at.pm(['t', 'add', 'First', '--milestone', '1', '-a', '@kim']);
    assert.equal((await at.json<{ task: Task }>(['t', 'done', '1'])).task.id, '1-1');
    const moved = await at.json<{ task: Task }>(['t', 'update', '1-1', '--milestone', '2', '--status', 'in-progress']);
    assert.deepEqual([moved.task.id, moved.task.milestone, moved.task.status], ['1-1', '2', 'in_progress']);
    assert.match((await at.pm(['t'])).stdout, /^1-1 {2}in_progress {2}First {2}@kim {2}\(milestone 2\)\n$/);
    const bare = await at.json<{ task: Task }>(['t', 'update', '1', '--milestone', 'none', '-a', 'none']);
    assert.deepEqual([bare.task.milestone, bare.task.assignee], [null, null]);
    assert.match((await at.pm(['t', 'list', '--assignee', '@kim'])).stdout, /No tasks match/);
    await at.pm(['t', 'add', 'Second', '--milestone', '1', '-a', 'kim']);
    assert.match((await at.pm(['t', 'list', '--assignee', '@kim'])).stdout, /^1-2 .*Second {2}@kim\n$/);
    for (const filter of ['--assignee', '--milestone']) {
      assert.match((await at.pm(['t', 'list', filter, 'none'])).stdout, /^1-1 .*First\n$/);
    }
  });

  it('changes a milestone, and names open tasks when it is done', async () => {
    await at.pm(['m', 'add', 'One']);
    await at.pm(['t', 'add', 'A', '--milestone', '1']);
    assert.match((await at.pm(['m', 'done', '1'])).stdout, /^Milestone 1 {2}done {2}One \(1 of its tasks is not\)\n$/);
    const changed = await at.pm(['m', 'update', '1', '--name', 'Other', '--status', 'in-progress', '-d', 'More']);
    assert.equal(changed.stdout, 'Milestone 1  in_progress  Other\n');
    assert.match((await at.pm(['m', 'update', '1'])).stderr, /--name, --description or --status/);
  });

  it('undoes changes one after the other, and says when there is none', async () => {
    await at.pm(['t', 'add', 'A']);
    await at.pm(['t', 'update', '1', '--title', 'B', '--status', 'done']);
    assert.equal((await at.pm(['undo'])).stdout, 'Undo: task 1: status done → pending, title B → A\n');
    assert.equal((await at.pm(['undo'])).stdout, 'Undo: task 1 removed\n');
    const output = await at.pm(['undo']);
    assert.equal(output.code, 1);
    assert.match(output.stderr, /no change to undo\. To see the changes: party pm log/);
    assert.match((await at.pm(['log'])).stdout, /human {2}task 1 removed \(undo\)\n$/);
  });

  it('shows outside text as plain text: no escapes, no extra lines', async () => {
    await at.pm(['t', 'add', 'A', '--body', 'One\n\u001b[31mred\u0007\n\ttwo']);
    assert.equal((await at.pm(['doc', '1'])).stdout, 'One\n[31mred\n\ttwo\n');
    assert.equal((await at.json<{ doc: { text: string } }>(['doc', '1'])).doc.text, 'One\n\u001b[31mred\u0007\n\ttwo');
    assert.match((await at.pm(['t', 'show', '1'])).stdout, /\n\n {4}One\n {4}\[31mred\n {4}\ttwo\n$/);
  });

  it('takes a text that begins with a dash, and one from standard input', async () => {
    await at.pm(['t', 'add', '- a title', '--body', '- one\n- two']);
    assert.equal((await at.task('1')).title, '- a title');
    assert.equal((await at.pm(['doc', '1'])).stdout, '- one\n- two\n');
    await at.pm(['t', 'add', '--', '-1 is wrong']);
    await at.pm(['t', 'update', '--title=--force', '--', '1']);
    assert.deepEqual([(await at.task('1')).title, (await at.task('2')).title], ['--force', '-1 is wrong']);
    const child = box.spawn(node20, [cliBundle, 'pm', 't', 'doc', '1', '--body-file', '-'], { cwd: at.top });
    child.stdin.end('from a pipe\n');
    await new Promise((done) => child.on('exit', done));
    assert.equal((await at.pm(['doc', '1'])).stdout, 'from a pipe\n');
  });

  it('uses the same team in a subfolder and in a worktree', async () => {
    const project = newProject({ box, name: 'repository', git: true });
    const run = (cwd: string, ...args: string[]) => box.party(['pm', ...args], { cwd });
    await run(project.top, 'init', '--name', 'Shared');
    const tree = join(box.root, 'tree');
    project.git('worktree', 'add', '--quiet', tree);
    mkdirSync(join(tree, 'deep/down'), { recursive: true });
    assert.equal((await run(join(tree, 'deep/down'), 't', 'add', 'From there')).code, 0);
    assert.match((await run(join(project.top, 'src'), 't')).stdout, /From there/);
    assert.doesNotMatch(project.git('status', '--porcelain', '-uall'), /tmux-team/);
  });

  it('keeps the team where XDG_CONFIG_HOME says', async () => {
    const other = newProject({ box, name: 'other', tasks: true });
    const env = { XDG_CONFIG_HOME: box.directory('xdg') };
    await other.init(env);
    assert.equal(readdirSync(join(box.root, 'xdg/tmux-team/teams')).length, 1);
    assert.equal((await other.pm(['t', 'add', 'X'], env)).code, 0);
  });

  it('names a team after its project by default', async () => {
    const other = newProject({ box, name: 'nameless', tasks: true });
    assert.match((await other.pm(['init'])).stdout, /^Team nameless \(/);
  });

  it('works on files, and says so, when there is no gh', async () => {
    const other = newProject({ box, name: 'github', tasks: true });
    const PATH = box.directory('empty-path');
    const made = await other.pm(['init', '--name', 'Sprint 1', '--backend', 'github', '--repo', 'owner/repo'], {
      PATH,
    });
    assert.equal(made.code, 0);
    assert.match(made.stderr, /gh, GitHub's command line, was not found/);
    assert.match(made.stdout, /its tasks are kept in \//);
    const { warnings } = await other.json<{ warnings: string[] }>(['t', 'add', 'X'], { PATH });
    assert.deepEqual(warnings, []);
    const third = newProject({ box, name: 'third', tasks: true });
    const answer = await third.json<{ warnings: string[] }>(['init', '--repo', 'owner/repo'], { PATH });
    assert.match(answer.warnings.join(), /gh, GitHub's command line, was not found/);
  });

  for (const [args, message] of [
    [['tsk'], /party pm has no tsk; did you mean task\?/],
    [['t', 'ad', 'X'], /party pm task has no ad; did you mean add\?/],
    [['t', 'toString'], /party pm task has no toString/],
    [['t', 'add'], /party pm task add: TITLE is missing/],
    [['t', 'add', 'Two', 'words'], /party pm task add does not take words/],
    [['t', 'add', ''], /title is empty/],
    [['t', 'add', 'two\nlines'], /title must be one line/],
    [['t', 'add', 'x'.repeat(10_000)], /title has 10000 characters; at most 500/],
    [['t', 'add', 'X', '--milestone', '9'], /no milestone 9/],
    [['t', 'add', 'X', '--status', 'done'], /party pm task add takes no --status/],
    [['t', 'add', 'X', '--body', 'a', '--body-file', 'b'], /--body or --body-file, not both/],
    [['t', 'add', 'X', '--body-file', 'nowhere.md'], /--body-file nowhere\.md is not there/],
    [['t', 'add', 'X', '--body-file', '.'], /--body-file \. is a directory/],
    [['t', 'list', '--milestone', '9'], /no milestone 9/],
    [['t', 'list', '--status', 'dnoe'], /dnoe is not a status.*did you mean done\?/i],
    [['t', 'show', '9'], /no task 9/],
    [['t', 'show', '../../team'], /no task/],
    [['t', 'update', '1'], /--status, --title, --milestone or --assignee/],
    [['t', 'update', '1', '--status', 'lost'], /lost is not a status/],
    [['t', 'update', '9', '--status', 'done'], /no task 9/],
    [['t', 'update', '1', '--milestone', ''], /--milestone is empty; to remove it, give: --milestone none/],
    [['t', 'update', '1', '-a', '@'], /--assignee is empty; to remove it, give: --assignee none/],
    [['t', 'show', '\u4e2d'.repeat(100)], /no task \u4e2d/],
    [['t', 'update', '1', '--milestone', '9'], /no milestone 9/],
    [['t', 'done', '1-1'], /no task 1-1/],
    [['t', 'doc', '1', 'reff'], /does not take reff; ref prints/],
    [['t', 'doc', '1', 'ref', '--body', 'x'], /only one of ref, --edit, --body and --body-file/],
    [['m', 'done', '9'], /no milestone 9/],
    [['m', 'add', ' '], /name is empty/],
    [['log', '--limit', '0'], /--limit must be a whole number from 1, not 0/],
    [['init', '--name', 'Again'], /has the team "Team" already/],
    [['init', '--backend', 'svn'], /--backend is fs or github, not svn/],
    [['init', '--backend', 'fs', '--repo', 'a/b'], /--repo is for --backend github/],
    [['t', 'add', 'X', '--actor', 'two words'], /--actor two words is not a valid name/],
  ] as const) {
    it(`changes nothing for: party pm ${args.map((word) => word.slice(0, 20)).join(' ')}`, async () => {
      await at.pm(['t', 'add', 'The only one']);
      const before = at.taskEvents();
      const output = await at.pm(args);
      assert.equal(output.code, 1, output.stdout);
      assert.equal(output.stdout, '');
      assert.match(output.stderr, message);
      assert.deepEqual(at.taskEvents(), before);
    });
  }

  it('names what it cannot read, and works with the rest', async () => {
    for (const title of ['A', 'B', 'C']) await at.pm(['t', 'add', title]);
    writeFileSync(join(at.folder, 'tasks/2.json'), '{ "id": "2", ');
    const listed = await at.pm(['t']);
    assert.equal(listed.code, 0);
    assert.match(listed.stdout, /^1 .*A\n3 .*C\n$/);
    assert.match(listed.stderr, /tasks\/2\.json was left out: /);
    const { tasks, warnings } = await at.json<{ tasks: Task[]; warnings: string[] }>(['t']);
    assert.deepEqual([tasks.length, warnings.length], [2, 1]);
    assert.equal((await at.pm(['t', 'done', '3'])).code, 0);
    const broken = await at.pm(['t', 'done', '2']);
    assert.equal(broken.code, 1);
    assert.match(broken.stderr, /tasks\/2\.json/);
    assert.equal(readFileSync(join(at.folder, 'tasks/2.json'), 'utf8'), '{ "id": "2", ');
    mkdirSync(join(at.folder, 'tasks/7.json'));
    assert.match((await at.pm(['t', 'done', '7'])).stderr, /tasks\/7\.json: EISDIR.*\(CONFIG_INVALID\)/);
    writeFileSync(join(at.folder, 'events.jsonl'), 'nonsense\n', { flag: 'a' });
    assert.match((await at.pm(['log'])).stderr, /events\.jsonl:6 was left out: is not an event\n$/);
  });

  for (const program of ['party', 'tmux-team']) {
    it(`${program} ends with 2 where there is no team, or where it is gone`, async () => {
      const other = newProject({ box, name: 'other', tasks: true });
      for (const line of ['pm t', 'pm t add X', 'pm m', 'pm log', 'pm undo', 'pm jump', 'pm doc 1']) {
        const output = await other.line(`${program} ${line}`);
        assert.equal(output.code, 2, line);
        const way = `has no team. To create a team: ${program} pm init --name NAME (CONFIG_MISSING)`;
        assert.ok(output.stderr.includes(way), output.stderr);
      }
      assert.equal((await other.line(`${program} pm ls`)).code, 0);
      rmSync(at.folder, { recursive: true });
      const stale = await at.line(`${program} pm t`);
      assert.equal(stale.code, 2);
      assert.match(
        stale.stderr,
        /names the team .*, which is not in .*Remove that file first\. To create a team: (?:party|tmux-team) pm init/,
      );
      const listed = await at.line(`${program} pm ls`);
      assert.equal(listed.code, 0);
      assert.match(listed.stderr, /names the team .*, which is not in/);
    });
  }

  describe('log --follow', () => {
    const follow = (...args: string[]) => {
      const child = box.spawn(node20, [cliBundle, 'pm', 'log', '--follow', ...args], { cwd: at.top });
      const told = { out: '', exit: undefined as number | null | undefined };
      child.stdout.on('data', (data) => {
        told.out += data;
      });
      child.on('exit', (code) => {
        told.exit = code;
      });
      return { child, told };
    };

    it('shows what happens as it happens, and ends by Ctrl-C', async () => {
      await at.pm(['t', 'add', 'Old']);
      const { child, told } = follow('--limit', '1');
      await until('what was there', () => told.out.includes('task 1 added: Old'));
      assert.doesNotMatch(told.out, /team/);
      await at.pm(['t', 'done', '1'], { CLAUDECODE: '1' });
      await until('what came', () => /claude {2}task 1: status pending → done\n$/.test(told.out));
      child.kill('SIGINT');
      assert.equal(
        await until('the end', () => told.exit !== undefined && { code: told.exit }).then(({ code }) => code),
        0,
      );
    });

    it('prints one object on each line with --json, and ends with its reader', async () => {
      const { child, told } = follow('--json');
      await until('the first line', () => told.out.endsWith('\n'));
      assert.equal((JSON.parse(told.out) as TaskEvent).event, 'team_created');
      child.stdout.destroy();
      await at.pm(['t', 'add', 'X']);
      await until('the end', () => told.exit !== undefined);
      assert.equal(told.exit, 0);
    });
  });
});
