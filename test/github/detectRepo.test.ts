// Which repository is meant, by the remotes of a real git repository.

import assert from 'node:assert/strict';
import { isPartyError } from '../../src/core/base/errors.ts';
import { checkRepo, detectRepo } from '../../src/node/tasks/github/detectRepo.ts';
import { newProject, type Project } from '../support/project.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('the repository of a project', () => {
  let box: Sandbox;
  let project: Project;
  beforeEach(() => {
    box = new Sandbox();
    project = newProject({ box, git: true });
  });
  afterEach(() => box.dispose());

  const detected = () => detectRepo({ env: box.env }, project.top);
  const refused = (message: RegExp) =>
    assert.rejects(detected(), (error) => isPartyError(error, 'USAGE') && message.test(error.message));

  const urls: readonly [string, string][] = [
    ['git@github.com:owner/repo.git', 'owner/repo'],
    ['https://github.com/owner/repo', 'owner/repo'],
    ['ssh://git@ssh.github.com:443/owner/repo.git', 'owner/repo'],
    ['https://me:secret@ghe.example.com/owner/repo.git', 'ghe.example.com/owner/repo'],
  ];
  for (const [url, repo] of urls) {
    it(`is ${repo} with the remote ${url}`, async () => {
      project.git('remote', 'add', 'origin', url);
      assert.equal(await detected(), repo);
    });
  }

  it('is also found from a folder below', async () => {
    project.git('remote', 'add', 'origin', 'git@github.com:owner/repo.git');
    project.write('deep/er/file', '');
    assert.equal(await detectRepo({ env: box.env }, `${project.top}/deep/er`), 'owner/repo');
  });

  it('is the fetch remote, not the fork that is pushed to', async () => {
    project.git('remote', 'add', 'origin', 'git@github.com:upstream/repo.git');
    project.git('remote', 'set-url', '--push', 'origin', 'git@github.com:fork/repo.git');
    assert.equal(await detected(), 'upstream/repo');
  });

  it('is the push remote when the fetch remote is a mirror', async () => {
    project.git('remote', 'add', 'origin', '/srv/mirror/repo.git');
    project.git('remote', 'set-url', '--push', 'origin', 'git@github.com:owner/repo.git');
    assert.equal(await detected(), 'owner/repo');
  });

  it("is found through git's short forms of addresses", async () => {
    project.git('config', 'url.https://github.com/.insteadOf', 'gh:');
    project.git('remote', 'add', 'origin', 'gh:owner/repo');
    assert.equal(await detected(), 'owner/repo');
  });

  it('is that of origin when there are several', async () => {
    project.git('remote', 'add', 'fork', 'git@github.com:fork/repo.git');
    project.git('remote', 'add', 'origin', 'git@github.com:owner/repo.git');
    assert.equal(await detected(), 'owner/repo');
  });

  it('is the one that is configured for gh', async () => {
    project.git('remote', 'add', 'origin', 'git@github.com:fork/repo.git');
    project.git('remote', 'add', 'upstream', 'git@github.com:owner/repo.git');
    project.git('config', 'remote.upstream.gh-resolved', 'base');
    assert.equal(await detected(), 'owner/repo');
    project.git('config', 'remote.upstream.gh-resolved', 'third/repo');
    assert.equal(await detected(), 'third/repo');
  });

  it('is the only one, whatever its remote is called', async () => {
    project.git('remote', 'add', 'here', '/srv/repo.git');
    project.git('remote', 'add', 'hub', 'git@github.com:owner/repo.git');
    project.git('remote', 'add', 'same', 'https://github.com/Owner/Repo.git');
    assert.equal(await detected(), 'owner/repo');
  });

  it('is not guessed', async () => {
    await refused(/no git remote.*--repo owner\/name/);
    project.git('remote', 'add', 'local', 'https://token@example.com/x.git');
    await refused(/local is https:\/\/example\.com\/x\.git, which is not a repository on GitHub/);
    project.git('remote', 'add', 'one', 'git@github.com:owner/one.git');
    project.git('remote', 'add', 'two', 'git@github.com:owner/two.git');
    await refused(/one \(owner\/one\), two \(owner\/two\) are different/);
  });

  it('is refused outside of a repository', async () => {
    await assert.rejects(detectRepo({ env: box.env }, box.directory('plain')), (error) => isPartyError(error, 'USAGE'));
  });

  it('is what the user names, on the host that gh uses', () => {
    assert.equal(checkRepo('owner/repo', {}), 'owner/repo');
    assert.equal(checkRepo('owner/repo', { GH_HOST: 'ghe.example.com' }), 'ghe.example.com/owner/repo');
    assert.equal(checkRepo('git@ghe.example.com:owner/repo.git', {}), 'ghe.example.com/owner/repo');
    for (const bad of ['', 'owner', 'a/b/c/d', 'owner/..', '../x', 'owner/re po', '-x/y z', 'owner/repo?x=1', 'a/b#c'])
      assert.throws(
        () => checkRepo(bad, {}),
        (error) => isPartyError(error, 'USAGE'),
        bad,
      );
  });
});
