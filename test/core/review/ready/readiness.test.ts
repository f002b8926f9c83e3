// What a pull request needs, proof by proof: states, counts and words.
import assert from 'node:assert/strict';
import { english } from '../../../../src/core/base/translate.ts';
import { evidenceKinds } from '../../../../src/core/project/evidenceKinds.ts';
import type { Evidence } from '../../../../src/core/review/evidence.ts';
import { defaultGatePolicy } from '../../../../src/core/review/policy.ts';
import { type ProofState, type RunningNow, readinessOf } from '../../../../src/core/review/ready/readiness.ts';
import {
  endText,
  proofLines,
  proofMeaning,
  proofName,
  proofRowText,
  proofStateText,
  readinessText,
} from '../../../../src/core/review/ready/readinessText.ts';
import { askForProofs, askForPullRequest } from '../../../../src/core/review/ready/readyMessages.ts';
import type { Review } from '../../../../src/core/review/review.ts';
import { reviewOf, round } from '../../../support/reviews.ts';

const now = Date.parse('2026-01-01T01:00:00Z');
const idle: RunningNow = { runs: [], now };

/** A review with these facts about the tests. */
function withTests(tests: Partial<Evidence>, more: Partial<Review> = {}): Review {
  const review = { ...reviewOf(), ...more };
  const evidence = { ...review.evidence, 'tests-passed': { ...review.evidence['tests-passed'], ...tests } };
  return { ...review, evidence };
}

const testsOf = (review: Review, running = idle) => {
  const found = readinessOf(review, running).proofs.find(({ kind }) => kind === 'tests-passed');
  assert.ok(found);
  return found;
};

describe('a proof', () => {
  const cases: [title: string, tests: Partial<Evidence>, state: ProofState, words: string][] = [
    ['that is there', { hash: 'abc', command: ['npm', 'test'], unusual: null }, 'done', 'done: npm test'],
    ['that is missing', {}, 'missing', 'missing'],
    ['about other code', { hash: 'old' }, 'outdated', 'outdated: the code has changed since'],
    ['about a file that changed', { hash: 'old', changed: ['src/greet.js'] }, 'outdated', 'outdated: greet.js changed'],
    [
      'about several',
      { hash: 'old', changed: ['src/a.js', 'b.js', 'c.js'] },
      'outdated',
      'outdated: a.js and 2 more changed',
    ],
    ['that failed', { note: 'npm test ended with 1' }, 'failed', 'failed: npm test ended with 1'],
    [
      'by a command that waits for a human',
      { note: 'make is not the usual command', command: ['make'], waitsAt: 'abc' },
      'waiting',
      'needs your OK: make is not the usual command',
    ],
  ];
  for (const [title, tests, state, words] of cases) {
    it(`${title} says so`, () => {
      const proof = testsOf(withTests(tests));
      assert.deepEqual([proof.state, proofStateText(proof, english)], [state, words]);
      assert.ok(proofLines(proof, english).length >= 3);
    });
  }

  it('that is outdated names the file first in a narrow row', () => {
    const row = (tests: Partial<Evidence>) => proofRowText(testsOf(withTests(tests)), english);
    assert.equal(row({ hash: 'old', changed: ['src/greet.js'] }), 'greet.js changed');
    assert.deepEqual([row({ hash: 'old' }), row({})], ['outdated', 'missing']);
  });

  it('runs while its command does, whatever was before', () => {
    const proof = testsOf(withTests({ hash: 'abc' }), { runs: ['tests-passed'], now });
    assert.equal(proof.state, 'running');
  });

  it('of a critic runs from its start, until it has surely ended', () => {
    const critic = (begunAt: string) => {
      const review = reviewOf();
      const evidence = { ...review.evidence, minimizer: { ...review.evidence.minimizer, begunAt } };
      const found = readinessOf({ ...review, evidence }, idle).proofs.find(({ kind }) => kind === 'minimizer');
      return found?.state;
    };
    assert.equal(critic('2026-01-01T00:58:00Z'), 'running');
    assert.equal(critic('2026-01-01T00:01:00Z'), 'missing');
  });

  it('of Codex runs while Codex reviews, and not while nothing moves', () => {
    const rounds = [round({ receivedAt: null })];
    const codex = (status: object) => {
      const review = reviewOf({ status: { kind: 'requested', ...status }, rounds });
      return readinessOf(review, idle).proofs.find(({ kind }) => kind === 'codex-ran')?.state;
    };
    assert.equal(codex({}), 'running');
    assert.equal(codex({ overdue: true }), 'missing');
    assert.equal(codex({ standstill: 'codex-ended' }), 'missing');
  });

  it('has a name and a meaning of its own', () => {
    const names = evidenceKinds.map((kind) => proofName(kind, english));
    assert.equal(new Set(names).size, evidenceKinds.length);
    for (const kind of evidenceKinds) assert.match(proofMeaning(kind, english), /\.$/);
  });
});

describe('the way to a pull request', () => {
  const text = (review: Review) => readinessText(readinessOf(review, idle), english);

  it('counts what is there of what the policy requires', () => {
    const done = withTests({ hash: 'abc' }, { missing: evidenceKinds.filter((kind) => kind !== 'tests-passed') });
    assert.equal(text(done), '1 of 8');
    const policy = { ...defaultGatePolicy, name: 'list' as const, required: ['tests-passed', 'codex-ran'] as const };
    assert.equal(text({ ...done, policy, missing: ['codex-ran'] }), '1 of 2');
  });

  it('says when the gate is off, when nothing has changed, and when only documents have', () => {
    const review = reviewOf({ missing: evidenceKinds });
    const { change } = review;
    assert.ok(change);
    assert.match(text({ ...review, policy: { ...defaultGatePolicy, name: 'off', required: [] } }), /the gate is off/);
    assert.equal(text({ ...review, change: { ...change, files: {} } }), 'no changes yet');
    assert.match(text({ ...review, change: { ...change, docsOnly: true } }), /only documents changed/);
  });

  it('ends with praise, unless files must be committed first', () => {
    const policy = { ...defaultGatePolicy, required: ['tests-passed'] as const };
    const ready = withTests({ hash: 'abc' }, { policy });
    const end = (given: Review) => endText(readinessOf(given, idle), english);
    assert.deepEqual([text(ready), end(ready)], ['1 of 1', 'Everything is proven. Well done!']);
    assert.ok(ready.change);
    const left = { ...ready, change: { ...ready.change, uncommitted: ['a.ts', 'b.ts'] } };
    assert.equal(end(left), 'Commit 2 files first');
  });
});

describe('what Claude is asked for', () => {
  it('is each proof, with the way to get it', () => {
    const text = askForProofs(['code-critic', 'tests-passed']);
    assert.match(text, /^- code-critic: Claude runs the sub-agent party:code-critic/m);
    assert.match(text, /^- tests-passed: .*party evidence run tests/m);
  });

  it('is the pull request, and before it what is missing and not committed', () => {
    const review = reviewOf();
    assert.doesNotMatch(askForPullRequest(review), /missing|Commit/);
    assert.ok(review.change);
    const open = { ...review, missing: ['pr-verified'] as const, change: { ...review.change, uncommitted: ['a.ts'] } };
    assert.match(askForPullRequest(open), /Still missing: pr-verified[\s\S]*Commit the reviewed files/);
  });
});
