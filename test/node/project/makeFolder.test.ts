import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../../src/node/project/makeFolder.ts';

describe('makeFolder', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'party-folder-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('makes the folders above it, with the mode, and returns the highest new one', async () => {
    assert.equal(await makeFolder(join(directory, 'a/b/c'), 0o700), join(directory, 'a'));
    for (const path of ['a', 'a/b', 'a/b/c']) assert.equal(statSync(join(directory, path)).mode & 0o777, 0o700);
    assert.equal(await makeFolder(join(directory, 'a/b/c')), undefined);
    assert.equal(await makeFolder(join(directory, 'a/b/d')), join(directory, 'a/b/d'));
  });

  it('makes one folder when several callers want it', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => makeFolder(join(directory, 'a/b/c'))));
    assert.equal(statSync(join(directory, 'a/b/c')).isDirectory(), true);
    assert.equal(made.filter((highest) => highest === join(directory, 'a')).length, 1);
  });

  it('ends where no folder can be made', async () => {
    writeFileSync(join(directory, 'file'), '');
    await assert.rejects(makeFolder(join(directory, 'file/below/it')), /ENOTDIR/);
    await assert.rejects(makeFolder('/proc/party-folder/deep'), /ENOENT|EROFS|EACCES|EPERM/);
  });
});
