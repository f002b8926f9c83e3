// The user's desktop VS Code, in an instance of its own: with a private user-data-dir it neither joins a running window
// (whose extension host would not have the demo's environment) nor shows the user's settings and extensions.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../runner/environment.mjs';
import { root, workbenchDir } from '../runner/places.mjs';
import { writeSettings } from './codeServer.mjs';

/**
 * `code`, where it can open a window: not on a Linux without a display, and not the `code` of a remote terminal, which
 * talks to a window elsewhere.
 * @param {NodeJS.ProcessEnv} env
 */
export function findDesktop(env) {
  if (env['VSCODE_IPC_HOOK_CLI'] !== undefined) return undefined;
  if (process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return undefined;
  return findProgram('code', env['PATH'] ?? '');
}

/**
 * Returns when the window is closed.
 * @param {string} code
 * @param {{ directory: string, project: string, env: NodeJS.ProcessEnv }} demo
 */
export async function openDesktop(code, { directory, project, env }) {
  const userDataDir = join(directory, 'user');
  writeSettings(userDataDir, {});
  const args = [
    ...['--new-window', '--user-data-dir', userDataDir, '--extensions-dir', join(directory, 'ext')],
    ...['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes'],
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // VS Code refuses root otherwise
    `--extensionDevelopmentPath=${root}`,
    `--extensionDevelopmentPath=${join(workbenchDir, 'opener')}`,
    project,
  ];
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VSCODE|ELECTRON)_/.test(name)));
  // It returns at once, and what it leaves running is the window.
  const { status, signal, error } = spawnSync(code, args, { env: own, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${code} ended with ${status ?? signal ?? error?.message}`);
  for (let waited = 0; mainProcess(directory) === undefined; waited += 200) {
    if (waited > 60_000) throw new Error(`${code} opened no window for 60 s`);
    await sleep(200);
  }
  while (isAlive(mainProcess(directory))) await sleep(500);
}

/** The window is a process of its own, which notes its id in its user-data-dir. */
export async function closeDesktop(/** @type {string} */ directory) {
  const pid = mainProcess(directory);
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 200) await sleep(200);
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

function mainProcess(/** @type {string} */ directory) {
  const lock = join(directory, 'user/code.lock');
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : Number.NaN;
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

function isAlive(/** @type {number | undefined} */ pid) {
  // Not signal 0: it also reaches a process that has ended and was not waited for.
  return (
    pid !== undefined &&
    !/^(Z.*)?$/.test(spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).stdout.trim())
  );
}
