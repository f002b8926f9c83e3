// Findings that have arrived and are not read yet: which keys they get, how they are marked, and that they count
// nowhere.
import assert from 'node:assert/strict';
import { english } from '../../../../src/core/base/translate.ts';
import type { Finding } from '../../../../src/core/findings/finding.ts';
import { readFindings, rejected } from '../../../../src/core/findings/intake.ts';
import { findingMarks } from '../../../../src/core/findings/words.ts';
import type { ProjectEvent } from '../../../../src/core/project/event.ts';
import { approvalProblem } from '../../../../src/core/review/approval.ts';
import {
  arrivalOf,
  type ReviewersAnswer,
  shownFindings,
  withArrivals,
} from '../../../../src/core/review/arrivals/arrival.ts';
import { arrivedReason } from '../../../../src/core/review/arrivals/arrivedText.ts';
import { stateOf } from '../../../../src/core/review/logState.ts';
import { reduceReview } from '../../../../src/core/review/reduce.ts';
import type { ArrivedFindings, Review } from '../../../../src/core/review/review.ts';
import { reviewText } from '../../../../src/core/review/reviewText.ts';
import { facts, finding, loaded, now, received, requested, reReview, wrote } from '../events.ts';

const asked = requested('q1', 1, 'h1');

function answer(ids: readonly (string | Finding)[], more: Partial<ReviewersAnswer> = {}): ReviewersAnswer {
  const findings = ids.map((one) => (typeof one === 'string' ? finding(one) : one));
  const document = {
    findings,
    summary: '',
    stats: { blocking_count: findings.length, non_blocking_count: 0, files_reviewed: 1 },
  };
  const intake = readFindings(Buffer.from(JSON.stringify(document)), { roots: [], kind: () => 'file' });
  const anchors = findings.map(({ id }) => `const ${id} = 1;`);
  return { intake, reason: undefined, hash: 'x', at: '2026-01-01T12:00:00Z', anchors, trusted: false, ...more };
}

function arrival(events: readonly ProjectEvent[], given: ReviewersAnswer): ArrivedFindings | undefined {
  const state = stateOf(events);
  const open = state.openRounds().at(-1);
  assert.ok(open !== undefined, 'no round is open');
  return arrivalOf(state, open, given);
}

function review(events: readonly ProjectEvent[], given: ReviewersAnswer): Review {
  const found = arrival(events, given);
  const known = reduceReview(stateOf(events), facts('h1'), { now: now() });
  return withArrivals(known, found === undefined ? [] : [found]);
}

const keys = (all: readonly { readonly key: string }[]) => all.map(({ key }) => key);

describe('findings that have arrived', () => {
  it("have the reviewer's word, or are unproven", () => {
    const proven = arrival([asked, wrote('q1', 'x')], answer(['F1', 'F2']));
    assert.deepEqual(
      [proven?.state, proven?.blocking, keys(proven?.findings ?? [])],
      ['proven', 2, ['r1-F1', 'r1-F2']],
    );
    assert.deepEqual(proven?.findings[0]?.arrived, 'proven');
    assert.equal(arrival([asked], answer(['F1']))?.state, 'unproven');
    assert.equal(arrival([asked, wrote('q1', 'other')], answer(['F1']))?.findings[0]?.arrived, 'unproven');
    assert.equal(arrival([asked], answer(['F1'], { trusted: true }))?.state, 'proven');
  });

  it('say why they cannot be read', () => {
    const torn = arrival([asked], answer([], { intake: rejected('truncated') }));
    assert.match(torn?.reason ?? '', /ends in the middle/);
    const missing = arrival(
      [asked],
      answer([], { intake: rejected('fs'), reason: 'x cannot be read: permission denied' }),
    );
    assert.deepEqual([missing?.state, missing?.reason], ['unreadable', 'x cannot be read: permission denied']);
    const said = review([asked], answer([], { intake: rejected('not-json') }));
    assert.equal(reviewText(said.status, english), 'the findings cannot be read');
    assert.equal(
      said.status.arrived && arrivedReason(said.status.arrived, english),
      'the findings cannot be read: the file is not JSON',
    );
  });

  it('are not shown again when they are loaded and unproven', () => {
    assert.equal(arrival([asked, loaded('q1', [finding('F1')], 'x')], answer(['F1'])), undefined);
    assert.equal(arrival([asked, loaded('q1', [finding('F1')], 'y')], answer(['F1']))?.state, 'unproven');
  });

  it('count nowhere, and approve nothing', () => {
    const events = [asked, wrote('q1', 'x')];
    const [without, withThem] = [
      reduceReview(stateOf(events), facts('h1'), { now: now() }),
      review(events, answer(['F1'])),
    ];
    const { arrived, status, ...rest } = withThem;
    const { status: before, ...known } = without;
    assert.deepEqual(rest, known);
    assert.deepEqual({ ...before, arrived: status.arrived }, status);
    assert.deepEqual([status.blocking, arrived?.length], [0, 1]);
    assert.notEqual(approvalProblem(review(events, answer([]))), undefined);
  });

  it('have the keys that they get when they are read, so none is there twice', () => {
    const first = [asked, received('q1', [finding('F1'), finding('F2')]), reReview(), requested('q2', 2, 'h1')];
    const again = { ...finding('F9'), description: 'Something about F1', anchor: 'const F1 = 1;' };
    const given = answer([again, 'F3'], { anchors: ['const F1 = 1;', 'const F3 = 1;'] });
    const early = review([...first, wrote('q2', 'x')], given);
    const read = reduceReview(
      stateOf([...first, wrote('q2', 'x'), { ...loaded('q2', [again, finding('F3')], 'x'), origin: 'reviewer' }]),
      facts('h1'),
      { now: now() },
    );
    const arrived = early.arrived?.[0]?.findings ?? [];
    assert.deepEqual(keys(arrived), ['r1-F1', 'r2-F3']);
    assert.deepEqual(keys(read.findings.slice(0, 2)), keys(arrived));
    // r1-F1 is in the ledger and has arrived again: it is shown once, as it has arrived.
    assert.deepEqual(keys(shownFindings(early)).sort(), ['r1-F1', 'r1-F2', 'r2-F3']);
    assert.equal(shownFindings(early).find(({ key }) => key === 'r1-F1')?.arrived, 'proven');
    assert.equal(early.findings.find(({ key }) => key === 'r1-F1')?.arrived, undefined);
    assert.deepEqual(keys(shownFindings(read)), keys(read.findings));
  });

  it('change nothing in the state that they were compared with', () => {
    const events = [asked, received('q1', [finding('F1')]), reReview(), requested('q2', 2, 'h1')];
    const state = stateOf(events);
    const before = structuredClone(state.kept());
    const rows = structuredClone(state.cycles());
    const open = state.openRounds().at(-1);
    assert.ok(open !== undefined);
    arrivalOf(state, open, answer(['F1', 'F2']));
    assert.deepEqual(state.kept(), before);
    assert.deepEqual(state.cycles(), rows);
  });

  const words: readonly [string, readonly ProjectEvent[], ReviewersAnswer, bar: string, reason: string][] = [
    [
      'two findings',
      [asked, wrote('q1', 'x')],
      answer(['F1', 'F2']),
      '2 findings arrived, not read by Claude yet',
      '2 findings arrived, not read by Claude yet (2 blocking)',
    ],
    [
      'nothing found',
      [asked, wrote('q1', 'x')],
      answer([]),
      'no findings arrived, not read by Claude yet',
      'no findings arrived, not read by Claude yet',
    ],
    [
      'unproven',
      [asked],
      answer(['F1']),
      'findings arrived, unproven',
      'findings arrived, unproven: nothing shows yet that Codex wrote them',
    ],
  ];
  for (const [title, events, given, bar, reason] of words) {
    it(`in words: ${title}`, () => {
      const { status } = review(events, given);
      assert.equal(reviewText(status, english), bar);
      assert.equal(status.arrived && arrivedReason(status.arrived, english), reason);
    });
  }

  it('are marked', () => {
    const marks = (one: ArrivedFindings | undefined) =>
      one?.findings.flatMap((each) => findingMarks(each, { kind: 'line', line: 2 }, english));
    assert.deepEqual(marks(arrival([asked, wrote('q1', 'x')], answer(['F1']))), ['arrived, not read by Claude yet']);
    assert.deepEqual(marks(arrival([asked], answer(['F1']))), ['arrived, unproven']);
  });
});
