// A real git repository with a commit on main and a change on a branch, for tests about reviews.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sandbox } from './sandbox.ts';

export interface GitProject {
  readonly directory: string;
  write(file: string, text: string): void;
  git(...args: readonly string[]): string;
}

export function gitProject(box: Sandbox, name = 'project'): GitProject {
  const directory = box.directory(name);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      ...{ cwd: directory, env: box.env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  };
  git('init', '--quiet', '--initial-branch=main');
  write('src/auth.ts', 'export const login = 1;\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  git('switch', '--quiet', '--create', 'topic');
  write('src/auth.ts', 'export const login = 2;\n');
  return { directory, write, git };
}
