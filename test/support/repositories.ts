// The repositories that test projects begin with. Each is made once and then copied: that is one call of git, not six.

import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from './warm/ownFolder.ts';
import { runInShellSync } from './warm/shell.ts';

/** `empty`: no commit yet. `topic`: a commit on main with src/auth.ts, and the branch topic on it. */
export type Repository = 'empty' | 'topic';

type Env = Readonly<Record<string, string>>;

export function copyRepository(which: Repository, top: string, env: Env): void {
  cpSync(join(models(), which), top, { recursive: true });
  // The index knows files by their inodes, and the copies have others.
  if (which === 'topic') runGit({ cwd: top, env }, ['update-index', '--refresh']);
}

/** Returns what git prints. A commit begins no maintenance: it would take longer than the commit. */
export function runGit(place: { cwd: string; env: Env }, args: readonly string[]): string {
  const settings = ['user.name=A', 'user.email=a@b', 'maintenance.auto=false', 'gc.auto=0'].flatMap((one) => [
    '-c',
    one,
  ]);
  const { code, stdout, stderr } = runInShellSync({ argv: ['git', ...settings, ...args], ...place });
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

let made: string | undefined;

function models(): string {
  made ??= makeModels();
  return made;
}

function makeModels(): string {
  const root = ownFolder('repositories');
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  for (const name of ['empty', 'topic']) {
    mkdirSync(join(root, name));
    runGit({ cwd: join(root, name), env }, ['init', '--quiet', '--initial-branch=main']);
    // Samples that no test reads, half of the files of a new repository.
    if (existsSync(join(root, name, '.git/hooks'))) rmSync(join(root, name, '.git/hooks'), { recursive: true });
    mkdirSync(join(root, name, '.git/hooks'));
  }
  const topic = join(root, 'topic');
  mkdirSync(join(topic, 'src'));
  writeFileSync(join(topic, 'src/auth.ts'), 'export const login = 1;\n');
  runGit({ cwd: topic, env }, ['add', '--all']);
  runGit({ cwd: topic, env }, ['commit', '--quiet', '--message', 'first']);
  runGit({ cwd: topic, env }, ['switch', '--quiet', '--create', 'topic']);
  return root;
}
