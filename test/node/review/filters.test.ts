// Files of which git commits other bytes than those on disk.
import assert from 'node:assert/strict';
import { chmodSync, utimesSync, writeFileSync } from 'node:fs';
import { stateOf } from '../../../src/core/review/logState.ts';
import { readChange } from '../../../src/node/review/change.ts';
import { createGit } from '../../../src/node/system/git.ts';
import { newProject, type Project } from '../../support/project.ts';

describe('a change with filters', () => {
  let repo: Project;

  beforeEach(() => {
    repo = newProject({ git: 'empty' });
    repo.write('src/a.ts', 'one\n');
    repo.commit('The beginning');
    repo.git('switch', '--quiet', '-c', 'work');
  });
  afterEach(() => repo.dispose());

  const change = () => readChange(createGit(repo.top, repo.env), { state: stateOf([]), ignore: ['*.md'] });

  /** Attributes that no commit contains. */
  const attributes = (text: string) => writeFileSync(repo.file('.git/info/attributes'), text);
  const filter = (script: string, files = '*.ts') => {
    const file = repo.write('../clean.sh', `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    repo.git('config', 'filter.own.clean', `${file} %f`);
    attributes(`${files} filter=own\n`);
  };

  const others: [string, () => void][] = [
    ['a clean filter', () => filter("sed 's/good/evil/'")],
    ['an identifier', () => attributes('*.ts ident\n')],
    ['an encoding', () => attributes('*.ts working-tree-encoding=latin1\n')],
  ];
  const text = Buffer.from('good \xe9 $Id: x $\n', 'latin1');

  for (const [what, setUp] of others) {
    it(`names a file that ${what} changes, new, edited, staged and committed`, async () => {
      setUp();
      repo.write('src/new.ts', text);
      const { hash, filtered } = await change();
      assert.deepEqual(filtered, ['src/new.ts']);
      repo.git('add', '.');
      assert.deepEqual((await change()).hash, hash);
      repo.commit();
      assert.deepEqual(await change().then((now) => [now.hash, now.filtered]), [hash, ['src/new.ts']]);
      repo.write('src/a.ts', text);
      assert.deepEqual((await change()).filtered, ['src/a.ts', 'src/new.ts']);
    });
  }

  it('differs when the filter commits something else', async () => {
    filter("sed 's/good/evil/'");
    repo.write('src/a.ts', 'good\n');
    const { hash } = await change();
    filter("sed 's/good/worse/'");
    assert.notEqual((await change()).hash, hash);
  });

  it('names the file also when the filter is gone after the commit', async () => {
    repo.write('src/a.ts', 'good\n');
    const { hash, filtered } = await change();
    assert.deepEqual(filtered, []);
    filter("sed 's/good/evil/'");
    // git reads a file again when it is not older than the index.
    utimesSync(repo.file('src/a.ts'), 1_700_000_000, 1_700_000_000);
    repo.commit();
    attributes('');
    repo.git('config', '--unset', 'filter.own.clean');
    const now = await change();
    assert.deepEqual([now.filtered, now.uncommitted], [['src/a.ts'], []]);
    assert.notEqual(now.hash, hash);
    assert.match(repo.git('show', 'HEAD:src/a.ts'), /evil/);
  });

  const pointer = `printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize %s\\n' "$(sha256sum <"$1" | cut -d' ' -f1)" "$(wc -c <"$1" | tr -d ' ')"`;
  const sames: [string, string, () => void][] = [
    ['line endings', 'one\r\ntwo\r\n', () => attributes('*.ts text eol=crlf\n')],
    ['line endings of a mixed file', 'one\r\ntwo\nthree\r\r\n', () => attributes('*.ts text\n')],
    ['line endings by configuration', 'one\r\ntwo\r\n', () => repo.git('config', 'core.autocrlf', 'true')],
    ['a pointer of Git LFS', 'large\n', () => filter(`cat >/dev/null\n${pointer}`)],
    ['a large pointer of Git LFS', 'large\n'.repeat(300_000), () => filter(`cat >/dev/null\n${pointer}`)],
    ['a filter that changes nothing', 'good\n', () => filter('cat')],
    ['a name that needs quotes', 'good\n', () => repo.write('src/"a\\\n\r', 'x\n')],
  ];
  for (const [what, content, setUp] of sames) {
    it(`is not changed by ${what}`, async () => {
      setUp();
      repo.write('src/a.ts', content);
      repo.write('src/new.ts', content);
      const { hash, filtered } = await change();
      assert.deepEqual(filtered, []);
      repo.commit();
      assert.deepEqual(await change().then((now) => [now.hash, now.filtered]), [hash, []]);
    });
  }

  it('names a pointer to other content', async () => {
    filter(`cat >/dev/null\nset -- ${repo.write('../other', 'other\n')}\n${pointer}`, 'src/new.ts');
    repo.write('src/new.ts', 'large\n');
    assert.deepEqual((await change()).filtered, ['src/new.ts']);
  });

  it('has a hash when the program of a filter is missing', async () => {
    repo.git('config', 'filter.own.clean', '/nowhere/clean');
    repo.git('config', 'filter.own.required', 'true');
    attributes('src/new.ts filter=own\n');
    repo.write('src/new.ts', 'x\n');
    assert.match((await change()).hash ?? '', /^[0-9a-f]{64}$/);
  });
});
