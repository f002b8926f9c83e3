// The gate before pull requests, where the pull request would not be the one that was reviewed. With real remotes.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allowed, denied, HookedProject } from './support/hookedProject.ts';

describe('pr-gate: what a pull request would contain', function () {
  this.timeout(60_000);
  let at: HookedProject;
  let start: string;

  beforeEach(() => {
    at = new HookedProject();
    at.git('stash', '-qu');
    at.git('switch', '-q', 'main');
    start = at.git('rev-parse', 'HEAD').trim();
    remote('origin', 'ours/app');
    at.git('push', '-q', 'origin', 'main');
    at.git('remote', 'set-head', 'origin', 'main');
    at.git('switch', '-qc', 'work');
    commit('src/first.ts');
    commit('src/second.ts');
  });
  afterEach(() => at.dispose());

  /** Its address ends like that of a repository on GitHub. */
  function remote(name: string, slug: string): string {
    const path = join(at.root, 'remotes', `${slug}.git`);
    at.git('init', '-q', '--bare', '-b', 'main', path);
    at.git('remote', 'add', name, path);
    return path;
  }
  function commit(file: string, text = 'x\n'): string {
    at.write(file, text);
    at.git('add', file);
    at.git('commit', '-qm', file);
    return at.git('rev-parse', 'HEAD').trim();
  }
  const pr = (line = 'gh pr create --fill') => at.hook('pr-gate', at.bash(line));
  const reviewedPush = async () => {
    await at.everything();
    at.git('push', '-q', 'origin', 'work');
  };

  it('opens for the reviewed one, pushed or not, and in all its forms', async () => {
    await at.everything();
    allowed(await pr());
    allowed(await pr('git push -u origin HEAD && gh pr create --fill'));
    at.git('push', '-q', 'origin', 'work');
    for (const line of [
      'gh pr create --base main --title "$T" --body "$B"',
      'gh pr create -B main -R ours/app',
      'gh -R OURS/App pr create --head work',
      'gh pr create --head ours:work',
      'gh pr create --title --base --body x',
      'gh api repos/{owner}/{repo}/pulls -f title="$T" -f head=work -f base=main',
      'gh api repos/ours/app/pulls -f title=x -f head=work -f base=main',
    ]) {
      allowed(await pr(line));
    }
  });

  it('closes for another base, and names the difference', async () => {
    at.git('push', '-q', 'origin', 'work~1:refs/heads/release', 'main:refs/heads/same');
    at.git('fetch', '-q');
    await at.everything();
    allowed(await pr('gh pr create --base same'));
    const other =
      /into origin\/release would begin at [0-9a-f]{7}, but the review covered.* \(src\/first\.ts\).*--review BASE/s;
    assert.match(denied(await pr('gh pr create --base release')), other);
    assert.match(denied(await pr('gh pr create -Brelease')), other);
    assert.match(denied(await pr('gh api repos/ours/app/pulls -f head=work -f base=release')), other);
    at.git('config', 'branch.work.gh-merge-base', 'release');
    assert.match(denied(await pr()), other);
    at.git('config', '--unset', 'branch.work.gh-merge-base');
    assert.match(denied(await pr('gh pr create --base nowhere')), /There is no origin\/nowhere/);
    assert.match(denied(await pr('gh pr create --base "$X"')), /cannot see into which branch/);
    assert.match(denied(await pr('gh pr create $FLAGS')), /cannot see/);
    const tool = { tool_name: 'mcp__github__create_pull_request', tool_input: { head: 'work', base: 'release' } };
    assert.match(denied(await at.hook('pr-gate', at.event('PreToolUse', tool))), other);
  });

  it('closes for another repository, unless it has the same base', async () => {
    await at.everything();
    const elsewhere = /would go to or come from .*, which is not a remote of this project/;
    for (const line of [
      'gh pr create -R other/app',
      'gh --repo=other/app pr create',
      'gh pr create --repo https://github.com/other/app',
      'gh pr create --repo github.com/ours/app',
      'gh api repos/other/app/pulls -f head=work -f base=main',
    ]) {
      assert.match(denied(await pr(line)), elsewhere, line);
    }
    assert.match(
      denied(await pr('GH_REPO=other/app gh pr create')),
      /cannot see in which directory gh runs, so it counts as another project/,
    );
    const named = await at.hook('pr-gate', at.bash('gh pr create'), { GH_REPO: 'other/app' });
    assert.match(denied(named), elsewhere);
    at.git('config', 'remote.origin.gh-resolved', 'other/app');
    assert.match(denied(await pr()), elsewhere);
    at.git('config', 'remote.origin.gh-resolved', 'base');
    remote('other', 'other/app');
    at.git('push', '-q', 'other', 'work~1:refs/heads/main');
    assert.match(denied(await pr('gh pr create -R other/app')), /into other\/main would begin at/);
    at.git('push', '-qf', 'other', 'main:main');
    allowed(await pr('gh pr create -R other/app'));
  });

  it('closes for a fork whose branch differs', async () => {
    await at.everything();
    assert.match(denied(await pr('gh pr create --head someone:work')), /someone:work, which is not a remote/);
    remote('fork', 'someone/app');
    allowed(await pr('gh pr create --head someone:work'));
    at.git('push', '-q', 'fork', 'work~1:refs/heads/work');
    assert.match(
      denied(await pr('gh pr create --head someone:work')),
      /fork\/work is at [0-9a-f]{7}, which is not the/,
    );
    at.git('push', '-q', 'fork', 'work');
    allowed(await pr('gh pr create --head someone:work'));
  });

  it('closes while the remote branch is not the current commit', async () => {
    at.git('push', '-q', 'origin', 'work~1:refs/heads/work');
    await at.everything();
    const differs = /origin\/work is at [0-9a-f]{7}, which is not the current commit.*Push first/;
    assert.match(denied(await pr()), differs);
    assert.match(denied(await pr('gh pr create --head work')), differs);
    at.git('update-ref', 'refs/remotes/origin/work', 'HEAD');
    assert.match(denied(await pr()), differs, 'set by hand');
    at.git('push', '-q', 'origin', 'work');
    allowed(await pr());
    at.git('push', '-q', 'origin', 'work~1:refs/heads/evil');
    at.git('config', 'branch.work.remote', 'origin');
    at.git('config', 'branch.work.merge', 'refs/heads/evil');
    assert.match(denied(await pr()), /origin\/evil is at/);
  });

  it('closes when nothing is committed here, and the remote branch has something', async () => {
    at.git('push', '-q', 'origin', 'work');
    at.git('reset', '-q', '--mixed', start);
    await at.everything();
    assert.match(denied(await pr('gh pr create --head work')), /origin\/work is at/);
  });

  it('closes for documents while a commit has code that is no longer on disk', async () => {
    at.git('switch', '-qc', 'documents', 'main');
    commit('docs/a.md');
    allowed(await pr());
    at.write('docs/a.md', 'not committed');
    allowed(await pr());
    commit('src/hidden.ts');
    at.git('rm', '-q', 'src/hidden.ts');
    assert.match(denied(await pr()), /would not contain what was reviewed\. Commit these files first: src\/hidden\.ts/);
  });

  it('closes when a branch was moved to hide commits from the review', async () => {
    at.git('update-ref', 'refs/remotes/origin/main', 'work~1');
    await reviewedPush();
    assert.match(denied(await pr()), /into origin\/main would begin at .* \(src\/first\.ts\)/s);
  });

  it('closes when the local main branch was moved, and nothing is fetched', async () => {
    at.git('update-ref', '-d', 'refs/remotes/origin/main');
    at.git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD');
    at.git('branch', '-f', 'main', 'work~1');
    await reviewedPush();
    assert.match(denied(await pr()), /into origin\/main would begin at .* \(src\/first\.ts\)/s);
  });

  it('asks for a fetch when the remote has moved', async () => {
    await reviewedPush();
    const other = join(at.root, 'elsewhere');
    at.git('clone', '-q', join(at.root, 'remotes/ours/app.git'), other);
    writeFileSync(join(other, 'theirs.ts'), 'x\n');
    at.git('-C', other, 'add', '.');
    at.git('-C', other, '-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-qm', 'theirs');
    at.git('-C', other, 'push', '-q', 'origin', 'HEAD:main');
    assert.match(denied(await pr()), /not what it was at the last fetch\. Run git fetch origin/);
    at.git('fetch', '-q');
    allowed(await pr());
  });

  it('goes by what git has recorded when the remote cannot be reached', async () => {
    await reviewedPush();
    at.git('remote', 'set-url', 'origin', join(at.root, 'nowhere/app.git'));
    allowed(await pr());
    at.git('update-ref', 'refs/remotes/origin/main', 'work~1');
    assert.match(denied(await pr()), /Neither git fetch nor git push has set origin\/main/);
  });
});
