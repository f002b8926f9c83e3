// Who may call the code approved, and what they are told when they may not.
import assert from 'node:assert/strict';
import { remarkText } from '../../../src/core/base/remark.ts';
import type { ProjectEvent } from '../../../src/core/project/event.ts';
import { approvalProblem, targetedProblem } from '../../../src/core/review/approval.ts';
import { stateOf } from '../../../src/core/review/logState.ts';
import { reduceReview } from '../../../src/core/review/reduce.ts';
import { approved, discussion, facts, finding, now, ran, received, requested, reReview, triaged } from './events.ts';

const at = (hash: string, events: ProjectEvent[]) => reduceReview(stateOf(events), facts(hash), { now: now() });
const clean = [requested('q1', 1, 'h1'), received('q1', [finding('F1', { severity: 'non-blocking' })])];
const blocked = [requested('q1', 1, 'h1'), received('q1', [finding('F1')])];
const secondRound = [...blocked, triaged('r1-F1', 'fixed'), reReview(), requested('q2', 2, 'h2'), received('q2', [])];

const approvals: [string, string, ProjectEvent[], RegExp | undefined][] = [
  ['nothing was reviewed', 'h1', [], /codex-ran is missing.*--review/],
  ['the findings have not come', 'h1', [requested('q1', 1, 'h1')], /no findings yet.*--review-complete \/findings\/q1/],
  ['nothing blocks', 'h1', clean, undefined],
  ['something blocks', 'h1', blocked, /^1 blocking finding is open \(r1-F1\)/],
  ['what blocks was rejected', 'h1', [...blocked, triaged('r1-F1', 'rejected', 'no')], undefined],
  ['it is called fixed, and the code is the same', 'h1', [...blocked, triaged('r1-F1', 'fixed')], /code is the same/],
  ['the code changed since', 'h2', clean, /not what round 1 was asked to review.*--delta/],
  ['the fix was reviewed', 'h2', secondRound, undefined],
  ['changes were requested', 'h1', [...blocked, reReview()], /changes requested/],
  [
    'the reviewer has looked at nothing',
    'h1',
    [requested('q1', 1, 'h1'), received('q1', [], ['nothing-reviewed'])],
    /read no files in round 1/,
  ],
  ['it needs discussion', 'h1', [...clean, discussion('hm')], /human's decision first \(hm\)/],
  [
    'it was raised again',
    'h2',
    [
      ...blocked,
      triaged('r1-F1', 'rejected', 'no'),
      reReview(),
      requested('q2', 2, 'h2'),
      received('q2', [finding('F1')]),
    ],
    /blocking finding is open \(r1-F1\)/,
  ],
];

const fixed = [...blocked, triaged('r1-F1', 'fixed'), ran('tests', 0, 'h2')];
const targets: [string, string, ProjectEvent[], number | undefined, RegExp | undefined][] = [
  ['the fix is small and tested', 'h2', fixed, 10, undefined],
  ['the fix is too large', 'h2', fixed, 11, /^11 lines have changed/],
  ['its size cannot be known', 'h2', fixed, undefined, /unknown number of lines/],
  ['tests are missing', 'h2', [...blocked, triaged('r1-F1', 'fixed')], 3, /needs passed tests/],
  ['tests are those of other code', 'h3', fixed, 3, /needs passed tests/],
  ['something is open', 'h2', [...blocked, ran('tests', 0, 'h2')], 3, /blocking finding is open \(r1-F1\)/],
  ['nothing was changed', 'h1', [...blocked, triaged('r1-F1', 'fixed'), ran('tests', 0, 'h1')], 0, /code is the same/],
  ['changes were requested', 'h2', [...fixed, reReview()], 3, /changes requested/],
  ['nothing was reviewed', 'h2', [ran('tests', 0, 'h2')], 3, /codex-ran is missing/],
  ['it was approved before', 'h3', [...clean, approved('h1'), ran('tests', 0, 'h3')], 3, undefined],
];

const atLimit = [1, 2, 3].flatMap((n) => [requested(`q${n}`, n, 'h1'), received(`q${n}`, []), reReview()]);

describe('an approval', () => {
  for (const [what, more, act] of [
    ['a discussion', [discussion('3 rounds')], 'requestBeyond'],
    ['a request for changes', [], 'requestBeyond'],
  ] as const) {
    it(`does not suggest a request that would be refused, when the rounds are used up after ${what}`, () => {
      const { next = [] } = approvalProblem(at('h1', [...atLimit, ...more])) ?? {};
      assert.deepEqual(next, [{ act }]);
    });
  }

  for (const [when, hash, events, expected] of approvals) {
    it(`is ${expected === undefined ? 'given' : 'refused'} when ${when}`, () => {
      const problem = approvalProblem(at(hash, events));
      if (expected === undefined) assert.equal(problem, undefined);
      else assert.match(problem === undefined ? '' : remarkText(problem, 'author'), expected);
    });
  }

  it('is refused outside a repository', () => {
    assert.match(
      approvalProblem(reduceReview(stateOf(clean), null, { now: now() }))?.problem ?? '',
      /not a git repository/,
    );
  });
});

describe('a targeted approval', () => {
  for (const [when, hash, events, lines, expected] of targets) {
    it(`is ${expected === undefined ? 'given' : 'refused'} when ${when}`, () => {
      const problem = targetedProblem(at(hash, events), lines);
      if (expected === undefined) assert.equal(problem, undefined);
      else assert.match(problem === undefined ? '' : remarkText(problem, 'author'), expected);
    });
  }
});
