// Where HEAD is and what it tracks, read together with the branches: the same as git says when it is asked for each.
import assert from 'node:assert/strict';
import type { LogState } from '../../../src/core/review/logState.ts';
import { chooseBase, readHead, readRefs } from '../../../src/node/review/changeBase.ts';
import { createGit } from '../../../src/node/system/git.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';

describe('HEAD, the branches and the upstream', () => {
  let project: ProjectWith<{ git: true }>;
  beforeEach(() => {
    project = newProject({ git: true });
    project.git('branch', '--force', 'main');
    project.git('checkout', '-q', '-B', 'feature');
  });
  afterEach(() => project.dispose());

  const track = (ref: string) => {
    project.git('config', 'branch.feature.remote', 'origin');
    project.git('config', 'branch.feature.merge', `refs/heads/${ref}`);
    project.git('config', 'remote.origin.url', '/nowhere');
    project.git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
  };
  const states: Record<string, () => void> = {
    'on a branch': () => {},
    'on a branch with an upstream': () => {
      project.git('update-ref', 'refs/remotes/origin/feature', 'HEAD');
      track('feature');
    },
    'on a branch whose upstream is gone': () => track('feature'),
    'on a branch whose upstream is a name for another': () => {
      project.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      project.git('symbolic-ref', 'refs/remotes/origin/other', 'refs/remotes/origin/main');
      track('other');
    },
    'on a branch that is a name for another': () => {
      project.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
      project.git('symbolic-ref', 'HEAD', 'refs/heads/alias');
    },
    'on a branch without a commit': () => {
      project.git('symbolic-ref', 'HEAD', 'refs/heads/new');
    },
    'on no branch': () => {
      project.git('checkout', '-q', '--detach');
    },
  };
  for (const [what, bring] of Object.entries(states)) {
    it(`are what git says: ${what}`, async () => {
      bring();
      const git = createGit(project.top, process.env);
      const { head, upstream } = await readRefs(git);
      assert.deepEqual(head, await readHead(git));
      const asked = ['rev-parse', '--quiet', '--verify', '--symbolic-full-name', '@{upstream}'];
      assert.equal(upstream, await git.line(asked));
    });
  }

  it('include every branch, and the meaning of a name', async () => {
    project.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    project.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    const { all } = await readRefs(createGit(project.top, process.env));
    assert.deepEqual(all, [
      { name: 'refs/heads/feature', target: '' },
      { name: 'refs/heads/main', target: '' },
      { name: 'refs/heads/topic', target: '' },
      { name: 'refs/remotes/origin/HEAD', target: 'refs/remotes/origin/main' },
      { name: 'refs/remotes/origin/main', target: '' },
    ]);
  });
});

describe('the base of a change', () => {
  let project: ProjectWith<{ git: true }>;
  beforeEach(() => {
    project = newProject({ git: true });
    project.git('branch', '--force', 'main');
    project.git('checkout', '-q', '-B', 'feature');
  });
  afterEach(() => project.dispose());

  /** The base, and how often git was asked for it. */
  async function choose() {
    const git = createGit(project.top, project.env);
    const refs = await readRefs(git);
    const asked: (readonly string[])[] = [];
    const line: typeof git.line = (args, options) => {
      asked.push(args);
      return git.line(args, options);
    };
    const state = { partyStart: () => undefined } as unknown as LogState;
    const { base } = await chooseBase({ ...git, line }, refs.head, state, refs);
    return { base, asked: asked.length };
  }

  it('is known without git while the branch is where the main branch is', async () => {
    assert.deepEqual(await choose(), { base: project.git('rev-parse', 'HEAD').trim(), asked: 0 });
  });

  it('is what git finds when either branch has moved', async () => {
    const base = project.git('rev-parse', 'HEAD').trim();
    project.git('commit', '-q', '--allow-empty', '-m', 'more');
    assert.deepEqual(await choose(), { base, asked: 1 });
  });
});
