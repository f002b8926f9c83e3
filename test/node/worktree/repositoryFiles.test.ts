// git's own files, as a real git writes them.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { branchOf, worktreeTops } from '../../../src/node/worktree/repositoryFiles.ts';
import { eachInProject } from '../../support/sandbox.ts';

describe('the worktrees of a repository', () => {
  const at = eachInProject();
  const git = (...args: string[]) => at.box.run('git', ['-C', at.project, ...args]);

  beforeEach(async () => {
    await git('init', '-q', '-b', 'main');
    await git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'one');
  });

  it('are the main one and the linked ones, asked from any of them', async () => {
    const linked = join(at.box.home, 'linked');
    await git('worktree', 'add', '-q', '-b', 'feature/x', linked);
    const all = [at.project, linked];
    assert.deepEqual(worktreeTops(at.project).sort(), all.toSorted());
    assert.deepEqual(worktreeTops(linked).sort(), all.toSorted());
    assert.deepEqual([branchOf(at.project), branchOf(linked)], ['main', 'feature/x']);
  });

  it('are not those whose folder was removed', async () => {
    const linked = join(at.box.home, 'linked');
    await git('worktree', 'add', '-q', linked);
    rmSync(linked, { recursive: true });
    assert.deepEqual(worktreeTops(at.project), [at.project]);
  });

  it('have a commit instead of a branch when none is checked out', async () => {
    await git('checkout', '-q', '--detach');
    assert.match(branchOf(at.project) ?? '', /^[0-9a-f]{7}$/);
  });

  it('are none outside git', () => {
    const place = at.box.directory('plain');
    assert.deepEqual([worktreeTops(place), branchOf(place)], [[], undefined]);
  });
});
