import assert from 'node:assert/strict';
import { constants, mkdtempSync, rmSync } from 'node:fs';
import * as promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as atOnce from '../../../src/node/system/filesAtOnce.ts';

/** What a program does with files, through either of the two modules. Returns all that it saw. */
async function use(files: typeof promises, top: string): Promise<unknown[]> {
  const at = (name: string) => join(top, name);
  const codeOf = (failing: Promise<unknown>) => failing.then(String, ({ code, syscall }) => `${code} ${syscall}`);
  await files.mkdir(at('a/b'), { recursive: true, mode: 0o700 });
  await files.writeFile(at('a/one'), 'one\n', { flag: 'wx', mode: 0o600 });
  await files.appendFile(at('a/one'), 'two\n');
  await files.copyFile(at('a/one'), at('a/copy'));
  await files.symlink('one', at('a/link'));
  await files.link(at('a/one'), at('a/hard'));
  await files.rename(at('a/copy'), at('a/moved'));
  await files.utimes(at('a/moved'), 1000, 2000);
  await files.chmod(at('a/moved'), 0o640);
  const { mtimeMs, mode } = await files.stat(at('a/moved'));
  const seen = [
    (await files.readdir(at('a'))).sort(),
    await files.readFile(at('a/link'), 'utf8'),
    await files.readlink(at('a/link')),
    (await files.lstat(at('a/link'))).isSymbolicLink(),
    (await files.realpath(at('a/link'))).slice(-6),
    [mtimeMs, mode & 0o777],
    await handled(files, at('a/one')),
    await codeOf(files.readFile(at('none'))),
    await codeOf(files.writeFile(at('a/one'), '', { flag: 'wx' })),
    await codeOf(files.open(at('a/link'), constants.O_RDONLY | constants.O_NOFOLLOW)),
    await codeOf(files.rmdir(at('a'))),
    await codeOf(files.access(at('none'))),
    await codeOf(files.rm(at('none'))),
  ];
  await files.unlink(at('a/hard'));
  await files.rm(at('a'), { recursive: true });
  return [...seen, await files.readdir(top)];
}

async function handled(files: typeof promises, path: string): Promise<unknown[]> {
  const added = await files.open(path, 'a+', 0o600);
  const { bytesWritten } = await added.write(Buffer.from('three\n'));
  await added.datasync();
  const { size } = await added.stat({ bigint: true });
  const buffer = Buffer.alloc(8);
  const { bytesRead } = await added.read(buffer, 1, 5, 4);
  await added.close();
  const read = await files.open(path, 'r');
  const streamed = await text(read.createReadStream({ autoClose: false }));
  await read.close();
  const whole = await files.open(path, 'r');
  const all = [await whole.readFile('utf8'), typeof whole.fd];
  await whole.close();
  return [bytesWritten, size, bytesRead, buffer.toString('latin1'), streamed, ...all];
}

describe('files without threads', () => {
  it('do what node:fs/promises does', async () => {
    const [one, other] = ['a', 'b'].map((name) => mkdtempSync(join(tmpdir(), `party-files-${name}-`)));
    assert.ok(one && other);
    try {
      assert.deepEqual(await use(atOnce as unknown as typeof promises, one), await use(promises, other));
    } finally {
      for (const top of [one, other]) rmSync(top, { recursive: true, force: true });
    }
  });
});
