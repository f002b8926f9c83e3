#!/usr/bin/env node
// Stands in for the desktop `code` executable where that cannot be had: takes the arguments of @vscode/test-electron,
// runs the extension and its tests in the extension host of a real code-server, and ends with the tests' exit code.
//
// WORKBENCH_RESULT    the result file that the tests write. Required: when an extension host dies, the workbench reports
//                     exit code 0, so only a file with at least one passed test is believed (else exit 72)
// WORKBENCH_TRUST     `ask` keeps workspace trust on, although @vscode/test-electron always switches it off
// WORKBENCH_LIMIT     ms until a run that does not end is ended (exit 124)
// Settings of the caller belong into <user-data-dir>/User/settings.json, as for the desktop.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { format, parseArgs } from 'node:util';
import { endAllOnSignal } from '../runner/children.mjs';
import { closeBrowser, openBrowser } from './browser.mjs';
import { makeProfile, startCodeServer } from './codeServer.mjs';

const exits = { failed: 1, pageCrashed: 70, serverEnded: 71, nothingPassed: 72, timedOut: 124 };

const directory = mkdtempSync(join(tmpdir(), 'party-code-'));
const removeDirectory = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
endAllOnSignal(removeDirectory);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error);
  process.exitCode = exits.failed;
} finally {
  removeDirectory();
}

/** @param {string[]} argv */
async function main(argv) {
  const resultFile = process.env['WORKBENCH_RESULT'];
  if (resultFile === undefined) throw new Error('WORKBENCH_RESULT is not set');
  rmSync(resultFile, { force: true });

  const options = readArguments(argv);
  const profile = makeProfile(directory, options);
  const trust = process.env['WORKBENCH_TRUST'] === 'ask' ? 'ask' : 'all';
  const server = await startCodeServer(profile, { env: process.env, trust, testDriver: true });
  try {
    const { context, page } = await openBrowser(join(directory, 'chromium'));
    try {
      /** @type {(code: number) => void} */
      let done = () => {};
      const ended = new Promise((/** @type {typeof done} */ resolve) => {
        done = resolve;
      });
      server.process.once('exit', () => done(exits.serverEnded));
      page.once('crash', () => done(exits.pageCrashed));
      // The two functions that VS Code's own test driver calls on the window.
      await page.exposeFunction('codeAutomationExit', done);
      await page.exposeFunction('codeAutomationLog', printLog);
      await page.goto(testUrl(server.url(options.folder), options), { waitUntil: 'domcontentloaded' });
      const code = await Promise.race([ended, afterLimit()]);
      if (code === 0 && countPassed(resultFile) === 0) {
        console.error(`workbench: exit code 0, but no passed test in ${resultFile}; did the extension host die?`);
        return exits.nothingPassed;
      }
      if (code === exits.timedOut) console.error('workbench: the tests did not end in time');
      if (code !== 0) console.error(`The server said:\n${readFileSync(profile.logFile, 'utf8')}`);
      return code;
    } finally {
      await context.close();
      await closeBrowser();
    }
  } finally {
    await server.stop();
  }
}

/** @param {string[]} argv */
function readArguments(argv) {
  const { values, positionals } = parseArgs({
    args: argv,
    strict: false, // the desktop has many more, which mean nothing here
    allowPositionals: true,
    options: {
      'user-data-dir': { type: 'string' },
      'extensions-dir': { type: 'string' },
      extensionTestsPath: { type: 'string' },
      extensionDevelopmentPath: { type: 'string', multiple: true },
    },
  });
  const text = (/** @type {unknown} */ value) => (typeof value === 'string' ? resolve(value) : undefined);
  const [folder] = positionals;
  return {
    folder: folder === undefined ? undefined : resolve(folder),
    userDataDir: text(values['user-data-dir']),
    extensionsDir: text(values['extensions-dir']),
    testsPath: text(values.extensionTestsPath),
    developmentPaths: [values.extensionDevelopmentPath ?? []].flat().flatMap((path) => text(path) ?? []),
  };
}

/**
 * @param {string} url
 * @param {ReturnType<typeof readArguments>} options
 */
function testUrl(url, { testsPath, developmentPaths }) {
  const remote = (/** @type {string} */ path) => `vscode-remote://remote${encodeURI(path)}`;
  const payload = [
    ...developmentPaths.map((path) => ['extensionDevelopmentPath', remote(path)]),
    ...(testsPath === undefined ? [] : [['extensionTestsPath', remote(testsPath)]]),
    ['skipWelcome', 'true'],
  ];
  return `${url}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

/**
 * @param {string} type
 * @param {unknown[]} args
 */
function printLog(type, args) {
  (type === 'error' ? process.stderr : process.stdout).write(`${format(...args)}\n`);
}

async function afterLimit() {
  await sleep(Number(process.env['WORKBENCH_LIMIT'] ?? 180_000), undefined, { ref: false });
  return exits.timedOut;
}

function countPassed(/** @type {string} */ resultFile) {
  try {
    /** @type {import('../runner/results.mjs').Result} */
    const result = JSON.parse(readFileSync(resultFile, 'utf8'));
    return result.tests.filter((test) => test.outcome === 'passed').length;
  } catch {
    return 0;
  }
}
