import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSmallFile } from '../../../src/node/system/readSmallFile.ts';

describe('a small file', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  const kindOf = async (name: string, links: 'follow' | 'refuse' = 'refuse') =>
    (await readSmallFile(at(name), { largest: 5, links })).kind;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'party-small-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is read up to the limit of bytes', async () => {
    await writeFile(at('five'), '12345');
    await writeFile(at('six'), '123456');
    const file = await readSmallFile(at('five'), { largest: 5, links: 'refuse' });
    assert.ok(file.kind === 'text');
    assert.equal(file.text, '12345');
    assert.equal(file.links, 1);
    assert.deepEqual(await readSmallFile(at('six'), { largest: 5, links: 'refuse' }), { kind: 'too-large', size: 6 });
  });

  it('has its number of hard links', async () => {
    await writeFile(at('one'), '1');
    await link(at('one'), at('two'));
    const file = await readSmallFile(at('two'), { largest: 5, links: 'refuse' });
    assert.equal(file.kind === 'text' && file.links, 2);
  });

  it('is reported missing, also below something that is not a folder', async () => {
    await writeFile(at('file'), '');
    assert.equal(await kindOf('nothing'), 'missing');
    assert.equal(await kindOf('file/below'), 'missing');
  });

  it('is read through a link only when links are followed', async () => {
    await writeFile(at('file'), '1');
    await symlink('file', at('link'));
    assert.equal(await kindOf('link'), 'link');
    assert.equal(await kindOf('link', 'follow'), 'text');
    await symlink('nothing', at('broken'));
    assert.equal(await kindOf('broken', 'follow'), 'missing');
  });

  it('is never a folder, a pipe or a socket, and the reader waits for none of them', async () => {
    await mkdir(at('folder'));
    execFileSync('mkfifo', [at('pipe')]);
    const server = createServer().listen(at('socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      for (const name of ['folder', 'pipe', 'socket']) assert.equal(await kindOf(name, 'follow'), 'not-a-file', name);
    } finally {
      server.close();
    }
  });

  if (process.platform === 'linux') {
    it('of unknown length is read up to the limit only', async () => {
      const file = await readSmallFile('/proc/self/status', { largest: 5, links: 'refuse' });
      assert.deepEqual(file, { kind: 'too-large', size: 6 });
    });
  }
});
