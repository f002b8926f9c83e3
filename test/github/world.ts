// A team whose tasks are issues of a scripted GitHub, which the real gh talks to.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../src/node/system/exec.ts';
import { openGithubStorage } from '../../src/node/tasks/github/githubStorage.ts';
import type { TaskStorage } from '../../src/node/tasks/storage.ts';
import { Github } from '../support/github.ts';
import { Sandbox } from '../support/sandbox.ts';

export const human = { actor: 'human' };
export const codex = { actor: 'codex' };

export class World {
  readonly box = new Sandbox();
  readonly team = randomUUID();
  readonly said: string[] = [];
  readonly github: Github;
  readonly env: Record<string, string>;

  static async make(): Promise<World> {
    return new World(await Github.start());
  }

  constructor(github: Github) {
    this.github = github;
    this.env = { ...this.box.env, ...github.environment(this.box) };
  }

  /** Each machine has a folder of its own for the same team. */
  folder(machine = 'here'): string {
    const folder = join(this.box.root, machine, this.team);
    const team = {
      id: this.team,
      name: 'Auth',
      windowId: null,
      createdAt: new Date().toISOString(),
      storage: 'github',
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'team.json'), JSON.stringify(team));
    return folder;
  }

  storage(machine = 'here', options: { labels?: unknown; repo?: string } = {}): TaskStorage {
    return openGithubStorage({
      ...{ env: this.env, run, folder: this.folder(machine), repo: options.repo ?? 'github.localhost/o/r' },
      labels: options.labels,
      freshForMs: 0,
      say: (message) => this.said.push(message),
    });
  }

  json(...path: string[]): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.box.root, 'here', this.team, ...path), 'utf8')) as Record<string, unknown>;
  }

  async dispose(): Promise<void> {
    await this.github.dispose();
    await this.box.dispose();
  }
}
