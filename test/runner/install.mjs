// Installs what the tests and `npm start` need, on a machine with only Node 20, npm, git and (as root) apt.
// Every function does nothing if its work is already done. A package directory counts as installed only when its stamp,
// written last, matches the lock file and the recipe: an interrupted install starts over.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cleanEnvironment, findProgram } from './environment.mjs';
import { agentsDir, node24, root, workbenchDir } from './places.mjs';
import { step } from './step.mjs';

/** @typedef {[string, ...string[]]} Command */

const npmCi = /** @type {Command} */ (['npm', 'ci', '--no-audit', '--no-fund']);
const npmCiBare = /** @type {Command} */ ([...npmCi, '--ignore-scripts']);

/** The extension's own packages, and with them Node 24. */
export async function installRoot() {
  if (isInstalled(root, [npmCi]) || adoptInstalled()) return;
  await install('root packages', root, [npmCi], []);
}

/** Claude Code and Codex; their install scripts download nothing but put the right binary in place. */
export async function installAgents() {
  if (!isInstalled(agentsDir, [npmCi])) await install('real agents', agentsDir, [npmCi], []);
}

// code-server is an optional dependency only so that its 400 MB can be left out here, where types are enough.
const driverRecipe = [/** @type {Command} */ ([...npmCiBare, '--omit=optional'])];

/** playwright-core: what the type check of test/workbench needs besides the root's packages. */
export async function installWorkbenchDriver() {
  if (isInstalled(workbenchDir, driverRecipe) || isInstalled(workbenchDir, workbenchRecipe)) return;
  await install('workbench driver', workbenchDir, driverRecipe, []);
}

const codeServer = 'node_modules/code-server';
const vscode = `${codeServer}/lib/vscode`;

// Without install scripts nothing is compiled: node-pty and the file watcher ship binaries, and of the two modules that do
// not, codeServer.mjs replaces one (spdlog, for log files) and the other is not missed (native-watchdog). Its own
// postinstall would run the two inner installs.
const workbenchRecipe = [npmCiBare, innerInstall(vscode), innerInstall(`${vscode}/extensions`)];

/**
 * Not `npm ci`: it refuses the shrinkwrap that code-server ships, because one package is missing from it.
 * @param {string} dir
 * @returns {Command}
 */
function innerInstall(dir) {
  return ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev', '--no-save', '--prefix', dir];
}

/** Large (220 MB), and not used by any test. */
const workbenchSurplus = [
  `${vscode}/node_modules/@github/copilot-sdk-linux-x64`,
  `${vscode}/node_modules/@microsoft/mxc-sdk`,
  `${vscode}/extensions/copilot`,
];

/** code-server and its driver. Needs the root's packages, because code-server is built for Node 24. */
export async function installWorkbench() {
  if (isInstalled(workbenchDir, workbenchRecipe)) return;
  await install('workbench (code-server)', workbenchDir, workbenchRecipe, workbenchSurplus);
  if (!existsSync(join(workbenchDir, codeServer, 'out/node/entry.js'))) {
    rmSync(stampFile(workbenchDir), { force: true });
    throw new Error('npm left code-server out, see the log of the install');
  }
}

/** What we need from the system: the names a program may have, and the package that contains it. */
const programs = {
  git: { names: ['git'], debian: 'git', brew: 'git' },
  tmux: { names: ['tmux'], debian: 'tmux', brew: 'tmux' },
  gh: { names: ['gh'], debian: 'gh', brew: 'gh' },
  rg: { names: ['rg'], debian: 'ripgrep', brew: 'ripgrep' },
  zsh: { names: ['zsh'], debian: 'zsh', brew: 'zsh' },
  fish: { names: ['fish'], debian: 'fish', brew: 'fish' },
  jq: { names: ['jq'], debian: 'jq', brew: 'jq' },
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debian: 'chromium',
    brew: '--cask chromium',
  },
};

/** @typedef {keyof typeof programs} Program */

/** @param {Program} program */
export function programPath(program) {
  const path = cleanEnvironment(process.env)['PATH'] ?? '';
  for (const name of programs[program].names) {
    const found = findProgram(name, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param {Program[]} wanted */
export async function installPrograms(...wanted) {
  const missing = wanted.filter((program) => programPath(program) === undefined);
  if (missing.length === 0) return;
  const packages = missing.map((program) => programs[program].debian);
  const apt = aptCommand();
  if (apt === undefined) throw new Error(`missing ${missing.join(', ')}; install with: ${installHint(missing)}`);
  await step(
    `Debian packages ${packages.join(', ')}`,
    [
      [...apt, 'update'],
      [...apt, 'install', '-y', '--no-install-recommends', ...packages],
    ],
    { log: 'install-apt', cwd: root, env: { ...cleanEnvironment(process.env), DEBIAN_FRONTEND: 'noninteractive' } },
  );
  const still = missing.filter((program) => programPath(program) === undefined);
  if (still.length > 0)
    throw new Error(`installed ${packages.join(', ')}, but ${still.join(', ')} is still not on PATH`);
}

/** @returns {Command | undefined} */
function aptCommand() {
  const path = process.env['PATH'] ?? '';
  if (findProgram('apt-get', path) === undefined) return undefined;
  const wait = ['-o', 'DPkg::Lock::Timeout=120']; // another apt may be running, as after the first boot of a machine
  if (process.getuid?.() === 0) return ['apt-get', ...wait];
  const sudo = findProgram('sudo', path);
  return sudo !== undefined && spawnSync(sudo, ['-n', 'true']).status === 0
    ? [sudo, '-n', 'apt-get', ...wait]
    : undefined;
}

/** @param {Program[]} missing */
function installHint(missing) {
  if (process.platform === 'darwin')
    return missing.map((program) => `brew install ${programs[program].brew}`).join(' && ');
  return `sudo apt-get install ${missing.map((program) => programs[program].debian).join(' ')}`;
}

/**
 * @param {string} title
 * @param {string} dir
 * @param {Command[]} recipe
 * @param {string[]} surplus
 */
async function install(title, dir, recipe, surplus) {
  if (dir !== root && !existsSync(node24))
    throw new Error(`${title}: needs the root packages, which are not installed`);
  rmSync(stampFile(dir), { force: true });
  const env = cleanEnvironment(process.env);
  // code-server's packages must match the Node that runs them. The root's packages bring that Node, so they are
  // installed without it.
  if (dir !== root) env['PATH'] = `${dirname(node24)}${delimiter}${env['PATH']}`;
  await step(title, recipe, {
    log: `install-${title.replace(/\W+/g, ' ').trim().replaceAll(' ', '-')}`,
    cwd: dir,
    env,
  });
  for (const path of surplus) rmSync(join(dir, path), { recursive: true, force: true });
  writeFileSync(stampFile(dir), stamp(dir, recipe));
}

/**
 * @param {string} dir
 * @param {Command[]} recipe
 */
function isInstalled(dir, recipe) {
  return existsSync(stampFile(dir)) && readFileSync(stampFile(dir), 'utf8') === stamp(dir, recipe);
}

/**
 * After a person's own `npm install`, npm's record of node_modules matches the lock file. Accepting that avoids a
 * second install, which would also remove the packages of programs that are running.
 */
function adoptInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record) || spawnSync(node24, ['--version']).status !== 0) return false;
  const installed = lockedPackages(record);
  for (const [path, wanted] of Object.entries(lockedPackages(join(root, 'package-lock.json')))) {
    const found = installed[path];
    if (path !== '' && found?.version !== wanted.version && !(found === undefined && wanted.optional)) return false;
  }
  writeFileSync(stampFile(root), stamp(root, [npmCi]));
  return true;
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
const lockedPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

const stampFile = (/** @type {string} */ dir) => join(dir, 'node_modules/.party-installed');

/**
 * @param {string} dir
 * @param {Command[]} recipe
 */
function stamp(dir, recipe) {
  const lock = readFileSync(join(dir, 'package-lock.json'));
  return createHash('sha256').update(lock).update(JSON.stringify(recipe)).digest('hex');
}
