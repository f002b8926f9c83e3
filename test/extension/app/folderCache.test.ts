// When a folder is read again, and what is left of it after a failure.
import assert from 'node:assert/strict';
import { FolderCache, Revisions } from '../../../src/extension/app/folderCache.ts';

const folder = { name: 'p', path: '/p', top: '/p' };
const other = { name: 'q', path: '/q', top: '/q' };

describe('what is known about folders', () => {
  let identity: string;
  let answer: () => string;
  let isStale: boolean;
  let reads: number;
  let cache: FolderCache<{ text: string }>;

  beforeEach(() => {
    [identity, isStale, reads] = ['a', false, 0];
    answer = () => 'one';
    cache = new FolderCache({
      identity: () => identity,
      read: async () => {
        reads++;
        return { facts: { text: answer() } };
      },
      isStale: () => isStale,
      face: ({ text }) => text,
    });
  });

  it('is read once, until its identity changes, it is stale or it was touched', async () => {
    await cache.read([folder]);
    await cache.read([folder]);
    assert.equal(reads, 1);
    identity = 'b';
    await cache.read([folder]);
    assert.equal(reads, 2);
    isStale = true;
    await cache.read([folder]);
    assert.equal(reads, 3);
    isStale = false;
    cache.touch();
    await cache.read([folder]);
    await cache.read([folder]);
    assert.equal(reads, 4);
  });

  it('is not read again because another folder was touched', async () => {
    await cache.read([folder, other]);
    cache.touch(other);
    await cache.read([folder, other]);
    assert.equal(reads, 3);
  });

  it("changes its revision only when what it shows changes, and has the folder's current name", async () => {
    const [first] = (await cache.read([folder])).entries;
    cache.touch();
    const [same] = (await cache.read([{ ...folder, name: 'new' }])).entries;
    assert.deepEqual([same?.revision, same?.folder.name], [first?.revision, 'new']);
    answer = () => 'two';
    cache.touch();
    assert.notEqual((await cache.read([folder])).entries[0]?.revision, first?.revision);
  });

  it('is kept after a failure, which is reported', async () => {
    const [first] = (await cache.read([folder])).entries;
    answer = () => {
      throw new Error('broken');
    };
    cache.touch();
    assert.deepEqual(await cache.read([folder]), { entries: [first], problem: 'broken' });
    cache = new FolderCache({ identity: () => '', read: () => assert.fail('no'), isStale: () => false, face: String });
    assert.deepEqual(await cache.read([folder]), { entries: [], problem: 'no' });
  });
});

describe('revisions', () => {
  it('are the same number for the same text of the same key', () => {
    const revisions = new Revisions();
    const one = revisions.of('k', 'a');
    assert.equal(revisions.of('k', 'a'), one);
    assert.notEqual(revisions.of('k', 'b'), one);
    assert.notEqual(revisions.of('l', 'a'), one);
  });
});
