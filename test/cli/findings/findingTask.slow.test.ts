// A finding that becomes a task by `party findings task`: links both ways, once and only once, and the gate that wants
// such tasks done.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerFinding } from '../../../src/core/findings/ledgerFinding.ts';
import type { LinkedTask } from '../../../src/core/gates/tasks.ts';
import type { Task, TaskEvent } from '../../../src/core/tasks/task.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import type { NewEvent } from '../../../src/node/project/projectLog.ts';
import { openReview } from '../../../src/node/review/openReview.ts';
import { newProject, type Project } from '../../support/project.ts';
import { rewriteLog } from '../../support/rewriteLog.ts';
import { node20, Sandbox } from '../../support/sandbox.ts';
import { playRound } from '../../workbench/playRound.ts';

interface Made {
  readonly finding: LedgerFinding;
  readonly task: Task;
  readonly team: { readonly id: string };
  readonly created: boolean;
}

describe('a finding that becomes a task', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;

  beforeEach(async () => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    await playRound(box.env, project.top, [
      { id: 'F1', file: 'src/auth.ts', line: 1, severity: 'blocking', description: 'Login is never\nchecked' },
      { id: 'F2', file: 'src/auth.ts', line: 1, severity: 'non-blocking', description: 'A better name' },
    ]);
  });
  afterEach(() => box.dispose());

  const party = (args: readonly string[], env: Record<string, string> = {}) =>
    box.party(args, { cwd: project.top, env });
  const json = <T>(...args: string[]) => box.partyJson<T>(args, { cwd: project.top });
  const team = async () => {
    const output = await party(['pm', 'init', '--name', 'Login']);
    assert.equal(output.code, 0, output.stderr);
  };
  const tasks = async () => (await json<{ tasks: Task[] }>('pm', 'task', 'list')).tasks;
  const make = (...args: string[]) => json<Made>('findings', 'task', ...args);
  const log = () => project.durable('events.jsonl');
  const links = () => project.events('task');

  it('needs a team, and says how to make one', async () => {
    const output = await party(['findings', 'task', 'r1-F1']);
    assert.equal(output.code, 2);
    assert.match(output.stderr, /no team.*party pm init/);
    assert.deepEqual(links(), []);
    assert.equal((await party(['findings', 'tasks'])).stdout, 'No finding has a task\n');
  });

  it('links to its task, and the task to it', async () => {
    await team();
    await party(['pm', 'milestone', 'add', 'First']);
    const output = await party(['findings', 'task', 'F1', '--milestone', '1']);
    assert.deepEqual([output.code, output.stdout], [0, 'r1-F1 is now task 1-1: Login is never checked\n']);
    const [task] = await tasks();
    const { id } = (await json<{ teams: { id: string }[] }>('pm', 'list')).teams[0] ?? {};
    assert.deepEqual([task?.id, task?.milestone, task?.status], ['1-1', '1', 'pending']);
    assert.deepEqual(
      [task?.finding?.project, task?.finding?.key, task?.finding?.severity],
      [project.top, 'r1-F1', 'blocking'],
    );
    const { finding } = await json<{ finding: LedgerFinding }>('findings', 'show', 'r1-F1');
    assert.deepEqual(finding.task, { team: id, id: '1-1' });
    assert.match((await party(['findings', 'show', 'F1'])).stdout, /^ {2}task 1-1$/m);
    assert.match((await party(['findings', 'list'])).stdout, /^r1-F1 .* blocking, task 1-1: Login/);
    const shown = (await party(['pm', 'task', 'show', '1-1'])).stdout;
    assert.match(shown, /finding: +r1-F1 \(blocking\)/);
    assert.match(shown, /Login is never\n +checked/);
  });

  it('becomes one task, and the second call says so', async () => {
    await team();
    assert.equal((await make('F1')).created, true);
    const again = await make('r1-F1');
    assert.deepEqual([again.created, again.task.id], [false, '1']);
    assert.match((await party(['findings', 'task', 'F1'])).stdout, /^r1-F1 is already task 1: /);
    assert.deepEqual([(await tasks()).length, links().length], [1, 1]);
  });

  it('becomes one task when eight processes try at once', async () => {
    await team();
    const all = await Promise.all(Array.from({ length: 8 }, () => make('F1')));
    assert.deepEqual([...new Set(all.map(({ task }) => task.id))], ['1']);
    assert.equal(all.filter(({ created }) => created).length, 1);
    assert.deepEqual([(await tasks()).length, links().length], [1, 1]);
  });

  it('is found again when the process was killed before it wrote the log', async () => {
    await team();
    await make('F1');
    rewriteLog(log(), (text) => {
      const kept = text.split('\n').filter((line) => !line.includes('"event":"task"'));
      return kept.join('\n');
    });
    const again = await make('F1');
    assert.deepEqual([again.created, again.task.id, again.finding.task?.id], [false, '1', '1']);
    assert.deepEqual([(await tasks()).length, links().length], [1, 1]);
  });

  it('of the same key in another change has its own task', async () => {
    await team();
    await make('F1');
    project.git('stash', '--quiet');
    project.git('switch', '--quiet', '--create', 'other', 'main');
    project.write('src/other.ts', 'export const other = 1;\n');
    const other = { id: 'F1', file: 'src/other.ts', line: 1, severity: 'blocking', description: 'Other' } as const;
    await playRound(box.env, project.top, [other]);
    const { finding, task, created } = await make('r1-F1');
    assert.deepEqual([created, task.id, task.title, finding.task?.id], [true, '2', 'Other', '2']);
  });

  it('stays open when the task is done', async () => {
    await team();
    await make('F1');
    await party(['pm', 'task', 'done', '1']);
    const { finding } = await json<{ finding: LedgerFinding }>('findings', 'show', 'F1');
    assert.equal(finding.state, 'open');
    assert.equal((await party(['findings', 'tasks'])).stdout, 'r1-F1  task 1  blocking: done\n');
    const refused = await party(['review', 'approve']);
    assert.deepEqual([refused.code, /blocking/.test(refused.stderr)], [1, true]);
  });

  it('becomes a task again when the first task was taken back', async () => {
    await team();
    await make('F1');
    assert.equal((await party(['pm', 'undo'])).code, 0);
    const { tasks: gone } = await json<{ tasks: LinkedTask[] }>('findings', 'tasks');
    assert.deepEqual(gone, [{ finding: 'r1-F1', severity: 'blocking', task: '1', status: null }]);
    const again = await make('F1');
    assert.deepEqual([again.created, again.task.id, again.finding.task?.id], [true, '2', '2']);
  });

  it('becomes a task in the name of the calling agent, if that agent may add tasks', async () => {
    await team();
    const agent = { CLAUDECODE: '1' };
    const forged = await party(['findings', 'task', 'F1', '--actor', 'human'], agent);
    assert.equal(forged.code, 1);
    assert.match(forged.stderr, /cannot act as/);
    const config = join(box.home, '.tmux-team/config.json');
    writeFileSync(config, JSON.stringify({ pm: { permissions: { claude: { allow: ['task.done'] } } } }));
    const limited = await party(['findings', 'task', 'F1'], agent);
    assert.equal(limited.code, 1);
    assert.match(limited.stderr, /claude may not do task\.add/);
    assert.deepEqual([await tasks(), links()], [[], []]);
    rmSync(config);
    assert.equal((await party(['findings', 'task', 'F1'], agent)).code, 0);
    const { events } = await json<{ events: TaskEvent[] }>('pm', 'log');
    assert.deepEqual(
      [events.at(-1)?.event, events.at(-1)?.actor, links()[0]?.actor],
      ['task_created', 'claude', 'claude'],
    );
  });

  const bad: [title: string, args: string[], message: RegExp][] = [
    ['an unknown finding', ['r9-F9'], /no finding "r9-F9"/],
    ['an unknown milestone', ['F1', '--milestone', '7'], /no milestone 7/],
    ['an issue where tasks are files', ['F1', '--issue'], /keeps its tasks in files.*--backend github/],
  ];
  for (const [title, args, message] of bad) {
    it(`refuses ${title}, and changes nothing`, async () => {
      await team();
      const output = await party(['findings', 'task', ...args]);
      assert.equal(output.code, 1);
      assert.match(output.stderr, message);
      assert.deepEqual([await tasks(), links()], [[], []]);
    });
  }

  it('says that the file of its task is broken, instead of making another', async () => {
    await team();
    await make('F1');
    writeFileSync(taskFile(), '{"id": "1"');
    for (const args of [
      ['findings', 'task', 'F1'],
      ['findings', 'tasks'],
    ]) {
      const output = await party(args);
      assert.equal(output.code, 1);
      assert.match(output.stderr, /tasks\/1\.json: .*Correct the file/);
    }
    assert.equal(links().length, 1);
  });

  function taskFile(): string {
    const { id } = JSON.parse(readFileSync(join(project.top, '.tmux-team/team.json'), 'utf8'));
    return join(box.home, '.tmux-team/teams', id, 'tasks/1.json');
  }

  describe('and the gate before a pull request', () => {
    /** As if everything had been earned, and the finding settled by hand. */
    async function ready(more: { readonly targeted?: string } = {}): Promise<void> {
      await party(['findings', 'triage', 'F1', 'out-of-scope', '--reason', 'Later']);
      const opened = await openReview({ env: box.env, paths: partyPaths(box.env), cwd: project.top });
      const { hash } = await opened.change(await opened.log.state());
      const { cycle } = await opened.read();
      const now = hash ?? '';
      const ran = { event: 'ran', actor: 'claude', exit: 0, before: now, after: now } as const;
      const critics = (['code-critic', 'minimizer', 'security-scanner'] as const).flatMap((critic): NewEvent[] => {
        const by = { actor: 'claude', critic, agent: critic, hash: now } as const;
        const verdict = critic === 'security-scanner' ? 'CLEAN' : 'APPROVE';
        return [
          { ...by, event: 'critic-started' },
          { ...by, event: 'critic-stopped', verdict },
        ];
      });
      const events: NewEvent[] = [
        ...critics,
        { ...ran, what: 'tests', command: ['true'] },
        { ...ran, what: 'checks', command: ['true'] },
        { event: 'approved', actor: 'claude', cycle: cycle ?? '', hash: now, files: {}, ...more },
        { event: 'verified', actor: 'claude', hash: now },
      ];
      for (const event of events) await opened.log.append(event);
    }
    function require(on: boolean): void {
      mkdirSync(join(box.home, '.tmux-team'), { recursive: true });
      writeFileSync(join(box.home, '.tmux-team/config.json'), JSON.stringify({ review: { requireTasksDone: on } }));
    }
    /** Why a pull request may not be made; empty when it may. */
    async function denial(): Promise<string> {
      const input = {
        ...{
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
          tool_input: { command: 'gh pr create --fill' },
          tool_use_id: 'toolu_1',
        },
      };
      const party = {
        PARTY_SESSION: 'party-1',
        PARTY_NODE: node20,
        CLAUDE_PROJECT_DIR: project.top,
        CLAUDECODE: '1',
      };
      const { stdout, stderr, code } = await project.hook('pr-gate', input, party);
      assert.deepEqual([code, stderr], [0, '']);
      return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason;
    }

    it('does not ask about tasks by itself', async () => {
      await team();
      await make('F1');
      await ready();
      assert.equal(await denial(), '');
    });

    it('waits for the task, when the user wants that', async () => {
      await team();
      await make('F1');
      await make('F2');
      await ready();
      require(true);
      assert.match(await denial(), /- r1-F1: task 1 is pending\. To mark the task as done.*: party pm task done 1$/);
      await party(['pm', 'task', 'update', '1', '--status', 'in-progress']);
      assert.match(await denial(), /task 1 is in_progress/);
      await party(['pm', 'task', 'done', '1']);
      assert.equal(await denial(), '', 'the other one does not block');
      await party(['pm', 'task', 'update', '1', '--status', 'pending']);
      require(false);
      assert.equal(await denial(), '');
    });

    it('does not wait, and needs no team, when no finding became a task', async () => {
      await ready();
      require(true);
      assert.equal(await denial(), '');
    });

    const unreadable: [title: string, breakIt: () => void, reason: RegExp][] = [
      [
        'the pointer to the team is gone',
        () => rmSync(join(project.top, '.tmux-team'), { recursive: true }),
        /no team/,
      ],
      ['the team is gone', () => rmSync(join(box.home, '.tmux-team/teams'), { recursive: true }), /which is not in/],
      ['the file of the task is broken', () => writeFileSync(taskFile(), 'x'), /1\.json/],
    ];
    for (const [title, breakIt, reason] of unreadable) {
      it(`denies, with the way out, when ${title}`, async () => {
        await team();
        await make('F1');
        await party(['pm', 'task', 'done', '1']);
        await ready();
        require(true);
        assert.equal(await denial(), '');
        breakIt();
        const said = await denial();
        assert.match(said, /cannot read them: /);
        assert.match(said, reason);
        assert.match(said, /review\.requireTasksDone off in ~\/\.tmux-team\/config\.json/);
      });
    }

    it('cannot be turned on or off by the project', async () => {
      await team();
      await make('F1');
      // The file is part of the change, so the evidence has to cover it.
      const projectSays = async (on: boolean) => {
        writeFileSync(join(project.top, 'tmux-team.json'), JSON.stringify({ review: { requireTasksDone: on } }));
        await ready({ targeted: 'only the configuration' });
      };
      await projectSays(true);
      assert.equal(await denial(), '');
      await projectSays(false);
      require(true);
      assert.match(await denial(), /tmux-team\.json: review: a project cannot configure its own review/);
    });
  });
});
