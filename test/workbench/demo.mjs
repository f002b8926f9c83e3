// A throw-away project to try Party on, with state and a tmux server of its own: the demo sees none of the user's
// parties, and removing it leaves nothing behind.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, userPath } from '../runner/environment.mjs';
import { endProcessesWith } from '../runner/leftProcesses.mjs';
import { root } from '../runner/places.mjs';

export function makeDemo() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-demo-')));
  const project = join(directory, 'demo');
  const socket = `party-demo-${process.pid}`;
  const env = demoEnvironment(directory, socket);
  execFileSync(process.execPath, [join(root, 'dist/cli.cjs'), 'demo', project], {
    cwd: directory,
    env,
    stdio: 'ignore',
  });
  if (['claude', 'codex'].every((name) => findProgram(name, env.PATH))) chooseRealAgents(project);

  return { directory, project, env, remove };

  async function remove() {
    spawnSync('tmux', ['-L', socket, 'kill-server'], { env, stdio: 'ignore' });
    // Agents and relays do not end with tmux at once, and each of them may still make a file.
    await endProcessesWith('PARTY_TMUX_SOCKET', socket);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/**
 * Where the real agents are installed, Party: Start starts those.
 * @param {string} project
 */
function chooseRealAgents(project) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', ['-C', project, ...args], { stdio: 'ignore' });
  git('rm', '--quiet', '-r', '.vscode');
  git('-c', 'user.name=Party', '-c', 'user.email=party@example.com', 'commit', '--quiet', '--amend', '--no-edit');
}

/**
 * The user's environment, because real agents may need it, without what npm or a party around us put there.
 * @param {string} directory
 * @param {string} socket
 */
function demoEnvironment(directory, socket) {
  const foreign = /^(PARTY_|TMUX$|TMUX_PANE$|npm_|INIT_CWD$|NODE$)/;
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  const places = Object.fromEntries(
    ['PARTY_STATE_ROOT', 'PARTY_HOME', 'PARTY_MARKER_ROOT'].map((name) => {
      const path = join(directory, name.toLowerCase().replaceAll('_', '-'));
      mkdirSync(path, { mode: 0o700 });
      return [name, path];
    }),
  );
  // tmux leaves the file of its socket lying when it ends, so that is below our directory as well.
  return { ...own, ...places, PATH: userPath(process.env), PARTY_TMUX_SOCKET: socket, TMUX_TMPDIR: directory };
}
