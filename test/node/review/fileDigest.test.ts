// A file that a program removes while its digest is computed.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { ChangedEntry } from '../../../src/node/review/changedFiles.ts';
import { digestsOf } from '../../../src/node/review/fileDigest.ts';
import { createGit, type Git } from '../../../src/node/system/git.ts';
import { newProject } from '../../support/project.ts';

describe('the digest of a file', () => {
  it('that goes away between two looks says that it is deleted', async () => {
    const repo = newProject({ git: 'empty' });
    try {
      repo.write('draft.tmp', 'half\n');
      repo.write('kept.ts', 'whole\n');
      const real = createGit(repo.top, repo.env);
      // git is asked after the look at the directory and before the read.
      const git: Git = {
        ...real,
        text(args, options) {
          rmSync(repo.file('draft.tmp'));
          return real.text(args, options);
        },
      };
      const entries = ['draft.tmp', 'kept.ts'].map(
        (path): ChangedEntry => ({ raw: path, path, before: '', mode: '', known: '', untracked: true }),
      );
      const [draft, kept] = await digestsOf(git, entries, { attributes: true });
      assert.deepEqual(draft, { digest: 'deleted', filtered: false });
      assert.match(kept?.digest ?? '', /^[0-9a-f]{64}$/);
    } finally {
      await repo.dispose();
    }
  });

  it('is the same whether few or many files have changed, small or large ones', async () => {
    const repo = newProject({ git: 'empty' });
    try {
      const contents = [
        '',
        'one line\n',
        'x'.repeat(64 * 1024),
        'y'.repeat(64 * 1024 + 1),
        'z'.repeat(2 * 1024 * 1024),
      ];
      const names = Array.from({ length: 100 }, (_, n) => `${n}.txt`);
      for (const [n, name] of names.entries()) repo.write(name, contents[n] ?? `${n}`);
      const git = createGit(repo.top, repo.env);
      const digests = (some: readonly string[]) =>
        digestsOf(
          git,
          some.map((path): ChangedEntry => ({ raw: path, path, before: '', mode: '', known: '', untracked: true })),
          { attributes: true },
        );
      const few = await digests(names.slice(0, contents.length));
      assert.deepEqual(few, (await digests(names)).slice(0, contents.length));
      assert.equal(new Set(few.map(({ digest }) => digest)).size, contents.length);
      assert.ok(few.every(({ filtered }) => !filtered));
    } finally {
      await repo.dispose();
    }
  });
});
