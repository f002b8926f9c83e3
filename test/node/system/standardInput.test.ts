import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const module = pathToFileURL(join(import.meta.dirname, '../../../src/node/system/standardInput.ts')).href;
const program = `const { readInput } = await import(${JSON.stringify(module)});
console.error('reads');
process.stdout.write(await readInput());`;
const reader = [process.execPath, '--input-type=module', '-e', program] as const;

describe('the standard input of a hook', () => {
  it('is read to its end from a pipe, also when it comes in parts, and more than one pipe holds', async () => {
    const long = 'x'.repeat(300_000);
    const child = spawn('sh', ['-c', 'cat | "$@"', 'sh', ...reader], { stdio: ['pipe', 'pipe', 'pipe'] });
    const out = text(child.stdout);
    child.stdin.write('first ');
    await once(child.stderr, 'data');
    child.stdin.end(`second ${long}`);
    assert.equal(await out, `first second ${long}`);
  });

  it('is read from a socket, as Node gives one to its children', async () => {
    const child = spawn(reader[0], reader.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] });
    const out = text(child.stdout);
    await once(child.stderr, 'data');
    child.stdin.end('from a socket');
    assert.equal(await out, 'from a socket');
  });

  it('is read from a file where the caller has stopped reading', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'party-input-'));
    try {
      const file = join(directory, 'in');
      writeFileSync(file, 'one line\nthe rest');
      // dash and bash leave the file after the line that they have read.
      const argv = ['-c', 'read -r line; exec "$@"', 'sh', ...reader];
      const input = openSync(file, 'r');
      const child = spawn('sh', argv, { stdio: [input, 'pipe', 'ignore'] });
      closeSync(input);
      assert.ok(child.stdout);
      assert.equal(await text(child.stdout), 'the rest');
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
