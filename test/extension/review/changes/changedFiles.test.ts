import assert from 'node:assert/strict';
import type { DiffFile } from '../../../../src/core/review/changes/diffFile.ts';
import { ChangedFiles } from '../../../../src/extension/review/changes/changedFiles.ts';
import type { ChangesRow } from '../../../../src/extension/review/changes/changesRows.ts';
import { reviewOf } from '../../../support/reviews.ts';

const folder = { name: 'p', path: '/p', top: '/p' };
const file = (path: string): DiffFile => ({
  ...{ path, from: null, status: 'modified', type: 'file', before: null, after: null, lines: null },
});
const many = (count: number) => Array.from({ length: count }, (_, n) => file(`${n}.ts`));

describe('the files of a change in the view', () => {
  const row = (hash = 'h1'): ChangesRow => {
    const review = reviewOf();
    const change = review.change && { ...review.change, hash };
    return { kind: 'changes', changed: { folder, review: { ...review, change }, revision: 1 }, named: false };
  };
  const kinds = (rows: readonly ChangesRow[]) => rows.map(({ kind }) => kind);

  it('are read once for the same code, also by two looks at once', async () => {
    let reads = 0;
    const files = new ChangedFiles(async () => {
      reads += 1;
      return many(2);
    });
    await Promise.all([files.children(row()), files.children(row())]);
    await files.children(row());
    assert.equal(reads, 1);
    await files.children(row('h2'));
    assert.equal(reads, 2);
  });

  it('are valid only for the code that they were read for', async () => {
    const files = new ChangedFiles(async () => many(2));
    let told = 0;
    files.onDidChange(() => {
      told += 1;
    });
    assert.equal(files.known(row().changed), undefined);
    await files.children(row());
    assert.equal(files.known(row().changed)?.length, 2);
    assert.equal(files.known(row('h2').changed), undefined);
    assert.equal(told, 1, 'the node is drawn again with its lines');
  });

  it('are limited at first, and at most as many as a view can show', async () => {
    const files = new ChangedFiles(async () => many(1200));
    const [first, last] = [(await files.children(row())).length, (await files.children(row())).at(-1)];
    assert.equal(first, 21);
    assert.deepEqual(last && 'hidden' in last && [last.hidden, last.all], [1180, 1200]);
    files.showWhole(folder);
    const whole = await files.children(row());
    const rest = whole.at(-1);
    assert.equal(whole.length, 1001);
    assert.deepEqual(rest && 'hidden' in rest && [rest.hidden, rest.all], [200, undefined]);
  });

  it('say why they cannot be read, and are read again at the next look', async () => {
    let fails = true;
    const files = new ChangedFiles(async () => {
      if (fails) throw new Error('git is busy');
      return many(1);
    });
    const [problem] = await files.children(row());
    assert.equal(problem?.kind === 'changesProblem' && problem.problem, 'git is busy');
    fails = false;
    assert.deepEqual(kinds(await files.children(row())), ['changedFile']);
  });

  it('have no rows below them', async () => {
    const files = new ChangedFiles(async () => many(1));
    const [one] = await files.children(row());
    assert.ok(one);
    assert.deepEqual(await files.children(one), []);
  });
});
