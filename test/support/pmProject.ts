// A project for tests about tasks: `party pm …` and `tmux-team pm …` in it, and what its team keeps on disk.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PmEvent, Task } from '../../src/core/tasks/task.ts';
import { type Output, repository, type Sandbox } from './sandbox.ts';

export class PmProject {
  readonly box: Sandbox;
  readonly directory: string;

  constructor(box: Sandbox, name = 'project') {
    this.box = box;
    this.directory = box.project(name);
  }

  pm(args: readonly string[], env: Record<string, string> = {}): Promise<Output> {
    return this.box.party(['pm', ...args], { cwd: this.directory, env });
  }

  /** Under either name, as people type it: `tmux-team pm t add "Two words"`. */
  line(line: string, env: Record<string, string> = {}): Promise<Output> {
    const [program = '', ...args] = words(line);
    return this.box.run(join(repository, 'resources/bin', program), args, { cwd: this.directory, env });
  }

  async json<T = Record<string, unknown>>(args: readonly string[], env: Record<string, string> = {}): Promise<T> {
    const { code, stdout, stderr } = await this.pm([...args, '--json'], env);
    if (code !== 0) throw new Error(`party pm ${args.join(' ')} exited with ${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  async init(env: Record<string, string> = {}): Promise<this> {
    await this.json(['init', '--name', 'Team'], env);
    return this;
  }

  async task(id: string): Promise<Task> {
    return (await this.json<{ task: Task }>(['task', 'show', id])).task;
  }

  get folder(): string {
    const { id } = JSON.parse(readFileSync(join(this.directory, '.tmux-team/team.json'), 'utf8')) as { id: string };
    return join(this.box.home, '.tmux-team/teams', id);
  }

  events(): PmEvent[] {
    return readFileSync(join(this.folder, 'events.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as PmEvent);
  }
}

export function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
