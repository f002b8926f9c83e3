import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../support/sandbox.ts';

/** Makes a first commit in the project of a party, a branch for the work, and folders that the agents write to. */
export function beginWork({ root, env }: Sandbox, ...folders: string[]): void {
  const project = join(root, 'project');
  const git = (...args: string[]) => execFileSync('git', ['-C', project, ...args], { env });
  git('config', 'user.name', 'Party');
  git('config', 'user.email', 'party@example.com');
  git('checkout', '--quiet', '-b', 'main');
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'The beginning');
  git('checkout', '--quiet', '-b', 'half');
  for (const folder of folders) mkdirSync(join(project, folder));
}
