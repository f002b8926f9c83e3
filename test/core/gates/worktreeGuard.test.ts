// The worktree guard: in which order it decides, what it asks for on the way, and its words.

import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { type WorktreeFacts, worktreeGuard } from '../../../src/core/gates/worktreeGuard.ts';
import { call, inWords } from './gateFacts.ts';

describe('worktree-guard: the order of decisions', () => {
  let asked: string[];
  beforeEach(() => {
    asked = [];
  });

  const present = ['/p', '/p/src', '/tree', '/p/README.md', '/p/both'];
  const facts: WorktreeFacts = {
    userHome: '/h',
    resolve,
    exists(path) {
      asked.push(`exists ${path}`);
      return present.includes(path);
    },
    inMainWorktree(directory) {
      asked.push(`main ${directory}`);
      return directory.startsWith('/p');
    },
    async hasBranch(directory, name) {
      asked.push(`branch ${name} in ${directory}`);
      return name === 'both';
    },
  };
  const judge = (command: string) => inWords(worktreeGuard(call('Bash', { command }), facts));

  it('ignores other tools and commands, and reads no facts', async () => {
    assert.equal(await worktreeGuard(call('Edit', { file_path: '/p/x' }), facts), undefined);
    assert.equal(await judge('git status && ls'), undefined);
    assert.deepEqual(asked, []);
  });

  it('denies in-place edits without reading any facts', async () => {
    assert.deepEqual(await judge("sed -i 's/a/b/' x"), {
      what: 'in-place',
      deny: 'sed would edit files in place, which no hook can see. Use the Edit tool, or write to another file',
    });
    assert.deepEqual(asked, []);
  });

  it('allows a missing directory, and one that is not in the main worktree', async () => {
    assert.equal(await judge('git -C /nowhere switch x'), undefined);
    assert.deepEqual(asked, ['exists /nowhere']);
    asked = [];
    assert.equal(await judge('git -C ../tree switch x'), undefined);
    assert.deepEqual(asked, ['exists /tree', 'main /tree']);
  });

  it('names the branch, and the way out', async () => {
    const verdict = await judge('git switch -c topic');
    assert.equal(verdict?.what, 'switch');
    assert.match(verdict.deny ?? '', /^this would switch the branch to topic in the main worktree.*git worktree add/);
    assert.match((await judge('git switch "$B"'))?.deny ?? '', /^this would switch the branch in the main worktree/);
  });

  it('asks git about the branch only when the name is also a file', async () => {
    assert.equal((await judge('git checkout topic'))?.what, 'checkout');
    assert.deepEqual(asked, ['exists /p', 'main /p', 'exists /p/topic']);
    asked = [];
    assert.equal(await judge('git checkout README.md'), undefined);
    assert.deepEqual(asked, ['exists /p', 'main /p', 'exists /p/README.md', 'branch README.md in /p']);
    assert.match((await judge('git checkout both'))?.deny ?? '', /switch the branch to both/);
  });

  it("assumes Claude's directory when the line hides its own", async () => {
    assert.equal((await judge('cd "$X"; git switch topic'))?.what, 'switch');
    assert.deepEqual(asked, ['exists /p', 'main /p']);
  });

  it('checks each command of a line, up to the first that it denies', async () => {
    const verdict = await judge('git -C /tree switch x; cd src; git switch y; sed -i s/a/b/ z');
    assert.match(verdict?.deny ?? '', /switch the branch to y /);
    assert.deepEqual(asked, ['exists /tree', 'main /tree', 'exists /p/src', 'main /p/src']);
  });
});
