// What collab reviews, with real repositories: nothing twice, nothing missed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CollabState } from '../../../src/core/collab/collab.ts';
import { startCollab } from '../../../src/node/collab/collabActs.ts';
import { collabChanges, openCollab } from '../../../src/node/collab/openCollab.ts';
import { projectKey } from '../../../src/node/project/paths.ts';
import { createGit } from '../../../src/node/system/git.ts';
import { CollabReviews } from '../../support/collabReviews.ts';

describe('what collab reviews', function () {
  this.timeout(60_000);
  let repo: CollabReviews;
  beforeEach(() => {
    repo = new CollabReviews();
  });
  afterEach(() => repo.dispose());

  it('excludes everything that existed at the start, committed or not', async () => {
    repo.write('src/a.ts', 'edited before\n');
    repo.write('src/new.ts', 'made before\n');
    await repo.start();
    assert.deepEqual(await repo.changes().then(({ files: seen, lines, patch, lost }) => [seen, lines, patch, lost]), [
      ...[[], 0, '', false],
    ]);
    repo.commit();
    assert.deepEqual(await repo.changedFiles(), []);
  });

  it('includes everything since then, once', async () => {
    await repo.start();
    repo.write('src/a.ts', 'uno\n');
    repo.write('src/untracked.ts', 'x\ny\n');
    rmSync(join(repo.top, 'src/b.ts'));
    const first = await repo.changes();
    assert.deepEqual(first.files, ['src/a.ts', 'src/b.ts', 'src/untracked.ts']);
    assert.equal(first.lines, 2 + 1 + 2);
    assert.match(first.patch, /^-one\n\+uno$/m);
    assert.match(first.patch, /^deleted file[\s\S]*^-two$/m);
    assert.match(first.patch, /^new file[\s\S]*^\+x\n\+y$/m);
    assert.deepEqual(await repo.reviewed(), first.files);
    assert.deepEqual(await repo.changedFiles(), []);
    repo.commit('All of it');
    assert.deepEqual(await repo.changedFiles(), [], 'that it was committed is no change');
    repo.write('src/a.ts', 'due\n');
    repo.commit('More');
    repo.write('src/c.ts', 'tre\n');
    assert.deepEqual(await repo.reviewed(), ['src/a.ts', 'src/c.ts']);
    assert.deepEqual(await repo.changedFiles(), []);
  });

  it('includes, the next time, what changes while Codex reads', async () => {
    await repo.start();
    repo.write('src/a.ts', 'uno\n');
    const shown = await repo.changes();
    repo.write('src/a.ts', 'due\n');
    repo.write('src/late.ts', 'late\n');
    repo.state = { ...repo.state, git_checkpoint: shown.tree };
    assert.deepEqual(await repo.changedFiles(), ['src/a.ts', 'src/late.ts']);
    assert.match((await repo.changes()).patch, /^-uno\n\+due$/m);
  });

  it('still includes a change after a review of it failed', async () => {
    await repo.start();
    repo.write('src/a.ts', 'uno\n');
    await repo.changes();
    repo.write('src/c.ts', 'tre\n');
    assert.deepEqual(await repo.changedFiles(), ['src/a.ts', 'src/c.ts']);
  });

  it("excludes the design, documents and Party's files", async () => {
    await repo.start();
    repo.write('docs/plan.md', '# Plan\n');
    repo.write('README.md', 'read\n');
    repo.write('.claude/codex-collab/reviews/x.md', 'said\n');
    repo.write('.claude/codex-collab.local.md', '---\n---\n');
    repo.write('.claude/.codex-collab.state.json.1.ab.tmp', '{');
    repo.write('.claude/review/plan_v1.snapshot.md', 'x\n');
    assert.deepEqual(await repo.changedFiles(), []);
    repo.write('src/a.ts', 'uno\n');
    const { files: seen, patch, from, to } = await repo.changes();
    assert.deepEqual(seen, ['src/a.ts']);
    assert.doesNotMatch(patch, /plan|README|said/);
    assert.deepEqual(repo.git('diff', '--name-only', from, to).trim().split('\n'), ['src/a.ts']);
  });

  it('excludes the design, whatever its name is', async () => {
    repo.write('design.txt', 'Build it\n');
    const { state: begun } = await startCollab(repo.place, { design: 'design.txt' });
    repo.state = begun as CollabState;
    repo.write('design.txt', 'Build it well\n');
    repo.write('other.txt', 'x\n');
    assert.deepEqual(await repo.changedFiles(), ['other.txt']);
  });

  it('includes a file that replaced a folder of documents, and the reverse', async () => {
    repo.write('notes/a.md', 'a\n');
    repo.write('page.md', 'b\n');
    await repo.start();
    rmSync(join(repo.top, 'notes'), { recursive: true });
    repo.write('notes', 'code\n');
    rmSync(join(repo.top, 'page.md'));
    repo.write('page.md/code.ts', 'code\n');
    const { files: seen, from, to } = await repo.changes();
    assert.deepEqual(seen, ['notes', 'page.md/code.ts']);
    const shown = repo.git('diff', '--name-only', '--no-renames', from, to);
    for (const file of seen) assert.ok(shown.includes(file), shown);
  });

  const edits: [string, (repo: CollabReviews) => unknown, string[]][] = [
    ['a program', ({ top }) => chmodSync(join(top, 'src/a.ts'), 0o755), ['src/a.ts']],
    ['a renamed file', ({ top }) => renameSync(join(top, 'src/a.ts'), join(top, 'src/z.ts')), ['src/a.ts', 'src/z.ts']],
    ['an empty file', (r) => r.write('src/c.ts', ''), ['src/c.ts']],
    ['a binary file', (r) => r.write('src/c.bin', Buffer.from([0, 1, 2])), ['src/c.bin']],
    ['a name with a newline', (r) => r.write('src/new\nline.ts', 'x\n'), ['src/new\nline.ts']],
    [
      'a name that is not UTF-8',
      ({ top }) => writeFileSync(Buffer.concat([Buffer.from(`${top}/src/`), Buffer.from([0xff, 0x2e, 0x6d])]), 'x'),
      ['src/\ufffd.m'],
    ],
    [
      'a link in the place of a file',
      ({ top }) => {
        rmSync(join(top, 'src/a.ts'));
        symlinkSync('b.ts', join(top, 'src/a.ts'));
      },
      ['src/a.ts'],
    ],
    [
      'an edit that git was told not to see',
      (r) => {
        r.git('update-index', '--assume-unchanged', 'src/a.ts');
        r.git('update-index', '--skip-worktree', 'src/b.ts');
        r.write('src/a.ts', 'x\n');
        r.write('src/b.ts', 'x\n');
      },
      ['src/a.ts', 'src/b.ts'],
    ],
    [
      'what lies outside of a sparse checkout, new or not',
      (r) => {
        r.git('sparse-checkout', 'set', 'lib');
        r.write('lib/c.ts', 'x\n');
        r.write('src/b.ts', 'x\n');
        r.write('src/new.ts', 'x\n');
      },
      ['lib/c.ts', 'src/b.ts', 'src/new.ts'],
    ],
    [
      'an edit beside what git cannot take: a repository without a commit',
      (r) => {
        mkdirSync(join(r.top, 'inner'));
        execFileSync('git', ['init', '--quiet'], { cwd: join(r.top, 'inner'), env: r.env });
        r.write('inner/x.ts', 'x\n');
        r.write('src/a.ts', 'x\n');
      },
      ['src/a.ts'],
    ],
  ];
  for (const [what, edit, expected] of edits) {
    it(`sees ${what}, once`, async () => {
      await repo.start();
      edit(repo);
      repo.write('README.md', 'a document beside it\n');
      const { files: seen, lines, patch, from, to } = await repo.changes();
      assert.deepEqual(seen, expected);
      assert.notEqual(patch, '');
      assert.ok(lines >= 0);
      assert.notEqual(from, to);
      await repo.reviewed();
      assert.deepEqual(await repo.changedFiles(), []);
    });
  }

  it('does not depend on the configuration of git', async () => {
    for (const [name = '', value = ''] of [
      ['diff.noprefix', 'true'],
      ['diff.mnemonicPrefix', 'true'],
      ['color.ui', 'always'],
      ['diff.external', '/bin/false'],
      ['diff.renames', 'false'],
      ['core.quotePath', 'true'],
      ['diff.ignoreSubmodules', 'all'],
    ]) {
      repo.git('config', name, value);
    }
    await repo.start();
    repo.write('src/ä.ts', 'x\n');
    assert.match((await repo.changes()).patch, /^diff --git a\/src\/ä\.ts b\/src\/ä\.ts\nnew file mode 100644\n/);
  });

  it("does not change the user's index", async () => {
    await repo.start();
    repo.write('src/a.ts', 'uno\n');
    repo.git('add', 'src/a.ts');
    repo.write('src/a.ts', 'due\n');
    repo.write('x.md', 'x\n');
    const before = repo.git('status', '--porcelain');
    await repo.reviewed();
    assert.equal(repo.git('status', '--porcelain'), before);
  });

  it('works before the first commit', async () => {
    rmSync(join(repo.top, '.git'), { recursive: true });
    repo.git('init', '--quiet', '--initial-branch=main');
    repo.git('config', 'user.name', 'P');
    repo.git('config', 'user.email', 'p@x');
    await repo.start();
    assert.equal(repo.state.start_commit, null);
    assert.deepEqual(await repo.changedFiles(), []);
    repo.write('src/a.ts', 'uno\n');
    repo.commit('The first one');
    assert.deepEqual(await repo.reviewed(), ['src/a.ts']);
    assert.deepEqual(await repo.changedFiles(), []);
  });

  it('includes the commit of a submodule, not its uncommitted files', async () => {
    const inner = join(repo.root, 'library');
    mkdirSync(inner);
    const at = (cwd: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=O', '-c', 'user.email=o@b', ...args], {
        cwd,
        env: repo.env,
        stdio: 'pipe',
      });
    at(inner, 'init', '--quiet');
    writeFileSync(join(inner, 'x.c'), '1');
    at(inner, 'add', '.');
    at(inner, 'commit', '--quiet', '-m', 'one');
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'library');
    repo.commit('With a library');
    await repo.start();
    writeFileSync(join(repo.top, 'library/x.c'), '2');
    assert.deepEqual(await repo.changedFiles(), []);
    at(join(repo.top, 'library'), 'commit', '--quiet', '--all', '-m', 'two');
    const { files: seen, patch } = await repo.changes();
    assert.deepEqual(seen, ['library']);
    assert.match(patch, /^-Subproject commit [0-9a-f]+\n\+Subproject commit/m);
    await repo.reviewed();
    repo.commit('Newer');
    assert.deepEqual(await repo.changedFiles(), []);
  });

  it('is separate for each worktree of a repository', async () => {
    const second = join(repo.root, 'second');
    repo.git('worktree', 'add', '--quiet', '-b', 'second', second);
    await repo.start();
    const here = repo.state;
    const there = (await startCollab({ ...repo.place, cwd: second })).state as CollabState;
    assert.equal(there.project, second);
    repo.write('src/a.ts', 'here\n');
    writeFileSync(join(second, 'src/b.ts'), 'there\n');
    assert.deepEqual(await repo.changedFiles(), ['src/a.ts']);
    const desk = await openCollab({ ...repo.place, cwd: second });
    assert.deepEqual((await collabChanges(desk, there)).files, ['src/b.ts']);
    await repo.reviewed();
    repo.state = here;
    assert.equal((await collabChanges(desk, there)).lost, false);
    const keys = readdirSync(join(repo.top, '.git/refs/party/collab')).sort();
    assert.deepEqual(keys, [repo.top, second].map(projectKey).sort());
  });

  it('ignores git variables of another repository', async () => {
    await repo.start();
    repo.write('src/a.ts', 'uno\n');
    const env = { ...repo.env, GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/nowhere/index', GIT_WORK_TREE: '/' };
    const desk = await openCollab({ ...repo.place, env });
    assert.deepEqual((await collabChanges(desk, repo.state)).files, ['src/a.ts']);
    assert.equal(createGit(repo.top, env).top, repo.top);
  });
});
