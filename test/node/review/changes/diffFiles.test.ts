// The files of a change with a real repository: as they are on disk, and between the trees that rounds leave behind.
import assert from 'node:assert/strict';
import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import type { CodeSide, StoredCode } from '../../../../src/core/review/changes/comparisons.ts';
import { diffFiles } from '../../../../src/node/review/changes/diffFiles.ts';
import { readVersion, versionInTree, versionSize } from '../../../../src/node/review/changes/fileVersion.ts';
import { reviewedTree } from '../../../../src/node/review/snapshotTree.ts';
import { createGit, type Git } from '../../../../src/node/system/git.ts';
import { newProject, type Project } from '../../../support/project.ts';

const ignore = ['notes/**'];
const now: CodeSide = { kind: 'now' };

describe('the files of a change', () => {
  let repo: Project;
  let git: Git;
  let base: StoredCode;

  beforeEach(() => {
    repo = newProject({ git: 'empty' });
    repo.write('src/old.ts', 'one\ntwo\nthree\nfour\nfive\nsix\n');
    repo.write('src/gone.ts', 'gone\n');
    repo.write('src/same.ts', 'same\n');
    repo.write('picture.bin', '\0one');
    base = { kind: 'base', tree: repo.commit('The beginning') };
    git = createGit(repo.top, repo.env);
  });
  afterEach(() => repo.dispose());

  const list = async (before: StoredCode, after: CodeSide) =>
    (await diffFiles(git, { before, after }, ignore)).map(({ path, from, status, lines }) =>
      [status, ...(from === null ? [] : [from]), path, lines && `+${lines.added} -${lines.removed}`].join(' '),
    );
  const tree = async (n: number): Promise<StoredCode> => ({
    ...{ kind: 'round', n },
    tree: await reviewedTree(git, ignore),
  });
  const work = () => {
    renameSync(repo.file('src/old.ts'), repo.file('src/a new name.ts'));
    repo.write('src/a new name.ts', 'one\ntwo\nthree\nfour\nfive\nseven\n');
    rmSync(repo.file('src/gone.ts'));
    repo.write('picture.bin', '\0two');
    repo.write('src/neu-ü.ts', 'new\n');
    repo.write('notes/mine.md', 'not for a review\n');
  };
  const worked = [
    'modified picture.bin ',
    'renamed src/old.ts src/a new name.ts +1 -1',
    'deleted src/gone.ts +0 -1',
    'added src/neu-ü.ts +1 -0',
  ];

  it('are those on disk, committed or not, with new files and renames', async () => {
    assert.deepEqual(await list(base, now), []);
    work();
    assert.deepEqual((await list(base, now)).sort(), [...worked].sort());
    repo.git('add', '--all', 'src', 'picture.bin');
    repo.commit('The work');
    assert.deepEqual((await list(base, now)).sort(), [...worked, 'added notes/mine.md +1 -0'].sort());
  });

  it('leave the index as it is, and put no file into the repository', async () => {
    work();
    const state = () => [repo.git('status', '--porcelain'), readFileSync(repo.file('.git/index'))];
    const before = state();
    await list(base, now);
    assert.deepEqual(state(), before);
    for (const path of ['src/neu-ü.ts', 'picture.bin']) {
      const id = repo.git('hash-object', path).trim();
      assert.throws(() => repo.git('cat-file', '-e', id), path);
    }
  });

  it('are those between two rounds, and since the last one', async () => {
    const first = await tree(1);
    work();
    const second = await tree(2);
    assert.deepEqual((await list(first, second)).sort(), [...worked].sort());
    assert.deepEqual(await list(second, now), []);
    repo.write('src/neu-ü.ts', 'newer\nand longer\n');
    assert.deepEqual(await list(second, now), ['modified src/neu-ü.ts +2 -1']);
  });

  it('include an edit that the index hides', async () => {
    repo.git('update-index', '--assume-unchanged', 'src/same.ts');
    repo.write('src/same.ts', 'other\n');
    assert.deepEqual(await list(base, now), ['modified src/same.ts +1 -1']);
  });

  it('include what git can read beside a nested repository without a commit', async () => {
    repo.git('init', '--quiet', 'nested');
    repo.write('src/new.ts', 'new\n');
    assert.deepEqual(await list(base, now), ['added src/new.ts +1 -0']);
  });

  it('tell links and modes from text', async () => {
    symlinkSync('same.ts', repo.file('src/link.ts'));
    chmodSync(repo.file('src/same.ts'), 0o755);
    const files = await diffFiles(git, { before: base, after: now }, ignore);
    assert.deepEqual(
      files.map(({ path, type, lines }) => [path, type, lines?.added]),
      [
        ['src/link.ts', 'link', 1],
        ['src/same.ts', 'file', 0],
      ],
    );
  });

  it('are refused in words when git no longer has the code, or when the log has no id', async () => {
    for (const lost of ['1'.repeat(40), '--output=/tmp/x', 'HEAD']) {
      const before: StoredCode = { kind: 'round', n: 1, tree: lost };
      await assert.rejects(diffFiles(git, { before, after: now }, ignore), {
        code: 'REFUSED',
        message: /no longer has/,
      });
      await assert.rejects(diffFiles(git, { before: base, after: before }, ignore), { code: 'REFUSED' });
    }
  });

  describe('as git has them', () => {
    it('have their bytes and their size', async () => {
      work();
      const files = await diffFiles(git, { before: base, after: now }, ignore);
      const idOf = (name: string) => files.find(({ path, from }) => [path, from].includes(name))?.before ?? '';
      assert.equal((await readVersion(git, idOf('src/old.ts')))?.toString(), 'one\ntwo\nthree\nfour\nfive\nsix\n');
      assert.deepEqual(await readVersion(git, idOf('picture.bin')), Buffer.from('\0one'));
      assert.equal(await versionSize(git, idOf('picture.bin')), 4);
    });

    it('are only files: neither a commit nor a name nor an option', async () => {
      for (const id of [base.tree, 'HEAD', '--help', '1'.repeat(40), `${base.tree}:src/same.ts`]) {
        assert.equal(await versionSize(git, id), undefined, id);
        assert.equal(await readVersion(git, id), undefined, id);
      }
    });

    it('are found in a tree by their path, and nowhere else', async () => {
      const id = await versionInTree(git, base.tree, 'src/old.ts');
      assert.equal((await readVersion(git, id ?? ''))?.toString(), 'one\ntwo\nthree\nfour\nfive\nsix\n');
      for (const [tree, path] of [
        [base.tree, 'src/none.ts'],
        [base.tree, '../src/old.ts'],
        [base.tree, '/etc/passwd'],
        ['HEAD', 'src/old.ts'],
        ['--all', 'src/old.ts'],
      ] as const) {
        assert.equal(await versionInTree(git, tree, path), undefined, `${tree}:${path}`);
      }
    });
  });
});
