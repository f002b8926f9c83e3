// A real VS Code server (code-server from npm) on the loopback interface, with a profile of its own.
// No packages are needed to import this file: `npm start` uses it as well.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endGroup, run, startGroup } from '../children.mjs';
import { node24, workbenchDir } from '../places.mjs';
import { quietSettings } from './settings.mjs';

const entry = join(workbenchDir, 'node_modules/code-server/out/node/entry.js');

/**
 * @typedef {object} Profile Everything that code-server would otherwise keep in the home directory.
 * @property {string} userDataDir short, because a socket is made below it
 * @property {string} extensionsDir
 * @property {string} configFile
 * @property {string} logFile
 */

/**
 * @param {string} dir
 * @param {{ userDataDir?: string | undefined, extensionsDir?: string | undefined, settings?: Record<string, unknown> }} [options]
 * @returns {Profile}
 */
export function makeProfile(dir, { userDataDir = join(dir, 'user'), extensionsDir = join(dir, 'ext'), settings } = {}) {
  const configFile = join(dir, 'config.yaml');
  mkdirSync(extensionsDir, { recursive: true });
  writeFileSync(configFile, '');
  writeSettings(userDataDir, settings ?? {});
  return { userDataDir, extensionsDir, configFile, logFile: join(dir, 'server.log') };
}

/**
 * Ours lie beneath what is there already: a caller may have written its own.
 * @param {string} userDataDir
 * @param {Record<string, unknown>} settings
 */
export function writeSettings(userDataDir, settings) {
  const file = join(userDataDir, 'User/settings.json');
  mkdirSync(join(userDataDir, 'User'), { recursive: true });
  const present = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, JSON.stringify({ ...quietSettings, ...present, ...settings }, null, 2));
}

/**
 * @param {Profile} profile
 * @param {string} vsix
 */
export async function installExtension(profile, vsix) {
  const log = openSync(profile.logFile, 'a');
  try {
    const argv = [...profileArgs(profile), '--install-extension', vsix];
    const env = serverEnvironment({ ...process.env, XDG_DATA_HOME: profile.userDataDir });
    const ending = await run([node24, ...argv], { env, stdio: ['ignore', log, log] });
    if (ending.code !== 0) throw new Error(`cannot install ${vsix}:\n${readFileSync(profile.logFile, 'utf8')}`);
  } finally {
    closeSync(log);
  }
}

/**
 * @param {Profile} profile
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env what the extension host and the terminals inherit
 * @param {'all' | 'ask'} options.trust whether every folder counts as trusted
 * @param {number} [options.port]
 * @param {boolean} [options.testDriver] lets the page load extensions under development and report how a test run ended
 */
export async function startCodeServer(profile, { env, trust, port, testDriver = false }) {
  const chosen = port ?? (await freePort());
  const log = openSync(profile.logFile, 'a');
  const args = [
    ...profileArgs(profile),
    ...['--auth', 'none', '--bind-addr', `127.0.0.1:${chosen}`],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override', '--disable-proxy'],
    ...(trust === 'all' ? ['--disable-workspace-trust'] : []),
    // The environment is ours as it is; else a login shell would have the last word on PATH.
    ...['--vscode-option', 'force-disable-user-env=true'],
    // Built versions of VS Code ignore the test payload of a URL without it.
    ...(testDriver ? ['--vscode-option', 'enable-smoke-test-driver=true'] : []),
  ];
  // VS Code leaves its sockets lying in the directory for temporary files.
  const places = { TMPDIR: dirname(profile.configFile), XDG_RUNTIME_DIR: dirname(profile.configFile) };
  const server = startGroup(node24, args, {
    env: { ...serverEnvironment(env), ...places },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const origin = `http://127.0.0.1:${chosen}`;
  try {
    await untilHealthy(origin, server);
  } catch (error) {
    await endGroup(server);
    throw new Error(`code-server did not start:\n${readFileSync(profile.logFile, 'utf8')}`, { cause: error });
  }
  return { origin, process: server, stop: () => endGroup(server) };
}

/**
 * @param {string} origin
 * @param {string | undefined} folder
 */
export function workbenchUrl(origin, folder) {
  return folder === undefined ? `${origin}/?ew=true` : `${origin}/?folder=${encodeURIComponent(folder)}`;
}

/** @param {Profile} profile */
function profileArgs({ userDataDir, extensionsDir, configFile }) {
  return [entry, '--config', configFile, '--user-data-dir', userDataDir, '--extensions-dir', extensionsDir];
}

/**
 * Inside a terminal of VS Code, these would make code-server talk to that window instead of being one.
 * @param {NodeJS.ProcessEnv} env
 */
function serverEnvironment(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VSCODE|ELECTRON|CODE_SERVER)_|^PORT$/.test(name)),
  );
}

/**
 * @param {string} origin
 * @param {import('node:child_process').ChildProcess} server
 */
async function untilHealthy(origin, server) {
  for (let waited = 0; waited < 30_000; waited += 100) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('it ended');
    const healthy = await fetch(`${origin}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await sleep(100);
  }
  throw new Error('no answer for 30 s');
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
