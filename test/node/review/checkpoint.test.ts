// What collab reviews, with real repositories: nothing twice, nothing missed, whatever is done to the history meanwhile.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CollabState } from '../../../src/core/collab/collab.ts';
import { collabNext } from '../../../src/core/collab/machine.ts';
import { collabChanges, openCollabDesk, startCollab } from '../../../src/node/collab/collabActs.ts';
import { projectKey } from '../../../src/node/project/paths.ts';
import { type ChangesSince, moveCheckpoint } from '../../../src/node/review/checkpoint.ts';
import { createGit } from '../../../src/node/system/git.ts';
import { newProject, type Project } from '../../support/project.ts';

describe('what collab reviews', function () {
  this.timeout(60_000);
  let repo: Project;
  let state: CollabState;

  beforeEach(() => {
    repo = newProject({ git: 'empty' });
    repo.write('src/a.ts', 'one\n');
    repo.write('src/b.ts', 'two\n');
    repo.commit('The beginning');
    repo.git('switch', '--quiet', '-c', 'work');
  });
  afterEach(() => repo.dispose());

  const place = () => ({ env: repo.env, cwd: repo.top, paths: repo.paths });
  async function start(): Promise<void> {
    const { state: begun } = await startCollab(place());
    assert.ok(begun);
    state = begun;
  }
  const changes = async (): Promise<ChangesSince> => collabChanges(await openCollabDesk(place()), state);
  const files = async () => [...(await changes()).files];

  /** As a review does it: what is there is shown to Codex, which says something. */
  async function reviewed(): Promise<string[]> {
    const desk = await openCollabDesk(place());
    const { tree, files: seen } = await collabChanges(desk, state);
    await moveCheckpoint(desk.git, tree, state.git_checkpoint);
    const change = await desk.change(await desk.log.events());
    state = collabNext({ ...state, phase: 'task_review' }, verdict(tree, change.base), '2026-01-01T00:00:00Z');
    return [...seen];
  }
  const verdict = (checkpoint: string, base: string) => ({
    ...({ kind: 'task-reviewed', limit: 3, total: null, thread: 't', checkpoint, base } as const),
    review: { id: 'x', type: 'task' as const, task_index: 1, at: '', issues: 0, blocking: 0 },
  });

  it('is nothing of what was there at the start, committed or not', async () => {
    repo.write('src/a.ts', 'edited before\n');
    repo.write('src/new.ts', 'made before\n');
    await start();
    assert.deepEqual(await changes().then(({ files: seen, lines, patch, lost }) => [seen, lines, patch, lost]), [
      ...[[], 0, '', false],
    ]);
    repo.commit();
    assert.deepEqual(await files(), []);
  });

  it('is everything since, each time once', async () => {
    await start();
    repo.write('src/a.ts', 'uno\n');
    repo.write('src/untracked.ts', 'x\ny\n');
    rmSync(join(repo.top, 'src/b.ts'));
    const first = await changes();
    assert.deepEqual(first.files, ['src/a.ts', 'src/b.ts', 'src/untracked.ts']);
    assert.equal(first.lines, 2 + 1 + 2);
    assert.match(first.patch, /^-one\n\+uno$/m);
    assert.match(first.patch, /^deleted file[\s\S]*^-two$/m);
    assert.match(first.patch, /^new file[\s\S]*^\+x\n\+y$/m);
    assert.deepEqual(await reviewed(), first.files);
    assert.deepEqual(await files(), []);
    repo.commit('All of it');
    assert.deepEqual(await files(), [], 'that it was committed is no change');
    repo.write('src/a.ts', 'due\n');
    repo.commit('More');
    repo.write('src/c.ts', 'tre\n');
    assert.deepEqual(await reviewed(), ['src/a.ts', 'src/c.ts']);
    assert.deepEqual(await files(), []);
  });

  it('is what comes while Codex reads, the next time', async () => {
    await start();
    repo.write('src/a.ts', 'uno\n');
    const shown = await changes();
    repo.write('src/a.ts', 'due\n');
    repo.write('src/late.ts', 'late\n');
    state = { ...state, git_checkpoint: shown.tree };
    assert.deepEqual(await files(), ['src/a.ts', 'src/late.ts']);
    assert.match((await changes()).patch, /^-uno\n\+due$/m);
  });

  it('is not touched by a review that comes to nothing', async () => {
    await start();
    repo.write('src/a.ts', 'uno\n');
    await changes();
    repo.write('src/c.ts', 'tre\n');
    assert.deepEqual(await files(), ['src/a.ts', 'src/c.ts']);
  });

  it('is not what needs no review: the design, documents, what Party writes', async () => {
    await start();
    repo.write('docs/plan.md', '# Plan\n');
    repo.write('README.md', 'read\n');
    repo.write('.claude/codex-collab/reviews/x.md', 'said\n');
    repo.write('.claude/codex-collab.local.md', '---\n---\n');
    repo.write('.claude/.codex-collab.state.json.1.ab.tmp', '{');
    repo.write('.claude/review/plan_v1.snapshot.md', 'x\n');
    assert.deepEqual(await files(), []);
    repo.write('src/a.ts', 'uno\n');
    const { files: seen, patch, from, to } = await changes();
    assert.deepEqual(seen, ['src/a.ts']);
    assert.doesNotMatch(patch, /plan|README|said/);
    assert.deepEqual(repo.git('diff', '--name-only', from, to).trim().split('\n'), ['src/a.ts']);
  });

  it('is not the design, whatever it is called', async () => {
    repo.write('design.txt', 'Build it\n');
    const { state: begun } = await startCollab(place(), { design: 'design.txt' });
    state = begun as CollabState;
    repo.write('design.txt', 'Build it well\n');
    repo.write('other.txt', 'x\n');
    assert.deepEqual(await files(), ['other.txt']);
  });

  it('is a file that has taken the place of a folder of documents, and the other way round', async () => {
    repo.write('notes/a.md', 'a\n');
    repo.write('page.md', 'b\n');
    await start();
    rmSync(join(repo.top, 'notes'), { recursive: true });
    repo.write('notes', 'code\n');
    rmSync(join(repo.top, 'page.md'));
    repo.write('page.md/code.ts', 'code\n');
    const { files: seen, from, to } = await changes();
    assert.deepEqual(seen, ['notes', 'page.md/code.ts']);
    const shown = repo.git('diff', '--name-only', '--no-renames', from, to);
    for (const file of seen) assert.ok(shown.includes(file), shown);
  });

  const edits: [string, (repo: Project) => unknown, string[]][] = [
    ['a program', ({ top }) => chmodSync(join(top, 'src/a.ts'), 0o755), ['src/a.ts']],
    ['a renamed file', ({ top }) => renameSync(join(top, 'src/a.ts'), join(top, 'src/z.ts')), ['src/a.ts', 'src/z.ts']],
    ['an empty file', (r) => r.write('src/c.ts', ''), ['src/c.ts']],
    ['a binary file', (r) => r.write('src/c.bin', Buffer.from([0, 1, 2])), ['src/c.bin']],
    ['a name with a newline', (r) => r.write('src/new\nline.ts', 'x\n'), ['src/new\nline.ts']],
    [
      'a name that is no UTF-8',
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
      await start();
      edit(repo);
      repo.write('README.md', 'a document beside it\n');
      const { files: seen, lines, patch, from, to } = await changes();
      assert.deepEqual(seen, expected);
      assert.notEqual(patch, '');
      assert.ok(lines >= 0);
      assert.notEqual(from, to);
      await reviewed();
      assert.deepEqual(await files(), []);
    });
  }

  it('is shown as it is, whatever the configuration of git says', async () => {
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
    await start();
    repo.write('src/ä.ts', 'x\n');
    assert.match((await changes()).patch, /^diff --git a\/src\/ä\.ts b\/src\/ä\.ts\nnew file mode 100644\n/);
  });

  it('leaves the index of the user alone', async () => {
    await start();
    repo.write('src/a.ts', 'uno\n');
    repo.git('add', 'src/a.ts');
    repo.write('src/a.ts', 'due\n');
    repo.write('x.md', 'x\n');
    const before = repo.git('status', '--porcelain');
    await reviewed();
    assert.equal(repo.git('status', '--porcelain'), before);
  });

  describe('after the history was changed', () => {
    it('by amend: only what is new', async () => {
      await start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      await reviewed();
      repo.git('commit', '--quiet', '--amend', '-m', 'Other words');
      assert.deepEqual(await files(), []);
      repo.write('src/b.ts', 'due\n');
      repo.git('commit', '--quiet', '--amend', '--all', '-m', 'And more');
      assert.deepEqual(await files(), ['src/b.ts']);
    });

    it('by squashing and by reset: only what is different', async () => {
      await start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      repo.write('src/b.ts', 'due\n');
      repo.commit();
      await reviewed();
      repo.git('reset', '--quiet', '--soft', 'main');
      repo.commit('Squashed');
      assert.deepEqual(await files(), []);
      repo.git('reset', '--quiet', '--hard', 'main');
      assert.deepEqual(await files(), ['src/a.ts', 'src/b.ts'], 'it was taken back, which is a change');
    });

    it('by a rebase on what the remote has: that is nobody’s work here', async () => {
      withRemote();
      await start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      await reviewed();
      remoteGoesOn({ 'src/b.ts': 'theirs\n', 'src/theirs.ts': 'theirs\n' });
      repo.git('rebase', '--quiet', 'origin/main');
      assert.deepEqual(await files(), []);
      repo.write('src/theirs.ts', 'theirs, and ours\n');
      repo.write('src/c.ts', 'ours\n');
      assert.deepEqual(await files(), ['src/c.ts', 'src/theirs.ts']);
      await reviewed();
      assert.deepEqual(await files(), []);
    });

    it('by a merge of what the remote has: only what both have changed is looked at again', async () => {
      withRemote();
      await start();
      repo.write('src/a.ts', 'uno\n\n\n\n\nlast\n');
      repo.commit();
      await reviewed();
      remoteGoesOn({ 'src/theirs.ts': 'theirs\n' });
      repo.git('merge', '--quiet', '--no-edit', 'origin/main');
      assert.deepEqual(await files(), []);
    });

    it('by a push of one’s own: what was pushed is looked at all the same', async () => {
      withRemote();
      await start();
      repo.write('src/a.ts', 'ours\n');
      repo.commit();
      repo.git('push', '--quiet', 'origin', 'HEAD:main');
      assert.deepEqual(await files(), ['src/a.ts']);
      assert.deepEqual(await reviewed(), ['src/a.ts']);
      assert.deepEqual(await files(), []);
      // Also when it went to the remote in some other way, with the work of others.
      repo.write('src/b.ts', 'ours\n');
      repo.commit();
      repo.git('push', '--quiet', join(repo.root, 'remote.git'), 'HEAD:main');
      remoteGoesOn({ 'src/theirs.ts': 'theirs\n' });
      repo.git('merge', '--quiet', 'origin/main');
      assert.deepEqual(await files(), ['src/b.ts', 'src/theirs.ts']);
    });

    it('by a rebase on a branch of one’s own: what came with it is looked at', async () => {
      await start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      await reviewed();
      repo.git('switch', '--quiet', 'main');
      repo.write('src/b.ts', 'by whom\n');
      repo.commit('On main');
      repo.git('switch', '--quiet', 'work');
      repo.git('rebase', '--quiet', 'main');
      assert.deepEqual(await files(), ['src/b.ts']);
    });

    it('by checking out another branch, or a commit: what is different there', async () => {
      await start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      await reviewed();
      repo.git('checkout', '--quiet', '--detach', 'HEAD');
      assert.deepEqual(await files(), []);
      repo.write('src/b.ts', 'due\n');
      repo.commit('On no branch');
      assert.deepEqual(await files(), ['src/b.ts']);
      assert.deepEqual(await reviewed(), ['src/b.ts']);
      assert.deepEqual(await files(), []);
    });

    function withRemote(): void {
      repo.git('clone', '--quiet', '--bare', repo.top, '../remote.git');
      repo.git('remote', 'add', 'origin', join(repo.root, 'remote.git'));
      repo.git('fetch', '--quiet', 'origin');
    }

    function remoteGoesOn(content: Record<string, string>): void {
      const other = join(repo.root, 'other');
      repo.git('clone', '--quiet', '--branch', 'main', join(repo.root, 'remote.git'), other);
      for (const [file, text] of Object.entries(content)) writeFileSync(join(other, file), text);
      const at = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=O', '-c', 'user.email=o@b', ...args], { cwd: other, env: repo.env });
      at('add', '--all');
      at('commit', '--quiet', '-m', 'Theirs');
      at('push', '--quiet', 'origin', 'main');
      repo.git('fetch', '--quiet', 'origin');
    }
  });

  describe('when the checkpoint is gone', () => {
    const refs = () =>
      repo.git('for-each-ref', '--format=%(refname)', 'refs/party/collab/').split('\n').filter(Boolean);
    function clearAway(): void {
      for (const ref of refs()) repo.git('update-ref', '-d', ref);
      repo.git('reflog', 'expire', '--expire=now', '--all');
      repo.git('gc', '--quiet', '--prune=now');
    }

    it('is kept by git as long as its ref is there, also through a gc', async () => {
      repo.write('src/uncommitted.ts', 'x\n');
      await start();
      repo.write('src/a.ts', 'uno\n');
      await reviewed();
      assert.equal(refs().length, 2, refs().join());
      repo.git('reflog', 'expire', '--expire=now', '--all');
      repo.git('gc', '--quiet', '--prune=now');
      const { files: seen, lost } = await changes();
      assert.deepEqual([seen, lost], [[], false]);
    });

    it('holds on to no more than two trees', async () => {
      await start();
      for (let n = 0; n < 4; n++) {
        repo.write('src/a.ts', `${n}\n`);
        await reviewed();
      }
      assert.equal(refs().length, 2);
    });

    it('is everything since the base, said so, and then goes on as before', async () => {
      await start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      repo.write('src/b.ts', 'due\n');
      await reviewed();
      repo.write('src/c.ts', 'tre\n');
      clearAway();
      const { files: seen, lost } = await changes();
      assert.deepEqual([seen, lost], [['src/a.ts', 'src/b.ts', 'src/c.ts'], true]);
      await reviewed();
      assert.deepEqual(await changes().then((one) => [one.files, one.lost]), [[], false]);
    });

    it('misses nothing on the base branch itself, where no remote says where the change begins', async () => {
      repo.git('switch', '--quiet', 'main');
      repo.write('src/before.ts', 'not committed\n');
      await start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      clearAway();
      const { files: seen, lost } = await changes();
      assert.deepEqual([seen, lost], [['src/a.ts', 'src/before.ts'], true]);
    });

    it('is everything there is when the commit of the start is gone, too', async () => {
      repo.git('switch', '--quiet', 'main');
      await start();
      repo.write('src/c.ts', 'tre\n');
      repo.git('add', '--all');
      repo.git('commit', '--quiet', '--amend', '-m', 'Another beginning');
      repo.git('branch', '-D', '--quiet', 'work');
      clearAway();
      const { files: seen, lost } = await changes();
      assert.deepEqual([seen, lost], [['src/a.ts', 'src/b.ts', 'src/c.ts'], true]);
    });

    it('is as if it were gone when only a part of it is, or when it is no tree', async () => {
      repo.write('src/uncommitted.ts', 'x\n');
      await start();
      const tree = state.git_checkpoint as string;
      const inner = repo.git('rev-parse', `${tree}:src`).trim();
      rmSync(join(repo.top, '.git/objects', inner.slice(0, 2), inner.slice(2)), { force: true });
      repo.write('src/a.ts', 'uno\n');
      assert.deepEqual(await changes().then((one) => [one.files, one.lost]), [
        ['src/a.ts', 'src/uncommitted.ts'],
        true,
      ]);
      for (const nonsense of ['--output=/tmp/x', 'f'.repeat(40), 'HEAD:src/a.ts', 'HEAD', '']) {
        state = { ...state, git_checkpoint: nonsense };
        assert.equal((await changes()).lost, true, nonsense);
      }
    });
  });

  it('misses nothing when a file of the checkpoint is gone, and neither when the base cannot be read', async () => {
    repo.write('src/a.ts', 'was there before\n');
    await start();
    const blob = repo.git('rev-parse', `${state.git_checkpoint}:src/a.ts`).trim();
    rmSync(join(repo.top, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    repo.write('src/a.ts', 'uno\n');
    const { files: seen, lost, patch } = await changes();
    assert.deepEqual([seen, lost], [['src/a.ts'], true]);
    assert.match(patch, /^-one\n\+uno$/m);
    const old = repo.git('rev-parse', 'HEAD:src/a.ts').trim();
    rmSync(join(repo.top, '.git/objects', old.slice(0, 2), old.slice(2)));
    assert.deepEqual(await changes().then((one) => [one.files, one.lost]), [['src/a.ts', 'src/b.ts'], true]);
  });

  it('works where there is no commit yet', async () => {
    rmSync(join(repo.top, '.git'), { recursive: true });
    repo.git('init', '--quiet', '--initial-branch=main');
    repo.git('config', 'user.name', 'P');
    repo.git('config', 'user.email', 'p@x');
    await start();
    assert.equal(state.start_commit, null);
    assert.deepEqual(await files(), []);
    repo.write('src/a.ts', 'uno\n');
    repo.commit('The first one');
    assert.deepEqual(await reviewed(), ['src/a.ts']);
    assert.deepEqual(await files(), []);
  });

  it('is the commit of a submodule, not what lies about in it', async () => {
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
    await start();
    writeFileSync(join(repo.top, 'library/x.c'), '2');
    assert.deepEqual(await files(), []);
    at(join(repo.top, 'library'), 'commit', '--quiet', '--all', '-m', 'two');
    const { files: seen, patch } = await changes();
    assert.deepEqual(seen, ['library']);
    assert.match(patch, /^-Subproject commit [0-9a-f]+\n\+Subproject commit/m);
    await reviewed();
    repo.commit('Newer');
    assert.deepEqual(await files(), []);
  });

  it('is apart in each worktree of one repository', async () => {
    const second = join(repo.root, 'second');
    repo.git('worktree', 'add', '--quiet', '-b', 'second', second);
    await start();
    const here = state;
    const there = (await startCollab({ ...place(), cwd: second })).state as CollabState;
    assert.equal(there.project, second);
    repo.write('src/a.ts', 'here\n');
    writeFileSync(join(second, 'src/b.ts'), 'there\n');
    assert.deepEqual(await files(), ['src/a.ts']);
    const desk = await openCollabDesk({ ...place(), cwd: second });
    assert.deepEqual((await collabChanges(desk, there)).files, ['src/b.ts']);
    await reviewed();
    state = here;
    assert.equal((await collabChanges(desk, there)).lost, false);
    const keys = readdirSync(join(repo.top, '.git/refs/party/collab')).sort();
    assert.deepEqual(keys, [repo.top, second].map(projectKey).sort());
  });

  it('is not confused by an environment that speaks of another repository', async () => {
    await start();
    repo.write('src/a.ts', 'uno\n');
    const env = { ...repo.env, GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/nowhere/index', GIT_WORK_TREE: '/' };
    const desk = await openCollabDesk({ ...place(), env });
    assert.deepEqual((await collabChanges(desk, state)).files, ['src/a.ts']);
    assert.equal(createGit(repo.top, env).top, repo.top);
  });
});
