// Headless Chromium from the system's packages, driven by playwright-core.
import { chromium } from 'playwright-core';
import { programPath } from '../runner/install.mjs';

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let running;

/**
 * A window of its own, which shares nothing but the browser's processes with the others: a browser takes seconds to start.
 * @param {string} directory for what the browser writes
 */
export async function openBrowser(directory) {
  running ??= launch(directory);
  const context = await (await running).newContext({ viewport: { width: 1280, height: 800 } });
  return { context, page: await context.newPage() };
}

/** The process that opened it could not end before. */
export async function closeBrowser() {
  await (await running)?.close();
  running = undefined;
}

/** @param {string} directory */
async function launch(directory) {
  const executablePath = programPath('chromium');
  if (executablePath === undefined) throw new Error('chromium is not installed; test/run.mjs would have done that');
  return await chromium.launch({
    executablePath,
    headless: true,
    // Its sandbox does not work for root, and the only page it will see is ours.
    chromiumSandbox: false,
    env: { ...process.env, XDG_CONFIG_HOME: directory, XDG_CACHE_HOME: directory }, // or it writes into the home directory
    args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    // We end it ourselves, after the server's last words.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
