// Runs the tests of inHost/ inside a real extension host and reports each of them here as a test of its own.
// PARTY_TEST_DESKTOP=1 runs the same tests in a desktop VS Code, which @vscode/test-electron downloads.
import assert from 'node:assert/strict';
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import Mocha from 'mocha';
import { logFile, resultFile, root, workbenchDir } from '../runner/places.mjs';
import type { Result } from '../runner/results.mjs';
import { writeSettings } from './codeServer.mjs';
import { makeProject } from './project.ts';

const desktop = process.env['PARTY_TEST_DESKTOP'] === '1';

describe(`in the extension host of ${desktop ? 'VS Code' : 'code-server'}`, () => {
  const inside = describe('each test', () => {});

  it('runs to its end', async function () {
    this.timeout(desktop ? 600_000 : 180_000);
    const bundles = await bundle();
    const result = await runInHost(join(bundles, 'run.cjs'));
    for (const test of result.tests) {
      inside.addTest(new Mocha.Test(test.title, () => repeat(test)));
    }
    assert.equal(result.tests.length, result.registered, 'some tests were never reached');
  });
});

function repeat({ outcome, error }: Result['tests'][number]): void {
  if (outcome !== 'passed') throw new Error(error ?? outcome);
}

async function bundle(): Promise<string> {
  const source = join(workbenchDir, 'inHost');
  const outdir = join(root, 'out/inHost');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: readdirSync(source).map((name) => join(source, name)),
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return outdir;
}

async function runInHost(extensionTestsPath: string): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'party-host-'));
  const project = makeProject(directory);
  const userDataDir = join(directory, 'user');
  // In a browser, VS Code saves a changed file after a second. On a busy machine a test is slower than that, and then a
  // revert brings back the changed text.
  writeSettings(userDataDir, { 'files.autoSave': 'off' });
  const log = createWriteStream(logFile('in-host'));
  const output = resultFile('in-host');
  try {
    await runTests({
      ...(desktop ? {} : { vscodeExecutablePath: join(workbenchDir, 'code.mjs') }),
      extensionDevelopmentPath: root,
      extensionTestsPath,
      launchArgs: [project.folder, `--user-data-dir=${userDataDir}`, `--extensions-dir=${join(directory, 'ext')}`],
      extensionTestsEnv: {
        ...project.env,
        PARTY_TEST_MOCHA: join(root, 'test/runner/mocha.mjs'),
        WORKBENCH_RESULT: output,
      },
      stdout: log,
      stderr: log,
    });
  } catch (error) {
    // A failed test is reported under its own name; without a result, what the stand-in said is all there is.
    const result = readResult(output);
    if (result?.tests.some((test) => test.outcome !== 'passed')) return result;
    const own = readFileSync(logFile('in-host'), 'utf8').match(/^workbench: .*$/gm) ?? [];
    throw new Error([error, ...own, `all it said: ${logFile('in-host')}`].join('\n'), { cause: error });
  } finally {
    log.end();
    await project.dispose();
    rmSync(directory, { recursive: true, force: true });
  }
  const result = readResult(output);
  assert(result !== undefined && result.tests.length > 0, 'the extension host wrote no result');
  return result;
}

function readResult(file: string): Result | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
