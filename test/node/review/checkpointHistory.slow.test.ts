// What collab reviews when the history is changed meanwhile, or what it remembers is gone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CollabReviews } from '../../support/collabReviews.ts';

describe('what collab reviews', function () {
  this.timeout(60_000);
  let repo: CollabReviews;
  beforeEach(() => {
    repo = new CollabReviews();
  });
  afterEach(() => repo.dispose());

  describe('after the history was changed', () => {
    it('by amend: only what is new', async () => {
      await repo.start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      await repo.reviewed();
      repo.git('commit', '--quiet', '--amend', '-m', 'Other words');
      assert.deepEqual(await repo.changedFiles(), []);
      repo.write('src/b.ts', 'due\n');
      repo.git('commit', '--quiet', '--amend', '--all', '-m', 'And more');
      assert.deepEqual(await repo.changedFiles(), ['src/b.ts']);
    });

    it('by squashing and by reset: only what is different', async () => {
      await repo.start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      repo.write('src/b.ts', 'due\n');
      repo.commit();
      await repo.reviewed();
      repo.git('reset', '--quiet', '--soft', 'main');
      repo.commit('Squashed');
      assert.deepEqual(await repo.changedFiles(), []);
      repo.git('reset', '--quiet', '--hard', 'main');
      assert.deepEqual(await repo.changedFiles(), ['src/a.ts', 'src/b.ts'], 'it was taken back, which is a change');
    });

    it('by a rebase on the remote: its commits are not reviewed', async () => {
      withRemote();
      await repo.start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      await repo.reviewed();
      remoteGoesOn({ 'src/b.ts': 'theirs\n', 'src/theirs.ts': 'theirs\n' });
      repo.git('rebase', '--quiet', 'origin/main');
      assert.deepEqual(await repo.changedFiles(), []);
      repo.write('src/theirs.ts', 'theirs, and ours\n');
      repo.write('src/c.ts', 'ours\n');
      assert.deepEqual(await repo.changedFiles(), ['src/c.ts', 'src/theirs.ts']);
      await repo.reviewed();
      assert.deepEqual(await repo.changedFiles(), []);
    });

    it('by a merge of the remote: only files that both changed are reviewed', async () => {
      withRemote();
      await repo.start();
      repo.write('src/a.ts', 'uno\n\n\n\n\nlast\n');
      repo.commit();
      await repo.reviewed();
      remoteGoesOn({ 'src/theirs.ts': 'theirs\n' });
      repo.git('merge', '--quiet', '--no-edit', 'origin/main');
      assert.deepEqual(await repo.changedFiles(), []);
    });

    it('by a push: the pushed work is still reviewed', async () => {
      withRemote();
      await repo.start();
      repo.write('src/a.ts', 'ours\n');
      repo.commit();
      repo.git('push', '--quiet', 'origin', 'HEAD:main');
      assert.deepEqual(await repo.changedFiles(), ['src/a.ts']);
      assert.deepEqual(await repo.reviewed(), ['src/a.ts']);
      assert.deepEqual(await repo.changedFiles(), []);
      // Also when it went to the remote in some other way, with the work of others.
      repo.write('src/b.ts', 'ours\n');
      repo.commit();
      repo.git('push', '--quiet', join(repo.root, 'remote.git'), 'HEAD:main');
      remoteGoesOn({ 'src/theirs.ts': 'theirs\n' });
      repo.git('merge', '--quiet', 'origin/main');
      assert.deepEqual(await repo.changedFiles(), ['src/b.ts', 'src/theirs.ts']);
    });

    it('by a rebase on a local branch: its commits are reviewed', async () => {
      await repo.start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      await repo.reviewed();
      repo.git('switch', '--quiet', 'main');
      repo.write('src/b.ts', 'by whom\n');
      repo.commit('On main');
      repo.git('switch', '--quiet', 'work');
      repo.git('rebase', '--quiet', 'main');
      assert.deepEqual(await repo.changedFiles(), ['src/b.ts']);
    });

    it('by checking out another branch, or a commit: the differences are reviewed', async () => {
      await repo.start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      await repo.reviewed();
      repo.git('checkout', '--quiet', '--detach', 'HEAD');
      assert.deepEqual(await repo.changedFiles(), []);
      repo.write('src/b.ts', 'due\n');
      repo.commit('On no branch');
      assert.deepEqual(await repo.changedFiles(), ['src/b.ts']);
      assert.deepEqual(await repo.reviewed(), ['src/b.ts']);
      assert.deepEqual(await repo.changedFiles(), []);
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
      await repo.start();
      repo.write('src/a.ts', 'uno\n');
      await repo.reviewed();
      assert.equal(refs().length, 2, refs().join());
      repo.git('reflog', 'expire', '--expire=now', '--all');
      repo.git('gc', '--quiet', '--prune=now');
      const { files: seen, lost } = await repo.changes();
      assert.deepEqual([seen, lost], [[], false]);
    });

    it('keeps at most two trees', async () => {
      await repo.start();
      for (let n = 0; n < 4; n++) {
        repo.write('src/a.ts', `${n}\n`);
        await repo.reviewed();
      }
      assert.equal(refs().length, 2);
    });

    it('covers everything since the base, says so, and then continues as before', async () => {
      await repo.start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      repo.write('src/b.ts', 'due\n');
      await repo.reviewed();
      repo.write('src/c.ts', 'tre\n');
      clearAway();
      const { files: seen, lost } = await repo.changes();
      assert.deepEqual([seen, lost], [['src/a.ts', 'src/b.ts', 'src/c.ts'], true]);
      await repo.reviewed();
      assert.deepEqual(await repo.changes().then((one) => [one.files, one.lost]), [[], false]);
    });

    it('misses nothing on the base branch itself, where no remote says where the change begins', async () => {
      repo.git('switch', '--quiet', 'main');
      repo.write('src/before.ts', 'not committed\n');
      await repo.start();
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      clearAway();
      const { files: seen, lost } = await repo.changes();
      assert.deepEqual([seen, lost], [['src/a.ts', 'src/before.ts'], true]);
    });

    it('covers everything when the commit of the start is gone, too', async () => {
      repo.git('switch', '--quiet', 'main');
      await repo.start();
      repo.write('src/c.ts', 'tre\n');
      repo.git('add', '--all');
      repo.git('commit', '--quiet', '--amend', '-m', 'Another beginning');
      repo.git('branch', '-D', '--quiet', 'work');
      clearAway();
      const { files: seen, lost } = await repo.changes();
      assert.deepEqual([seen, lost], [['src/a.ts', 'src/b.ts', 'src/c.ts'], true]);
    });

    it('counts as gone when a part of it is gone, or when it is not a tree', async () => {
      repo.write('src/uncommitted.ts', 'x\n');
      await repo.start();
      const tree = repo.state.git_checkpoint as string;
      const inner = repo.git('rev-parse', `${tree}:src`).trim();
      rmSync(join(repo.top, '.git/objects', inner.slice(0, 2), inner.slice(2)), { force: true });
      repo.write('src/a.ts', 'uno\n');
      assert.deepEqual(await repo.changes().then((one) => [one.files, one.lost]), [
        ['src/a.ts', 'src/uncommitted.ts'],
        true,
      ]);
      for (const nonsense of ['--output=/tmp/x', 'f'.repeat(40), 'HEAD:src/a.ts', 'HEAD', '']) {
        repo.state = { ...repo.state, git_checkpoint: nonsense };
        assert.equal((await repo.changes()).lost, true, nonsense);
      }
    });
  });

  it('misses nothing when a file of the checkpoint is gone, and neither when the base cannot be read', async () => {
    repo.write('src/a.ts', 'was there before\n');
    await repo.start();
    const blob = repo.git('rev-parse', `${repo.state.git_checkpoint}:src/a.ts`).trim();
    rmSync(join(repo.top, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    repo.write('src/a.ts', 'uno\n');
    const { files: seen, lost, patch } = await repo.changes();
    assert.deepEqual([seen, lost], [['src/a.ts'], true]);
    assert.match(patch, /^-one\n\+uno$/m);
    const old = repo.git('rev-parse', 'HEAD:src/a.ts').trim();
    rmSync(join(repo.top, '.git/objects', old.slice(0, 2), old.slice(2)));
    assert.deepEqual(await repo.changes().then((one) => [one.files, one.lost]), [['src/a.ts', 'src/b.ts'], true]);
  });
});
