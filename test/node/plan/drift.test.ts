// The tree as it was last seen, where something is in the way of looking.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgetDrift, readTree, rememberPlan, rememberTree, treeDrift } from '../../../src/node/plan/drift.ts';
import { newProject, type Project } from '../../support/project.ts';

describe('the tree of a project', () => {
  let at: Project;
  beforeEach(() => {
    at = newProject({ git: 'empty' });
  });
  afterEach(() => at.dispose());

  it("excludes the .git folder and Party's files about the plan", () => {
    at.write('src/a.ts', '1');
    at.write('.claude/review/approval.json', '{}');
    at.write('sub/.git/config', '');
    at.write('sub/.git/objects/x', '');
    at.git('update-ref', 'refs/party/reviews/x/1', at.commit());
    const paths = [...readTree(at.top).keys()];
    for (const path of ['src/', 'src/a.ts', '.git/HEAD', '.git/config', 'sub/.git/config', '.git/refs/heads/main']) {
      assert.ok(paths.includes(path), path);
    }
    assert.deepEqual(
      paths.filter((path) => /review|objects|index|logs|party/.test(path)),
      [],
    );
  });

  it('has nothing to compare with before the first look', async () => {
    assert.equal(await treeDrift(at.paths, at.top), undefined);
    at.write('a', '1');
    assert.deepEqual((await treeDrift(at.paths, at.top))?.created, ['a']);
    await forgetDrift(at.paths, at.top);
    at.write('b', '1');
    assert.equal(await treeDrift(at.paths, at.top), undefined);
  });

  it('does not follow links, and records a folder that it cannot open', async () => {
    mkdirSync(join(at.root, 'outside'));
    symlinkSync(join(at.root, 'outside'), join(at.top, 'link'));
    at.write('closed/a', '1');
    await rememberTree(at.paths, at.top);
    writeFileSync(join(at.root, 'outside/a'), '1');
    assert.equal(await treeDrift(at.paths, at.top), undefined);
    chmodSync(join(at.top, 'closed'), 0);
    try {
      assert.deepEqual((await treeDrift(at.paths, at.top))?.changed, ['closed/']);
    } finally {
      chmodSync(join(at.top, 'closed'), 0o700);
    }
  });

  it('is searched no longer than the caller waits', async () => {
    at.write('a/b/c', '1');
    await assert.rejects(rememberTree(at.paths, at.top, 0), /too many files/);
    await rememberTree(at.paths, at.top, 60_000);
    assert.equal(await treeDrift(at.paths, at.top), undefined);
  });

  it('sees a file whose name is not UTF-8', async () => {
    const path = Buffer.concat([Buffer.from(`${at.top}/`), Buffer.from([0xff])]);
    await rememberTree(at.paths, at.top);
    // Not every file system has such names, and then there is nothing to see.
    if (process.platform === 'darwin') return assert.throws(() => writeFileSync(path, '1'));
    writeFileSync(path, '1');
    assert.deepEqual((await treeDrift(at.paths, at.top))?.created, ['\ufffd']);
  });

  it('expects an edit of the plan that a hook reported, and no other', async () => {
    await rememberTree(at.paths, at.top);
    at.write('docs/plan.md', '1');
    at.write('docs/other.md', '1');
    await rememberPlan(at.paths, at.top);
    assert.deepEqual((await treeDrift(at.paths, at.top))?.created, ['docs/other.md']);
  });
});
