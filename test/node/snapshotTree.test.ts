import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createGit } from '../../src/node/git.ts';
import { currentTree } from '../../src/node/snapshotTree.ts';
import { gitProject } from '../support/gitProject.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('the tree of everything', () => {
  let box: Sandbox;
  beforeEach(() => {
    box = new Sandbox();
  });
  afterEach(() => box.dispose());

  it('has an edit of the same size in the same moment as the index', async () => {
    const { directory, write, git } = gitProject(box);
    const file = join(directory, 'src/auth.ts');
    const moment = () => utimesSync(file, 1_700_000_000, 1_700_000_000);
    // Nothing can set that time, so that git is told not to look at it.
    git('config', 'core.trustctime', 'false');
    write('src/auth.ts', 'export const login = 1;\n');
    moment();
    git('update-index', '--refresh');
    write('src/auth.ts', 'export const login = 2;\n');
    moment();
    utimesSync(join(directory, '.git/index'), 1_700_000_000, 1_700_000_000);
    const tree = await currentTree(createGit(directory, box.env));
    assert.match(git('diff', 'HEAD', tree), /\+export const login = 2;/);
  });
});
