// A real git repository in a directory of its own, with an environment in which nobody's configuration has a say.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Paths, partyPaths } from '../../src/node/project/paths.ts';

export class Repository {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'party-repo-')));
  readonly top = join(this.root, 'project');
  readonly env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: join(this.root, 'home'),
    TMPDIR: this.root,
    GIT_CONFIG_NOSYSTEM: '1',
    PARTY_HOME: join(this.root, 'party-home'),
    PARTY_MARKER_ROOT: join(this.root, 'markers'),
    PARTY_STATE_ROOT: join(this.root, 'state'),
  };
  readonly paths: Paths = partyPaths(this.env);
  readonly cwd = this.top;

  constructor() {
    for (const name of ['project', 'home', 'markers', 'state']) mkdirSync(join(this.root, name));
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('config', 'user.name', 'Party');
    this.git('config', 'user.email', 'party@example.com');
  }

  git(...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.top,
      env: this.env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  write(path: string, content: string | Buffer): string {
    const file = join(this.top, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  /** Everything that is there. */
  commit(message = 'A change'): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD').trim();
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}
