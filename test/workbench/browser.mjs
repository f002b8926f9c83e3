// Headless Chromium from the system's packages, driven by playwright-core.
import { chromium } from 'playwright-core';
import { programPath } from '../runner/install.mjs';

/** @param {string} userDataDir */
export async function launchBrowser(userDataDir) {
  const executablePath = programPath('chromium');
  if (executablePath === undefined) throw new Error('chromium is not installed; test/run.mjs would have done that');
  const context = await chromium.launchPersistentContext(userDataDir, {
    executablePath,
    headless: true,
    viewport: { width: 1280, height: 800 },
    // Its sandbox does not work for root, and the only page it will see is ours.
    chromiumSandbox: false,
    env: { ...process.env, XDG_CONFIG_HOME: userDataDir, XDG_CACHE_HOME: userDataDir }, // or it writes into the home directory
    args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    // We end it ourselves, after the server's last words.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page };
}
