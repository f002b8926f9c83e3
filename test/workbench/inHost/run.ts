// What the extension host calls to run the tests of this folder, once inHost.test.ts has bundled it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export async function run(): Promise<void> {
  const result = variable('WORKBENCH_RESULT');
  const files = readdirSync(__dirname).filter((name) => name.endsWith('.test.cjs'));
  // Not bundled: mocha finds its own parts by path.
  const { runFiles }: typeof import('../../runner/mocha.mjs') = await import(
    pathToFileURL(variable('PARTY_TEST_MOCHA')).href
  );
  const failures = await runFiles(
    result,
    files.map((name) => join(__dirname, name)),
  );
  if (failures > 0) throw new Error(`${failures} of the tests in the extension host failed`);
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}
