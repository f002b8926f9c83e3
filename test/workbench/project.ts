// A project with a private tmux server and private state, so that nothing of the user's is seen or touched.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findProgram } from '../runner/environment.mjs';

export interface Project {
  folder: string;
  env: Record<string, string>;
  /** The names of all sessions on the private tmux server. */
  sessions(): string[];
  tmux(...args: string[]): string;
  /** The files of the messages to a role, oldest first. */
  messages(role: string): { name: string; text: string }[];
  /** Writes into the folder where Codex leaves its letters. */
  leaveInOutbox(name: string, text: string): void;
  dispose(): void;
}

let count = 0;

/** Makes it below `directory`, which the caller removes. */
export function makeProject(directory: string): Project {
  const folder = join(directory, 'project');
  const socket = `party-test-${process.pid}-${count++}`;
  mkdirSync(folder);
  writeFileSync(join(folder, 'README.md'), '# A project\n');
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'Start');

  // A person who has the real agents must not see them start in a test.
  const PATH = pathWithout(['claude', 'codex'], process.env['PATH'] ?? '', join(directory, 'bin'));
  // Nor do their shells read the person's files: those may take long, or wait for each other.
  const home = join(directory, 'own-home');
  mkdirSync(home);
  const env: Record<string, string> = { PARTY_TMUX_SOCKET: socket, PATH, HOME: home };
  for (const name of ['PARTY_STATE_ROOT', 'PARTY_HOME', 'PARTY_MARKER_ROOT']) {
    const path = join(directory, name.toLowerCase().replaceAll('_', '-'));
    mkdirSync(path, { mode: 0o700 });
    env[name] = path;
  }
  // -f /dev/null: a user's tmux.conf must not decide what a test sees.
  const run = (...args: string[]) =>
    spawnSync('tmux', ['-f', '/dev/null', '-L', socket, ...args], { encoding: 'utf8' });
  /** Of the one party that there is. */
  const stateDir = () => {
    const [name = ''] = readdirSync(env['PARTY_STATE_ROOT'] ?? '');
    return join(env['PARTY_STATE_ROOT'] ?? '', name);
  };
  return {
    folder,
    env,
    messages(role) {
      const place = join(stateDir(), 'messages', `to-${role}`);
      const names = readdirSync(place).filter((name) => !name.startsWith('.'));
      return names.sort().map((name) => ({ name, text: readFileSync(join(place, name), 'utf8') }));
    },
    leaveInOutbox(name, text) {
      const outbox = join(stateDir(), 'codex', 'outbox');
      mkdirSync(outbox, { recursive: true });
      writeFileSync(join(outbox, `.${name}`), text);
      renameSync(join(outbox, `.${name}`), join(outbox, name));
    },
    sessions: () => run('list-sessions', '-F', '#{session_name}').stdout.split('\n').filter(Boolean),
    tmux(...args) {
      const { status, stdout, stderr } = run(...args);
      if (status !== 0) throw new Error(`tmux ${args.join(' ')}: ${stderr}`);
      return stdout;
    },
    dispose() {
      run('kill-server');
    },
  };
}

/**
 * A PATH on which some programs cannot be found, and all others can: each directory that holds one of them is replaced by
 * links to the rest of it, made below `directory`.
 */
export function pathWithout(names: string[], path: string, directory: string): string {
  return path
    .split(delimiter)
    .map((dir, index) => {
      if (!names.some((name) => findProgram(name, dir) !== undefined)) return dir;
      const copy = join(directory, String(index));
      mkdirSync(copy, { recursive: true });
      for (const name of readdirSync(dir)) if (!names.includes(name)) symlinkSync(join(dir, name), join(copy, name));
      return copy;
    })
    .join(delimiter);
}
