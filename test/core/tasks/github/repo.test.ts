import assert from 'node:assert/strict';
import { readRepo, repoOfUrl, repoText } from '../../../../src/core/tasks/github/repo.ts';

describe('the repository in an address', () => {
  const urls: readonly [string, string | undefined][] = [
    ['git@github.com:owner/repo.git', 'owner/repo'],
    ['git@github.com:owner/repo', 'owner/repo'],
    ['git@github.com:/owner/repo.git', 'owner/repo'],
    ['github.com:owner/repo.git', 'owner/repo'],
    ['org-123@github.com:owner/repo.git', 'owner/repo'],
    ['https://github.com/owner/repo.git', 'owner/repo'],
    ['https://github.com/owner/repo', 'owner/repo'],
    ['https://github.com/owner/repo/', 'owner/repo'],
    ['https://www.github.com/owner/repo', 'owner/repo'],
    ['HTTPS://GitHub.com/Owner/Repo.git', 'Owner/Repo'],
    ['http://github.com/owner/repo', 'owner/repo'],
    ['https://token:x@github.com/owner/repo.git', 'owner/repo'],
    ['ssh://git@github.com/owner/repo.git', 'owner/repo'],
    ['ssh://git@github.com:22/owner/repo', 'owner/repo'],
    ['ssh://git@ssh.github.com:443/owner/repo.git', 'owner/repo'],
    ['git://github.com/owner/repo.git', 'owner/repo'],
    ['git+ssh://git@github.com/owner/repo.git', 'owner/repo'],
    ['https://github.com/owner/repo.js.git', 'owner/repo.js'],
    ['https://github.com/owner/.github', 'owner/.github'],
    ['git@ghe.example.com:owner/repo.git', 'ghe.example.com/owner/repo'],
    ['ssh://git@ghe.example.com:2222/owner/repo.git', 'ghe.example.com/owner/repo'],
    ['https://ghe.example.com/owner/repo.git', 'ghe.example.com/owner/repo'],
    ['git@github.localhost:o/r.git', 'github.localhost/o/r'],
    ['  git@github.com:owner/repo.git\n', 'owner/repo'],
    ['/srv/git/owner/repo.git', undefined],
    ['../owner/repo', undefined],
    ['file:///srv/owner/repo.git', undefined],
    ['C:\\owner\\repo', undefined],
    ['C:/owner/repo', undefined],
    ['https://github.com/owner', undefined],
    ['https://github.com/owner/repo/tree/main', undefined],
    ['https://gist.github.com/1234567', undefined],
    ['git@github.com:owner/../repo', undefined],
    ['git@github.com:owner/..', undefined],
    ['git@github.com:owner/re%2fpo', undefined],
    ['https://github.com/owner/repo?x=1', 'owner/repo'],
    ['ext::sh -c evil', undefined],
    ['https://', undefined],
    ['', undefined],
  ];
  for (const [url, expected] of urls) {
    it(`${JSON.stringify(url)} → ${expected ?? 'none'}`, () => {
      const repo = repoOfUrl(url);
      assert.equal(repo && repoText(repo), expected);
    });
  }

  it('as a person writes it', () => {
    const read = (text: string) => {
      const repo = readRepo(text, 'ghe.example.com');
      return repo && repoText(repo);
    };
    assert.equal(read('owner/repo'), 'ghe.example.com/owner/repo');
    assert.equal(read('github.com/owner/repo'), 'owner/repo');
    assert.equal(read('https://github.com/owner/repo'), 'owner/repo');
    assert.equal(read('owner'), undefined);
    assert.equal(read('a/b/c/d'), undefined);
  });
});
