// The guard of the main worktree.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { needsNoNodeFor } from './support/everyGate.ts';
import { staysSilent } from './support/everyObserver.ts';
import { allowed, denied, HookedProject } from './support/hookedProject.ts';

describe('worktree-guard', () => {
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
  });
  afterEach(() => at.dispose());

  const call = (command: string, more: object = {}) => at.hook('worktree-guard', { ...at.bash(command), ...more });

  it('denies a branch switch in the main worktree', async () => {
    at.git('branch', 'other');
    for (const line of ['git checkout other', 'git switch other', 'git checkout -b x', 'cd src && git switch -c y']) {
      assert.match(denied(await call(line)), /main worktree/);
    }
    assert.match(at.logged().join(), /denied: switch/);
  });

  it('allows restoring files, switching to main, and other worktrees', async () => {
    const tree = join(at.root, 'tree');
    at.git('worktree', 'add', '-q', tree, '-b', 'side');
    for (const line of ['git checkout -- src/auth.ts', 'git checkout src/auth.ts', 'git checkout main', 'git status']) {
      allowed(await call(line));
    }
    allowed(await call('git checkout -b x', { cwd: tree }));
    allowed(await call(`cd ${tree} && git checkout -b x`));
    allowed(await call(`git -C ${tree} switch -c x`));
    denied(await call('git checkout -b x'));
  });

  it('denies in-place edits that no hook can see', async () => {
    assert.match(denied(await call("sed -i 's/a/b/' src/auth.ts")), /Edit tool/);
    for (const line of ["'sed' -i s/a/b/ x", 'sed\t-i s/a/b/ x', 'x=sed; $x -i s/a/b/ x', 'sed --in-pl s/a/b/ x']) {
      denied(await call(line));
    }
    for (const line of ['"perl" -pi -e 1 x', 'perl5.36 -pi -e 1 x', "'awk' -i inplace 1 x", '"ruby" -i -pe 1 x']) {
      denied(await call(line));
    }
    denied(await call('gh pr "checkout" 5'));
    allowed(await call("sed -n '1,5p' src/auth.ts"));
  });

  it('lets the call go on when it breaks, and says so', async () => {
    allowed(await call('git checkout x', { cwd: 7 }));
    assert.match(at.logged().join(), /cwd/);
  });

  staysSilent('worktree-guard', () => at);
  needsNoNodeFor('worktree-guard', ['ls -la', 'git status', 'npm test'], () => at);
});
