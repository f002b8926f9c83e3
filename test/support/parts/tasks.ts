// Helpers for tests about tasks: `party pm …` and `tmux-team pm …` in a project, and what its team keeps on disk.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Task, TaskEvent } from '../../../src/core/tasks/task.ts';
import { eventsPath } from '../../../src/node/tasks/files/eventLog.ts';
import { openFsStorage } from '../../../src/node/tasks/files/storage.ts';
import type { TaskStorage } from '../../../src/node/tasks/storage.ts';
import { makeTeam } from '../../../src/node/tasks/team.ts';
import type { Project } from '../project.ts';
import { type ReplayedTasks, replay } from '../replay.ts';
import { type Output, repository } from '../sandbox.ts';

type Env = Record<string, string>;

export const by = { actor: 'human' };

export interface TaskWords {
  pm(args: readonly string[], env?: Env): Promise<Output>;
  /** Under either name, as people type it: `tmux-team pm t add "Two words"`. */
  line(line: string, env?: Env): Promise<Output>;
  json<T = Record<string, unknown>>(args: readonly string[], env?: Env): Promise<T>;
  /** Makes the team with the command line. */
  init(env?: Env): Promise<this>;
  /** Makes the team without starting a program, and returns its tasks. */
  makeTeam(): Promise<TaskStorage>;
  task(id: string): Promise<Task>;
  /** The team's folder. */
  readonly folder: string;
  taskEvents(): TaskEvent[];
  /** The log of the team, line by line. */
  taskLines(): string[];
}

export function taskWords(project: Project): TaskWords {
  const { box, top } = project;
  return {
    pm: (args, env = {}) => box.party(['pm', ...args], { cwd: top, env }),

    line(line, env = {}) {
      const [program = '', ...args] = words(line);
      const bin = join(repository, 'resources/bin');
      // As in the panes of a party: hints name a program by its path where the shell does not find it.
      const PATH = [bin, box.env['PATH']].join(delimiter);
      return box.script([join(bin, program), ...args], { cwd: top, env: { PATH, ...env } });
    },

    async json<T>(args: readonly string[], env: Env = {}): Promise<T> {
      const { code, stdout, stderr } = await this.pm([...args, '--json'], env);
      if (code !== 0) throw new Error(`party pm ${args.join(' ')} exited with ${code}: ${stderr}`);
      return JSON.parse(stdout) as T;
    },

    async init(env = {}) {
      await this.json(['init', '--name', 'Team'], env);
      return this;
    },

    async makeTeam() {
      const { folder } = await makeTeam({ env: box.env }, top, { name: 'Team', actor: 'human' });
      return openFsStorage(folder);
    },

    async task(id) {
      return (await this.json<{ task: Task }>(['task', 'show', id])).task;
    },

    get folder() {
      const { id } = JSON.parse(readFileSync(project.file('.tmux-team/team.json'), 'utf8')) as { id: string };
      return join(box.home, '.tmux-team/teams', id);
    },

    taskEvents() {
      return this.taskLines().map((line) => JSON.parse(line) as TaskEvent);
    },

    taskLines() {
      return readFileSync(eventsPath(this.folder), 'utf8').split('\n').slice(0, -1);
    },
  };
}

export function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Asserts that the files hold what the events add up to. */
export async function assertReplayed(folder: string): Promise<ReplayedTasks> {
  const storage = openFsStorage(folder);
  const { all } = await storage.events();
  const state = replay(all);
  const tasks = await storage.tasks();
  const milestones = await storage.milestones();
  assert.deepEqual([...tasks.unreadable, ...milestones.unreadable], []);
  const sorted = <T extends { id: string }>(some: Iterable<T>) => [...some].sort((a, b) => (a.id < b.id ? -1 : 1));
  assert.deepEqual(sorted(tasks.all), sorted(state.tasks.values()));
  assert.deepEqual(sorted(milestones.all), sorted(state.milestones.values()));
  for (const [of, records] of [
    ['task', state.tasks],
    ['milestone', state.milestones],
  ] as const) {
    for (const id of records.keys()) {
      const hash = state.docs.get(`${of} ${id}`);
      const { text } = await storage.doc(of, id);
      assert.equal(text, hash === undefined ? '' : readFileSync(join(folder, 'texts', `${hash}.md`), 'utf8'));
    }
  }
  return state;
}
