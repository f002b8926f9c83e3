// The hash that evidence is bound to, with real repositories.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectEvent } from '../../../src/core/project/event.ts';
import { stateOf } from '../../../src/core/review/logState.ts';
import { readChange } from '../../../src/node/review/change.ts';
import { baseAt } from '../../../src/node/review/changeBase.ts';
import { createGit } from '../../../src/node/system/git.ts';
import { approved, received, requested } from '../../core/review/events.ts';
import { newProject, type Project } from '../../support/project.ts';

describe('the change', () => {
  let repo: Project;
  let base: string;

  beforeEach(() => {
    repo = newProject({ git: 'empty' });
    repo.write('src/a.ts', 'one\n');
    repo.write('src/b.ts', 'two\n');
    base = repo.commit('The beginning');
    repo.git('switch', '--quiet', '-c', 'work');
  });
  afterEach(() => repo.dispose());

  const change = (events: readonly ProjectEvent[] = [], env: Record<string, string> = repo.env) =>
    readChange(createGit(repo.top, env), { state: stateOf(events), ignore: ['*.md', '*.log', '*.jsonl'] });
  const hash = async () => (await change()).hash;

  it('is the same whether it is new, staged or committed', async () => {
    repo.write('src/a.ts', 'uno\n');
    repo.write('src/new.ts', 'new\n');
    const untracked = await hash();
    repo.git('add', '--all');
    assert.equal(await hash(), untracked);
    repo.commit();
    assert.equal(await hash(), untracked);
  });

  const edits: [string, (repo: Project) => unknown][] = [
    ['an edit', ({ top }) => writeFileSync(join(top, 'src/a.ts'), 'other\n')],
    ['a new file', (r) => r.write('src/c.ts', 'three\n')],
    ['a new empty file', (r) => r.write('src/c.ts', '')],
    ['a deleted file', ({ top }) => rmSync(join(top, 'src/a.ts'))],
    ['a renamed file', ({ top }) => renameSync(join(top, 'src/a.ts'), join(top, 'src/z.ts'))],
    ['a program', ({ top }) => chmodSync(join(top, 'src/a.ts'), 0o755)],
    [
      'a link instead of a file',
      ({ top }) => {
        rmSync(join(top, 'src/a.ts'));
        symlinkSync('b.ts', join(top, 'src/a.ts'));
      },
    ],
    ['a name with a newline', (r) => r.write('src/new\nline.ts', 'x')],
    [
      'a name that is not UTF-8',
      ({ top }) => writeFileSync(Buffer.concat([Buffer.from(`${top}/src/`), Buffer.from([0xff, 0xfe])]), 'x'),
    ],
    ['whitespace', ({ top }) => writeFileSync(join(top, 'src/a.ts'), 'one \n')],
    [
      'an edit that git was told not to see (assume-unchanged)',
      (r) => {
        r.git('update-index', '--assume-unchanged', 'src/a.ts');
        r.write('src/a.ts', 'hidden\n');
      },
    ],
    [
      'an edit that git was told not to see (skip-worktree)',
      (r) => {
        r.git('update-index', '--skip-worktree', 'src/a.ts');
        r.write('src/a.ts', 'hidden\n');
      },
    ],
    [
      'an edit that a file system monitor denies',
      (r) => {
        const monitor = r.write('../monitor.sh', '#!/bin/sh\nprintf "token\\0"\n');
        chmodSync(monitor, 0o755);
        r.git('config', 'core.fsmonitor', monitor);
        r.git('update-index', '--fsmonitor');
        r.git('status');
        r.write('src/a.ts', 'hidden\n');
      },
    ],
    [
      'an edit whose time was set back, where git was told to believe that',
      (r) => {
        r.git('config', 'core.trustctime', 'false');
        const past = new Date('2020-01-01T00:00:00Z');
        utimesSync(join(r.top, 'src/a.ts'), past, past);
        r.git('status');
        // git compares whole seconds of the time of the last change, which a program cannot set.
        const second = () => Math.floor(statSync(join(r.top, 'src/a.ts')).ctimeMs / 1000);
        const seen = second();
        do {
          r.write('src/a.ts', 'eno\n');
          utimesSync(join(r.top, 'src/a.ts'), past, past);
        } while (second() === seen);
      },
    ],
    [
      'an edit where git was told to look at another tree',
      (r) => {
        mkdirSync(join(r.root, 'other/src'), { recursive: true });
        writeFileSync(join(r.root, 'other/src/a.ts'), 'one\n');
        writeFileSync(join(r.root, 'other/src/b.ts'), 'changed\n');
        r.git('config', 'core.worktree', join(r.root, 'other'));
        r.write('src/a.ts', 'hidden\n');
      },
    ],
    [
      'a nested repository',
      (r) => {
        mkdirSync(join(r.top, 'inner'));
        r.git('init', '--quiet', 'inner');
      },
    ],
  ];
  for (const [what, edit] of edits) {
    it(`sees ${what}`, async () => {
      repo.write('src/b.ts', 'changed\n');
      const before = await hash();
      edit(repo);
      assert.notEqual(await hash(), before);
    });
  }

  it('is empty again when the edit is undone', async () => {
    repo.write('src/b.ts', 'changed\n');
    const before = await hash();
    repo.write('src/a.ts', 'uno\n');
    repo.write('src/a.ts', 'one\n');
    assert.equal(await hash(), before);
  });

  it('does not see untracked files that need no review, nor what Party writes', async () => {
    repo.write('src/a.ts', 'uno\n');
    const before = await hash();
    const unseen = ['README.md', 'docs/plan.md', 'x/debug.log', 'trace.jsonl'];
    const own = [
      '.claude/review/gate.json',
      '.claude/codex-collab.state.json',
      '.claude/codex-collab/reviews/a',
      '.tmux-team/team.json',
    ];
    for (const path of [...unseen, ...own]) repo.write(path, 'x');
    assert.equal(await hash(), before);
    const instructions = ['CLAUDE.md', 'AGENTS.md', '.claude/commands/x.md', '.mcp.json', 'tmux-team.json'];
    for (const path of ['src/markdown.md.ts', '.claude/settings.json', 'sub/tmux-team.json', 'log', ...instructions]) {
      repo.write(path, 'x');
      assert.notEqual(await hash(), before, path);
      rmSync(join(repo.top, path));
    }
    repo.write('.gitignore', 'build/\n');
    const ignoring = await hash();
    repo.write('build/out.js', 'x');
    assert.equal(await hash(), ignoring);
  });

  it('sees everything that a commit would contain, whatever its name', async () => {
    repo.write('src/a.ts', 'uno\n');
    let before = await hash();
    const changed = async (what: string) => {
      const now = await hash();
      assert.notEqual(now, before, what);
      before = now;
    };
    for (const path of ['docs/x.md', 'x.log', 'x.jsonl', '.claude/review/approval.json', '.tmux-team/team.json']) {
      repo.write(path, 'x');
      repo.git('add', '--force', path);
      await changed(`${path} is staged`);
      repo.commit();
      assert.equal(await hash(), before, `${path} is committed`);
      repo.write(path, 'y');
      await changed(`${path} is edited`);
      rmSync(join(repo.top, path));
      await changed(`${path} is deleted`);
    }
  });

  it('sees that a commit removes a document that stays on disk', async () => {
    repo.git('switch', '--quiet', 'main');
    repo.write('README.md', 'x');
    repo.commit();
    repo.git('switch', '--quiet', '-C', 'work');
    repo.write('src/a.ts', 'uno\n');
    const before = await hash();
    repo.git('rm', '--quiet', '--cached', 'README.md');
    assert.notEqual(await hash(), before);
  });

  it('names a committed document that the index no longer has', async () => {
    repo.write('src/a.ts', 'uno\n');
    repo.write('docs/x.md', 'x');
    const before = await hash();
    repo.commit();
    repo.git('rm', '--quiet', '--cached', 'docs/x.md');
    assert.equal(await hash(), before);
    assert.deepEqual((await change()).uncommitted, ['docs/x.md']);
  });

  it('is of documents alone only while these are plain files and instruct no agent', async () => {
    const docsOnly = async () => (await change()).docsOnly;
    repo.write('docs/x.md', 'x');
    repo.commit();
    assert.equal(await docsOnly(), true);
    assert.deepEqual(Object.keys((await change()).files), ['docs/x.md']);
    repo.write('x.log', 'x');
    assert.equal(await docsOnly(), true, 'an untracked record of a program');
    repo.git('add', 'x.log');
    assert.equal(await docsOnly(), false, 'a tracked record of a program');
    repo.git('rm', '--quiet', '--force', 'x.log');
    chmodSync(join(repo.top, 'docs/x.md'), 0o755);
    assert.equal(await docsOnly(), false, 'a program');
    chmodSync(join(repo.top, 'docs/x.md'), 0o644);
    repo.write('CLAUDE.md', 'x');
    assert.equal(await docsOnly(), false, 'an instruction');
    rmSync(join(repo.top, 'CLAUDE.md'));
    symlinkSync('x.md', join(repo.top, 'docs/y.md'));
    repo.git('add', 'docs/y.md');
    assert.equal(await docsOnly(), false, 'a link');
  });

  it('says when only documents have changed, which is not the same as nothing', async () => {
    assert.deepEqual([(await change()).docsOnly, Object.keys((await change()).files)], [false, []]);
    repo.write('README.md', 'x');
    assert.equal((await change()).docsOnly, true);
    repo.write('src/a.ts', 'uno\n');
    assert.equal((await change()).docsOnly, false);
  });

  it('names the files, each with its digest', async () => {
    repo.write('src/a.ts', 'uno\n');
    repo.write('src/ü.ts', 'x');
    assert.deepEqual(Object.keys((await change()).files), ['src/a.ts', 'src/ü.ts']);
  });

  it('names the uncommitted files that a pull request would lack', async () => {
    const uncommitted = async () => (await change()).uncommitted;
    repo.write('src/a.ts', 'uno\n');
    assert.deepEqual(await uncommitted(), [], 'nothing is committed: there is nothing to make a pull request of');
    repo.commit();
    assert.deepEqual(await uncommitted(), []);
    repo.write('notes.md', 'x');
    assert.deepEqual(await uncommitted(), [], 'what needs no review');
    repo.write('src/a.ts', 'due\n');
    repo.write('src/new.ts', 'x');
    assert.deepEqual(await uncommitted(), ['src/a.ts', 'src/new.ts']);
    repo.write('src/evil.ts', 'x');
    repo.commit();
    rmSync(join(repo.top, 'src/evil.ts'));
    assert.deepEqual(await uncommitted(), ['src/evil.ts']);
  });

  it('sees what is committed and not checked out', async () => {
    repo.write('far/x.ts', 'one\n');
    repo.commit();
    rmSync(join(repo.top, 'far/x.ts'));
    repo.git('update-index', '--skip-worktree', 'far/x.ts');
    const before = await hash();
    const evil = repo.git('hash-object', '-w', '--', 'src/b.ts').trim();
    repo.git('update-index', '--cacheinfo', `100644,${evil},far/x.ts`);
    repo.git('update-index', '--skip-worktree', 'far/x.ts');
    assert.notEqual(await hash(), before);
  });

  it('sees the commit of a submodule, checked out or not', async () => {
    const inner = newProject({ git: 'empty' });
    inner.write('x', 'one\n');
    const first = inner.commit();
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.top, 'sub');
    repo.commit();
    const before = await hash();
    repo.git('submodule', '--quiet', 'deinit', '--force', 'sub');
    assert.equal(await hash(), before, 'not checked out');
    repo.git('commit', '--quiet', '--allow-empty', '-m', 'Nothing');
    assert.equal(await hash(), before, 'a commit around it');
    repo.git('update-index', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    assert.notEqual(await hash(), before);
    assert.match(first, /^[0-9a-f]{40}$/);
    await inner.dispose();
  });

  it('takes 2,000 new files, whose names are more than one argument or one pipe can hold', async () => {
    const folder = `many/${'x'.repeat(200)}`;
    for (let n = 0; n < 2000; n++) repo.write(`${folder}/${n}.ts`, `${n}\n`);
    assert.equal(Object.keys((await change()).files).length, 2000);
  });

  it('differs on another base, for the same content', async () => {
    repo.write('src/a.ts', 'uno\n');
    const before = await hash();
    repo.git('stash', '--quiet');
    repo.git('switch', '--quiet', 'main');
    repo.write('src/a.ts', 'eins\n');
    repo.commit();
    repo.git('switch', '--quiet', '-C', 'work');
    repo.write('src/a.ts', 'uno\n');
    assert.notEqual(await hash(), before);
  });

  it('survives a rebase that touches other files', async () => {
    repo.write('src/a.ts', 'uno\n');
    repo.commit();
    const before = await hash();
    repo.git('switch', '--quiet', 'main');
    repo.write('src/b.ts', 'zwei\n');
    repo.commit();
    repo.git('switch', '--quiet', 'work');
    repo.git('rebase', '--quiet', 'main');
    assert.equal(await hash(), before);
  });

  describe('against its base', () => {
    it('starts where the branch left the base branch', async () => {
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      assert.equal((await change()).base, base);
    });

    it('keeps the base of its first request, even if the branch is moved', async () => {
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      repo.git('branch', '--force', 'main', 'work');
      assert.notEqual((await change()).base, base);
      const { base: kept, files } = await change([requested('q', 1, 'h', { base })]);
      assert.deepEqual([kept, Object.keys(files)], [base, ['src/a.ts']]);
    });

    it('prefers what the remote calls its main branch', async () => {
      repo.git('update-ref', 'refs/remotes/origin/trunk', base);
      repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
      repo.git('switch', '--quiet', 'main');
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      assert.equal((await change()).base, base);
    });

    it('starts where the party started when the work is on the base branch itself', async () => {
      repo.git('switch', '--quiet', 'main');
      repo.write('src/a.ts', 'uno\n');
      const start = repo.commit();
      repo.write('src/b.ts', 'due\n');
      repo.commit();
      const events: ProjectEvent[] = [
        { event: 'started', at: '', actor: 'human', session: 's', branch: 'main', head: start },
      ];
      const { base: from, files } = await change(events);
      assert.deepEqual([from, Object.keys(files)], [start, ['src/b.ts']]);
    });

    it('includes everything in a repository without a commit', async () => {
      const fresh = newProject({ git: 'empty' });
      fresh.write('a.ts', 'x');
      const { files, hash: known } = await readChange(createGit(fresh.top, fresh.env), {
        state: stateOf([]),
        ignore: [],
      });
      assert.deepEqual(Object.keys(files), ['a.ts']);
      assert.match(known ?? '', /^[0-9a-f]{64}$/);
      await fresh.dispose();
    });

    it('is known on a detached HEAD', async () => {
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      repo.git('switch', '--quiet', '--detach');
      const { branch, files } = await change();
      assert.deepEqual([branch, Object.keys(files)], ['HEAD', ['src/a.ts']]);
    });

    it('includes all differences when there is no common commit', async () => {
      repo.git('switch', '--quiet', '--orphan', 'alone');
      repo.write('src/b.ts', 'two\n');
      repo.write('src/d.ts', 'four\n');
      repo.commit();
      assert.deepEqual(Object.keys((await change()).files), ['src/a.ts', 'src/d.ts']);
    });

    it('can be named, and an unknown name is refused', async () => {
      const git = createGit(repo.top, repo.env);
      repo.write('src/a.ts', 'uno\n');
      const second = repo.commit();
      assert.equal(await baseAt(git, 'HEAD'), second);
      for (const name of ['nowhere', '--output=x', '']) {
        await assert.rejects(baseAt(git, name), new RegExp(`BASE "${name}" is not a commit or branch`));
      }
    });

    const named = async () => {
      const { base: from, baseKnown, files } = await change();
      return { from, baseKnown, files: Object.keys(files) };
    };

    it('is found under other usual names, by what the branch tracks, or as the only other branch', async () => {
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      for (const name of ['trunk', 'develop', 'something']) {
        repo.git(
          'branch',
          '--move',
          '--force',
          repo
            .git('branch', '--list', '--format=%(refname:short)')
            .split('\n')
            .find((one) => one !== 'work') ?? '',
          name,
        );
        assert.deepEqual(await named(), { from: base, baseKnown: true, files: ['src/a.ts'] }, name);
      }
      repo.git('branch', 'another', base);
      repo.git('branch', '--set-upstream-to=something', 'work');
      assert.equal((await named()).from, base);
      repo.git('branch', '--unset-upstream', 'work');
      assert.equal((await named()).baseKnown, false, 'several others, and none of them more likely');
    });

    it('starts at the branch itself when there is no other branch', async () => {
      repo.git('branch', '--delete', '--force', 'main');
      assert.deepEqual(await named(), { from: base, baseKnown: true, files: [] });
    });

    it('stays approved, whichever base it is compared with', async () => {
      repo.write('src/a.ts', 'uno\n');
      const middle = repo.commit();
      repo.write('src/b.ts', 'due\n');
      const { hash: seen } = await readChange(createGit(repo.top, repo.env), {
        state: stateOf([]),
        ignore: [],
        base: middle,
      });
      const events = [requested('q', 1, seen ?? '', { base: middle }), received('q', []), approved(seen ?? '')];
      const now = await change(events);
      assert.deepEqual([now.base, now.hash], [middle, seen]);
      repo.write('src/b.ts', 'tre\n');
      assert.equal((await change(events)).base, base, 'chosen again when the code has changed');
    });

    it("follows the remote's main branch through a rebase, and no other branch", async () => {
      repo.git('update-ref', 'refs/remotes/origin/main', base);
      repo.write('src/a.ts', 'uno\n');
      repo.commit();
      const events = [requested('q', 1, 'h', { base })];
      repo.git('switch', '--quiet', 'main');
      repo.write('src/other.ts', 'theirs\n');
      const theirs = repo.commit();
      repo.git('switch', '--quiet', 'work');
      repo.git('rebase', '--quiet', 'main');
      assert.deepEqual(Object.keys((await change(events)).files), ['src/a.ts', 'src/other.ts']);
      repo.git('update-ref', 'refs/remotes/origin/main', theirs);
      const { base: from, files } = await change(events);
      assert.deepEqual([from, Object.keys(files)], [theirs, ['src/a.ts']]);
    });

    it('is not moved by the environment of a git hook', async () => {
      repo.write('src/a.ts', 'uno\n');
      const before = await hash();
      const other = newProject({ git: 'empty' });
      const env = { ...repo.env, GIT_DIR: join(other.top, '.git'), GIT_INDEX_FILE: '/nowhere' };
      assert.equal((await change([], env)).hash, before);
      await other.dispose();
    });
  });
});
