// A real VS Code server (the one inside code-server from npm) on the loopback interface, with a profile of its own.
// A workbench is a shell: other users of this machine must not get it, so the server wants a token. code-server's own
// front would ask for a password on a page of its own; VS Code's server takes the token with the address that we print.
// No packages are needed to import this file: `npm start` uses it as well.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endGroup, run, startGroup } from '../runner/children.mjs';
import { node24, workbenchDir } from '../runner/places.mjs';
import { quietSettings } from './settings.mjs';

const vscode = join(workbenchDir, 'node_modules/code-server/lib/vscode');
const entry = join(vscode, 'out/server-main.js');

/**
 * @typedef {object} Profile Everything that the server would otherwise keep in the home directory.
 * @property {string} directory for this user alone
 * @property {string} userDataDir
 * @property {string} extensionsDir
 * @property {string} logFile
 * @property {string} [bundledDir] the extensions that come with VS Code, unless they are all there
 */

/**
 * @param {string} dir
 * @param {{ userDataDir?: string | undefined, extensionsDir?: string | undefined, settings?: Record<string, unknown> }} [options]
 * @returns {Profile}
 */
export function makeProfile(dir, { userDataDir = join(dir, 'user'), extensionsDir = join(dir, 'ext'), settings } = {}) {
  mkdirSync(extensionsDir, { recursive: true });
  writeSettings(userDataDir, settings ?? {});
  return { directory: dir, userDataDir, extensionsDir, logFile: join(dir, 'server.log') };
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
    const env = serverEnvironment(profile, process.env);
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
 * @param {number} [options.port] 0 for any free one
 * @param {boolean} [options.testDriver] lets the page load extensions under development and report how a test run ended
 */
export async function startCodeServer(profile, { env, trust, port = 0, testDriver = false }) {
  writeLogs();
  const token = randomBytes(24).toString('hex');
  // In a file: everyone on the machine can read the arguments of a process.
  const tokenFile = join(profile.directory, 'token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const log = openSync(profile.logFile, 'w');
  const args = [
    ...profileArgs(profile),
    ...['--host', '127.0.0.1', '--port', `${port}`, '--connection-token-file', tokenFile],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ...(trust === 'all' ? ['--disable-workspace-trust'] : []),
    // Built versions of VS Code ignore the test payload of a URL without it.
    ...(testDriver ? ['--enable-smoke-test-driver'] : []),
  ];
  const server = startGroup(node24, args, { env: serverEnvironment(profile, env), stdio: ['ignore', log, log] });
  closeSync(log);
  let origin = '';
  try {
    origin = `http://127.0.0.1:${await untilListening(profile.logFile, server)}`;
  } catch (error) {
    await endGroup(server);
    const said = readFileSync(profile.logFile, 'utf8');
    const reason = said.includes('EADDRINUSE') ? `port ${port} is in use` : said;
    throw new Error(`code-server did not start: ${reason}`, { cause: error });
  }
  return {
    process: server,
    stop: () => endGroup(server),
    /** The address that opens a folder, a workspace, or none; the server swaps the token in it for a cookie. */
    url: (/** @type {string | undefined} */ place) => `${origin}/?tkn=${token}&${opened(place)}`,
  };
}

/** Lets the server write log files, unless the module that does it was compiled. Several runs may do this at once. */
function writeLogs() {
  const spdlog = join(vscode, 'node_modules/@vscode/spdlog');
  if (existsSync(join(spdlog, 'build')) || !existsSync(spdlog)) return;
  const own = readFileSync(join(workbenchDir, 'plainLog.cjs'), 'utf8');
  const file = join(spdlog, 'index.js');
  if (readFileSync(file, 'utf8') === own) return;
  // Replaced and not written into: other copies of the package may share the file.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, own);
  renameSync(draft, file);
}

/** @param {string | undefined} place */
function opened(place) {
  if (place === undefined) return 'ew=true';
  return `${place.endsWith('.code-workspace') ? 'workspace' : 'folder'}=${encodeURIComponent(place)}`;
}

/** @param {Profile} profile */
function profileArgs({ directory, userDataDir, extensionsDir, bundledDir }) {
  const places = ['--server-data-dir', directory, '--user-data-dir', userDataDir, '--extensions-dir', extensionsDir];
  const bundled = bundledDir === undefined ? [] : ['--builtin-extensions-dir', bundledDir];
  return [entry, '--accept-server-license-terms', ...places, ...bundled];
}

/** What Party's views, editors and documents meet of VS Code's own extensions. */
const met = [
  ...['theme-defaults', 'theme-modern-icons', 'theme-seti', 'git', 'git-base', 'diff', 'log', 'references-view'],
  ...['javascript', 'typescript-basics', 'json', 'shellscript', 'markdown-basics', 'markdown-language-features'],
];

/**
 * A folder of VS Code's own extensions without those that Party never meets: debuggers, accounts, language servers. To
 * begin, they take a third of the time of a workbench.
 * @param {string} directory
 */
export function linkBundled(directory) {
  for (const name of met) symlinkSync(join(vscode, 'extensions', name), join(directory, name));
  return directory;
}

/**
 * Without what would make the server, inside a terminal of VS Code, talk to that window instead of being one; and with
 * what VS Code leaves lying (sockets, a device id) in a directory that goes away.
 * @param {Profile} profile
 * @param {NodeJS.ProcessEnv} env
 */
function serverEnvironment({ directory }, env) {
  const own = Object.entries(env).filter(([name]) => !/^(VSCODE|ELECTRON|CODE_SERVER)_|^PORT$/.test(name));
  const places = { TMPDIR: directory, XDG_RUNTIME_DIR: directory, XDG_CACHE_HOME: directory };
  // The environment is ours as it is. Else login shells are asked for theirs (by the server, and by the host of the
  // terminals, which --force-disable-user-env does not reach): they have the last word on PATH, and a slow one outlives
  // the server.
  return { ...Object.fromEntries(own), ...places, VSCODE_CLI: '1' };
}

/**
 * The port on which the server says that it listens. Its word, and not an answer from the port: there, another program's
 * server could answer, and would be shown the token.
 * @param {string} logFile
 * @param {import('node:child_process').ChildProcess} server
 */
async function untilListening(logFile, server) {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const port = /^Extension host agent listening on (\d+)$/m.exec(readFileSync(logFile, 'utf8'))?.[1];
    if (port !== undefined) return port;
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('it ended');
    await sleep(100);
  }
  throw new Error('it does not listen after 30 s');
}
