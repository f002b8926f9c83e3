// Headless Chromium from the system's packages, driven by playwright-core.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { programPath } from '../runner/install.mjs';
import { root, workbenchDir } from '../runner/places.mjs';

/** A name that stands for one port of this machine, so that each process finds what an earlier one has kept. */
const host = 'party.localhost';

/**
 * @typedef {object} Running
 * @property {import('playwright-core').BrowserContext} context
 * @property {string} directory
 * @property {number} port the one that the name stands for
 * @property {number} windows how many were opened
 */

/** @type {Promise<Running> | undefined} */
let running;

/**
 * A window which shares nothing but the browser's processes and caches with the others: a browser takes seconds to start,
 * and the scripts of VS Code take seconds to compile.
 * @param {string} directory for what the browser writes
 * @param {string} url of a server on this machine. The first one is the one whose scripts are kept.
 */
export async function openBrowser(directory, url) {
  running ??= launch(directory, Number(new URL(url).port));
  const browser = await running;
  const { context } = browser;
  browser.windows++;
  await forget(context);
  const page = await context.newPage();
  const address = new URL(url);
  if (Number(address.port) === browser.port) address.host = `${host}:80`;
  return {
    page,
    address: address.href,
    /** @param {string[]} permissions */
    allow: (permissions) => context.grantPermissions(permissions),
    /** The first page is the browser's own, without which it may end. */
    close: async () =>
      void (await Promise.all(
        context
          .pages()
          .slice(1)
          .map((one) => one.close()),
      )),
  };
}

/** The process that opened it could not end before. */
export async function closeBrowser() {
  const browser = await running;
  running = undefined;
  if (browser === undefined) return;
  await browser.context.close();
  keepCaches(browser);
}

/**
 * All that the page before has left, except what is not about it: the cache of the scripts and their compiled code.
 * @param {import('playwright-core').BrowserContext} context
 */
async function forget(context) {
  const [own] = context.pages();
  if (own === undefined) throw new Error('the browser has no page of its own');
  const session = await context.newCDPSession(own);
  await session.send('Storage.clearDataForOrigin', { origin: `http://${host}`, storageTypes: 'all' });
  await session.detach();
  await context.clearCookies();
  await context.clearPermissions();
}

/**
 * @param {string} directory
 * @param {number} port
 * @returns {Promise<Running>}
 */
async function launch(directory, port) {
  const executablePath = chromiumPath();
  takeCaches(directory);
  const context = await chromium.launchPersistentContext(directory, {
    executablePath,
    headless: true,
    viewport: { width: 1280, height: 800 },
    // Its sandbox does not work for root, and the only page it will see is ours.
    chromiumSandbox: false,
    env: { ...process.env, XDG_CONFIG_HOME: directory, XDG_CACHE_HOME: directory }, // or it writes into the home directory
    args: [...switches, `--host-resolver-rules=MAP ${host}:80 127.0.0.1:${port}`],
    // We end it ourselves, after the server's last words.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { context, directory, port, windows: 0 };
}

function chromiumPath() {
  const path = programPath('chromium');
  if (path === undefined) throw new Error('chromium is not installed; test/run.mjs would have done that');
  return path;
}

/** Instead of the driver's own, of which those are repeated that matter to a page of ours. */
const withoutFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'PaintHolding'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'OptimizationHints', 'ThirdPartyStoragePartitioning'],
  // A script that is compiled while it arrives is compiled again each time: only others get into the cache of the code.
  'ScriptStreaming',
];

const switches = [
  ...['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  `--disable-features=${withoutFeatures.join()}`,
];

/** The caches of scripts and of their code, which Chromium has complete when it has loaded the same page twice. */
const cacheNames = ['Default/Cache', 'Default/Code Cache'];

/** Of this VS Code in this Chromium. */
function keptCaches() {
  const parts = [chromiumPath(), statSync(chromiumPath()).mtimeMs, ...switches];
  const lock = readFileSync(join(workbenchDir, 'package-lock.json'));
  const key = createHash('sha256').update(lock).update(parts.join('\0')).digest('hex').slice(0, 16);
  return join(root, 'out/chromium', key);
}

/** @param {string} directory */
function takeCaches(directory) {
  if (existsSync(keptCaches())) cpSync(keptCaches(), directory, { recursive: true });
}

/**
 * For the processes after this one. Of several that have them at the same time, one wins.
 * @param {Running} browser
 */
function keepCaches({ directory, windows }) {
  const kept = keptCaches();
  if (windows < 2 || existsSync(kept)) return;
  mkdirSync(dirname(kept), { recursive: true });
  const draft = mkdtempSync(`${kept}.`);
  try {
    for (const name of cacheNames) cpSync(join(directory, name), join(draft, name), { recursive: true });
    renameSync(draft, kept);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another one has won, or there are none
  }
}
