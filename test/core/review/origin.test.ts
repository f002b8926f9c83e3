// Whose word the findings of a round are, and what follows from that.
import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import type { EventOf, ProjectEvent } from '../../../src/core/project/event.ts';
import type { FindingsOrigin } from '../../../src/core/project/origin.ts';
import { approvalProblem, targetedProblem } from '../../../src/core/review/approval.ts';
import { stateOf } from '../../../src/core/review/logState.ts';
import { toMarkdown } from '../../../src/core/review/markdown.ts';
import { reduceReview } from '../../../src/core/review/reduce.ts';
import { reviewText } from '../../../src/core/review/reviewText.ts';
import { toSarif } from '../../../src/core/review/sarif.ts';
import { timelineText } from '../../../src/core/review/timeline/timelineText.ts';
import {
  abandoned,
  approved,
  facts,
  finding,
  loaded,
  now,
  ran,
  received,
  requested,
  reReview,
  triaged,
  wrote,
} from './events.ts';

const at = (hash: string, events: readonly ProjectEvent[]) =>
  reduceReview(stateOf(events), facts(hash), { now: now() });
const asked = requested('q1', 1, 'h1');
const from = (origin: FindingsOrigin, sha256 = 'x'): EventOf<'received'> => ({ ...loaded('q1', [], sha256), origin });

const cases: readonly [title: string, events: readonly ProjectEvent[], origin: FindingsOrigin | null][] = [
  ['no findings', [asked], null],
  ['a word without findings', [asked, wrote('q1', 'x')], null],
  ['a file without a word', [asked, loaded('q1', [], 'x')], 'unproven'],
  ['a file after the word', [asked, wrote('q1', 'x'), loaded('q1', [], 'x')], 'reviewer'],
  ['a file before the word', [asked, loaded('q1', [], 'x'), wrote('q1', 'x')], 'reviewer'],
  ['a file that changed after the word', [asked, wrote('q1', 'x'), loaded('q1', [], 'y')], 'unproven'],
  ['a word for another file', [asked, loaded('q1', [], 'y'), wrote('q1', 'x')], 'unproven'],
  ['a word for another request', [asked, wrote('q0', 'x'), loaded('q1', [], 'x')], 'unproven'],
  ['an earlier word of two', [asked, wrote('q1', 'x'), wrote('q1', 'y'), loaded('q1', [], 'x')], 'unproven'],
  ['the last word of two', [asked, wrote('q1', 'x'), wrote('q1', 'y'), loaded('q1', [], 'y')], 'reviewer'],
  ['an event that only says so', [asked, from('reviewer')], 'unproven'],
  ['a second file with its word', [asked, from('unproven'), wrote('q1', 'y'), loaded('q1', [], 'y')], 'reviewer'],
  ['our own run', [{ ...asked, headless: true }, from('exec')], 'exec'],
  ['the file of a run, loaded by hand', [{ ...asked, headless: true }, from('unproven')], 'unproven'],
  ["the reviewer's server", [asked, from('mcp')], 'mcp'],
  ['a program that the user trusts', [asked, from('generic')], 'generic'],
  ['a pane of an older version', [asked, loaded('q1', [])], 'unproven'],
  ['a run of an older version', [{ ...asked, headless: true }, loaded('q1', [])], 'exec'],
];

describe('the origin of findings', () => {
  for (const [title, events, origin] of cases) {
    it(`${title}: ${origin ?? 'none'}`, () => {
      const review = at('h1', events);
      const proven = origin !== null && origin !== 'unproven';
      assert.equal(review.rounds[0]?.origin, origin);
      assert.equal(review.evidence['codex-ran'].hash, proven ? 'h1' : null);
      assert.equal(approvalProblem(review) === undefined, proven);
      // An approval that another version has recorded changes nothing about it.
      assert.equal(at('h1', [...events, approved('h1')]).status.kind === 'approved', proven);
    });
  }

  it('refuses every approval of unproven findings, and says what helps', () => {
    const review = at('h1', [asked, loaded('q1', [], 'x'), ran('tests', 0, 'h1')]);
    for (const problem of [approvalProblem(review), targetedProblem(review, 0)]) {
      assert.match(problem?.problem ?? '', /round 1 are not proven to come from Codex/);
      assert.deepEqual(problem?.next, [{ act: 'nudgeCodex' }, { act: 'requestReview' }]);
      assert.equal(problem?.missing, 'codex-ran');
    }
    assert.deepEqual([review.status.kind, review.status.origin], ['requested', 'unproven']);
  });

  const earlier = [
    asked,
    received('q1', [finding('F1')]),
    reReview(),
    requested('q2', 2, 'h2'),
  ] satisfies ProjectEvent[];

  it('keeps unproven findings apart from what the reviewer has said', () => {
    // The same finding, made harmless.
    const harmless = { ...finding('F9', { severity: 'non-blocking' }), description: finding('F1').description };
    const silent = at('h2', [...earlier, loaded('q2', [], 'x')]);
    assert.deepEqual(
      silent.findings.map(({ key, state }) => [key, state]),
      [['r1-F1', 'open']],
      'silence resolves nothing',
    );
    const { findings } = at('h2', [...earlier, loaded('q2', [harmless], 'x'), triaged('r2-F9', 'fixed')]);
    assert.deepEqual(
      findings.map(({ key, state, severity, origin }) => [key, state, severity, origin]),
      [
        ['r2-F9', 'open', 'non-blocking', 'unproven'],
        ['r1-F1', 'open', 'blocking', undefined],
      ],
    );
  });

  it("accepts them once the reviewer's record of them has arrived", () => {
    const before = [...earlier, wrote('q2', 'x'), loaded('q2', [], 'x')];
    const after = [...earlier, loaded('q2', [], 'x'), wrote('q2', 'x')];
    for (const review of [at('h2', before), at('h2', after)]) {
      assert.deepEqual(
        review.findings.map(({ key, state, origin }) => [key, state, origin]),
        [['r1-F1', 'fixed', undefined]],
      );
      assert.equal(review.status.kind, 'findings');
      assert.equal(review.status.origin, undefined);
    }
  });

  it('drops them when the request is withdrawn', () => {
    const review = at('h2', [...earlier, loaded('q2', [finding('F2')], 'x'), abandoned('q2')]);
    assert.deepEqual(
      review.findings.map(({ key }) => key),
      ['r1-F1'],
    );
    const again = at('h2', [...earlier, loaded('q2', [], 'x'), requested('q3', 2, 'h2'), wrote('q2', 'x')]);
    assert.equal(again.rounds.at(-1)?.origin, null, 'a late word for the old request proves nothing');
  });

  it('keeps the findings of an older version, without their approval', () => {
    const review = at('h1', [asked, loaded('q1', [finding('F1')]), triaged('r1-F1', 'rejected', 'no'), approved('h1')]);
    assert.deepEqual(
      review.findings.map(({ key, state }) => [key, state]),
      [['r1-F1', 'rejected']],
    );
    assert.equal(reviewText(review.status, english), 'findings unproven');
    assert.deepEqual(approvalProblem(review)?.next, [{ act: 'requestReview' }]);
  });

  it('is shown wherever findings are', () => {
    const review = at('h1', [asked, loaded('q1', [finding('F1')], 'x')]);
    assert.equal(reviewText(review.status, english), 'findings unproven');
    assert.match(timelineText(review), /→ findings unproven/);
    assert.match(toMarkdown(review.findings, { title: '', cycle: null }), /\*\*r1-F1\*\*.*, unproven$/m);
    const [run] = toSarif(review.findings, { version: '1', cycle: 'c' }).runs;
    assert.equal(run?.results[0]?.properties.origin, 'unproven');
  });

  it('is shown with the approval of a generic reviewer', () => {
    const review = at('h1', [asked, from('generic'), approved('h1')]);
    assert.equal(reviewText(review.status, english), 'approved · generic reviewer');
    assert.match(timelineText(review), /→ approved · generic reviewer/);
    assert.equal(review.evidence['codex-approved'].origin, 'generic');
  });
});
