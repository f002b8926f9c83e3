import assert from 'node:assert/strict';
import { driftQuestion, treeChanges } from '../../../src/core/plan/drift.ts';
import type { PlanState } from '../../../src/core/plan/plan.ts';
import { planStatus } from '../../../src/core/plan/planStatus.ts';

const rows = (text: Record<string, string>) => new Map(Object.entries(text));

describe('what has changed in a tree', () => {
  it('is nothing', () => assert.equal(treeChanges(rows({ a: '1' }), rows({ a: '1' })), undefined));

  it('is created, changed and removed', () => {
    assert.deepEqual(treeChanges(rows({ a: '1', b: '1', c: '1' }), rows({ b: '2', c: '1', d: '1' })), {
      created: ['d'],
      changed: ['b'],
      removed: ['a'],
    });
  });

  it('names a folder instead of everything in it', () => {
    const full = rows({ 'x/': '1', 'x/a': '1', 'x/y/': '1', 'x/y/b': '1', xa: '1' });
    assert.deepEqual(treeChanges(rows({}), full)?.created, ['x/', 'xa']);
    assert.deepEqual(treeChanges(full, rows({}))?.removed, ['x/', 'xa']);
  });

  it('leads to a question, never to an order to undo it', () => {
    const text = driftQuestion({ created: ['a\nb'], changed: [], removed: [] });
    assert.match(text, /- created: a b\n/);
    assert.match(text, /\?/);
    assert.match(text, /Do not undo/);
    assert.doesNotMatch(text, /changed: |git (?:checkout|restore|reset|stash)/);
  });
});

const nothing: PlanState = {
  ...{ gated: true, hash: 'h', problem: undefined, missingHeadings: [], versions: [], approval: undefined },
  ...{ withdrawn: false, reviewing: false, mostRevisions: 5, needsHuman: false },
};
const refused = { version: 2, hash: 'h', verdict: { is_optimal: false, summary: '', notes: [] } };
const approval = {
  is_optimal: true,
  plan_hash: 'h',
  review_version: 3,
  approved_at: '',
  codex_thread_id: null,
} as const;

describe('the plan in the status', () => {
  for (const [kind, version, state] of [
    ['off', 0, { gated: false }],
    ['off', 3, { gated: false, approval }],
    ['none', 0, {}],
    ['none', 1, { versions: [{ ...refused, version: 1, verdict: undefined }] }],
    ['reviewing', 2, { reviewing: true, versions: [refused], needsHuman: true }],
    ['changes-requested', 2, { versions: [refused] }],
    ['needs-human', 2, { versions: [refused], needsHuman: true }],
    ['approved', 3, { approval, versions: [refused] }],
    ['stale', 2, { withdrawn: true, versions: [refused] }],
  ] as const) {
    it(`is ${kind}: ${JSON.stringify(Object.keys(state))}`, () => {
      assert.deepEqual(planStatus({ ...nothing, ...state }), { kind, version, hash: 'h' });
    });
  }
});
