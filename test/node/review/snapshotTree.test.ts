import assert from 'node:assert/strict';
import { chmodSync, existsSync, statSync, utimesSync } from 'node:fs';
import { withOwnIndex } from '../../../src/node/review/honestIndex.ts';
import { countLines, currentTree } from '../../../src/node/review/snapshotTree.ts';
import { createGit } from '../../../src/node/system/git.ts';
import { newProject } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('a copy of the index', () => {
  it('can be read by its user alone, also after git has written it', async () => {
    const project = newProject({ git: true });
    try {
      const git = createGit(project.top, project.env);
      chmodSync(project.file('.git/index'), 0o644);
      const mode = () => withOwnIndex(git, async (env) => statSync(env['GIT_INDEX_FILE'] ?? '').mode & 0o777);
      assert.equal(await mode(), 0o600);
      project.git('update-index', '--assume-unchanged', 'src/auth.ts');
      assert.equal(await mode(), 0o600);
    } finally {
      await project.dispose();
    }
  });
});

describe('the tree of everything', () => {
  let box: Sandbox;
  beforeEach(() => {
    box = new Sandbox();
  });
  afterEach(() => box.dispose());

  it('includes an edit of the same size at the time of the index', async () => {
    const project = newProject({ box, git: true });
    const file = project.file('src/auth.ts');
    const moment = () => utimesSync(file, 1_700_000_000, 1_700_000_000);
    // Nothing can set that time, so that git is told not to look at it.
    project.git('config', 'core.trustctime', 'false');
    project.write('src/auth.ts', 'export const login = 1;\n');
    moment();
    project.git('update-index', '--refresh');
    project.write('src/auth.ts', 'export const login = 2;\n');
    moment();
    utimesSync(project.file('.git/index'), 1_700_000_000, 1_700_000_000);
    const tree = await currentTree(createGit(project.top, box.env));
    assert.match(project.git('diff', 'HEAD', tree), /\+export const login = 2;/);
  });

  it('is read without a hook of the repository', async () => {
    const project = newProject({ box, git: true });
    const ran = project.file('ran');
    for (const folder of ['.git/hooks', 'my']) {
      chmodSync(project.write(`${folder}/post-index-change`, `#!/bin/sh\ntouch ${ran}\n`), 0o755);
    }
    for (const set of [() => {}, () => project.git('config', 'core.hooksPath', 'my')]) {
      set();
      project.write('src/auth.ts', 'export const login = 2;\n');
      await currentTree(createGit(project.top, box.env));
      assert.ok(!existsSync(ran));
    }
  });
});

describe('the lines of a patch', () => {
  const head = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n';
  const cases: [string, string, number | undefined][] = [
    ['a line that was changed counts once', `${head}@@ -3 +3 @@\n-a\n+b\n`, 1],
    ['the longer side of each part', `${head}@@ -3,2 +3,5 @@\n@@ -20,4 +23,0 @@\n`, 9],
    ['a mode counts as a line', 'diff --git a/x b/x\nold mode 100644\nnew mode 100755\n', 1],
    ['are unknown for a binary file', 'diff --git a/x b/x\nBinary files a/x and b/x differ\n', undefined],
    ['nor for a submodule', `${head}@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n`, undefined],
  ];
  for (const [what, patch, expected] of cases) it(what, () => assert.equal(countLines(patch), expected));
});
