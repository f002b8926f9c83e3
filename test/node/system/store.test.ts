import assert from 'node:assert/strict';
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendJsonLine } from '../../../src/node/system/jsonl.ts';
import { openToRead, readBytes, readText, writeAtomic } from '../../../src/node/system/store.ts';
import { until } from '../../support/sandbox.ts';

describe('files', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'party-store-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  describe('readText', () => {
    it('reads no pipe and no device, whose reading may never end', async () => {
      const pipe = join(directory, 'pipe');
      assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
      symlinkSync(pipe, join(directory, 'to-pipe'));
      symlinkSync('/dev/null', join(directory, 'to-device'));
      for (const name of ['to-device', 'to-pipe']) {
        await assert.rejects(readText(join(directory, name)), /to-\w+ is not a file/);
        await assert.rejects(readBytes(join(directory, name)), /to-\w+ is not a file/);
        assert.throws(() => openToRead(join(directory, name)), /to-\w+ is not a file/);
      }
      assert.equal(await readText(join(directory, 'to-device'), { named: true }), '');
      symlinkSync(join(directory, 'nothing'), join(directory, 'dangling'));
      assert.equal(await readText(join(directory, 'dangling')), undefined);
    });
  });

  describe('writeAtomic', () => {
    it('replaces the content and leaves nothing else behind', async () => {
      const path = join(directory, 'deep', 'file.json');
      await writeAtomic(path, 'old');
      await writeAtomic(path, 'new');
      assert.equal(readFileSync(path, 'utf8'), 'new');
      assert.deepEqual(readdirSync(join(directory, 'deep')), ['file.json']);
    });

    it('replaces a link instead of writing through it', async () => {
      const outside = join(directory, 'outside');
      writeFileSync(outside, 'mine');
      symlinkSync(outside, join(directory, 'file'));
      await writeAtomic(join(directory, 'file'), 'new');
      assert.equal(readFileSync(outside, 'utf8'), 'mine');
    });

    it('leaves the old or the new file when the writer is killed', async function () {
      this.timeout(60_000);
      const path = join(directory, 'file');
      const sizes = [1_000_000, 2_000_000];
      writeFileSync(path, 'x'.repeat(1_000_000));
      const fixture = join(import.meta.dirname, '../fixtures/atomicWriter.ts');
      for (let round = 0; round < 12; round++) {
        const drafts = readdirSync(directory).length;
        const writer = fork(fixture, [path], { stdio: 'ignore' });
        // In the middle of a write: its draft is there, and has some of its bytes.
        await until('a draft', () => readdirSync(directory).length > drafts);
        writer.kill('SIGKILL');
        await once(writer, 'exit');
        assert.ok(sizes.includes(readFileSync(path).length), `torn after kill in round ${round}`);
      }
    });
  });

  describe('JSON lines', () => {
    it('begins a new line after an unfinished one', async () => {
      const path = join(directory, 'log.jsonl');
      await appendJsonLine(path, { n: 1 });
      appendFileSync(path, '{"torn": tru');
      await appendJsonLine(path, { n: 2 });
      const read = readLines(path);
      assert.deepEqual(read.values, [{ n: 1 }, { n: 2 }]);
      assert.deepEqual(read.malformed, [2]);
    });

    it('reports a line that did not fit on the disk, and writes the next one whole', async () => {
      const path = join(directory, 'log.jsonl');
      const append = `import { appendJsonLine } from '${join(import.meta.dirname, '../../../src/node/system/jsonl.ts')}';
        await appendJsonLine('${path}', { text: 'x'.repeat(100_000) });`;
      const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, '--input-type=module-typescript'];
      const { status, stderr } = spawnSync('sh', [...limited, '-e', append], { encoding: 'utf8' });
      assert.equal(status, 1);
      assert.match(stderr, /ENOSPC: only \d+ of 1000\d\d bytes could be written to .*log\.jsonl/);
      await appendJsonLine(path, { n: 2 });
      assert.deepEqual(readLines(path), { values: [{ n: 2 }], malformed: [1] });
    });

    it('ignores a line whose end did not fit on the disk', async () => {
      const path = join(directory, 'log.jsonl');
      // `ulimit -f 8` are 4096 bytes.
      const line = JSON.stringify({ said: 'failed' });
      await appendJsonLine(path, { n: 1, filler: 'x'.repeat(4096 - line.length - '{"n":1,"filler":""}\n'.length) });
      const append = `import { appendJsonLine } from '${join(import.meta.dirname, '../../../src/node/system/jsonl.ts')}';
        await appendJsonLine('${path}', ${line});`;
      const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, '--input-type=module-typescript'];
      const { status, stderr } = spawnSync('sh', [...limited, '-e', append], { encoding: 'utf8' });
      assert.equal(status, 1);
      assert.match(stderr, new RegExp(`ENOSPC: only ${line.length} of ${line.length + 1} bytes`));
      await appendJsonLine(path, { n: 2 });
      const { values, malformed } = readLines(path);
      assert.deepEqual(
        values.map((value) => (value as { n: number }).n),
        [1, 2],
      );
      assert.deepEqual(malformed, [2]);
    });

    it('keeps every line whole with several writers at once', async function () {
      this.timeout(60_000);
      const path = join(directory, 'log.jsonl');
      const fixture = join(import.meta.dirname, '../fixtures/jsonlWriter.ts');
      const writers = Array.from({ length: 4 }, (_, n) => spawn(process.execPath, [fixture, path, String(n), '100']));
      await Promise.all(writers.map((writer) => once(writer, 'exit')));
      const { values, malformed } = readLines(path);
      assert.deepEqual(malformed, []);
      assert.equal(values.length, 400);
    });
  });
});

/** The values, and the numbers (from 1) of the lines that are not JSON. */
function readLines(path: string) {
  const values: unknown[] = [];
  const malformed: number[] = [];
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      values.push(JSON.parse(line));
    } catch {
      malformed.push(index + 1);
    }
  }
  return { values, malformed };
}
