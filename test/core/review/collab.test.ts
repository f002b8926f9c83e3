// Collab in the ledger: cycles of their own, whose silence means nothing, and which prove nothing about the change.
import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import type { EventOf, ProjectEvent, RecordedFinding } from '../../../src/core/project/event.ts';
import { approvalProblem } from '../../../src/core/review/approval.ts';
import { stateOf } from '../../../src/core/review/logState.ts';
import { reduceReview } from '../../../src/core/review/reduce.ts';
import { reviewReasons, reviewText } from '../../../src/core/review/reviewText.ts';
import { toSarif } from '../../../src/core/review/sarif.ts';
import { approved, discussion, facts, finding, now, received, requested } from './events.ts';

const task = (request: string, round: number, more: Partial<EventOf<'requested'>> = {}) =>
  requested(request, round, `tree-${request}`, { cycle: 'tasks', collab: 'task', headless: true, ...more });
const design = (request: string, round: number) =>
  requested(request, round, `text-${request}`, { cycle: 'design', collab: 'design', document: 'docs/plan.md' });
const said = (request: string, findings: RecordedFinding[], resolved: string[] = []): ProjectEvent => ({
  ...received(request, findings),
  resolved,
});
const triaged = (key: string, as: 'fixed' | 'rejected', cycle = 'tasks'): ProjectEvent => ({
  ...{ event: 'triaged', at: new Date(now()).toISOString(), actor: 'claude', cycle, finding: key, as, reason: 'so' },
});
const review = (events: readonly ProjectEvent[], branch = 'work') =>
  reduceReview(stateOf(events), facts('h1', {}, branch), { now: now() });
const states = (events: readonly ProjectEvent[], branch?: string) =>
  review(events, branch).findings.map(({ key, state }) => `${key} ${state}`);

describe('what collab found', () => {
  it('has keys of its own', () => {
    const events = [
      ...[design('d', 1), said('d', [finding('F1', { file: 'docs/plan.md' })])],
      ...[task('t', 1), said('t', [finding('F1'), finding('F2')])],
      ...[requested('r', 1, 'h1'), received('r', [finding('F1')])],
    ];
    const found = review(events).findings;
    assert.deepEqual(
      found.map(({ key, collab, document }) => [key, collab, document]),
      [
        ['r1-F1', undefined, null],
        ['c1r1-F1', 'design', 'docs/plan.md'],
        ['c2r1-F1', 'task', null],
        ['c2r1-F2', 'task', null],
      ],
    );
  });

  it('stays open until Codex or a person settles it, whatever has changed', () => {
    const events = [task('a', 1), said('a', [finding('F1')]), task('b', 2), said('b', [])];
    assert.deepEqual(states(events), ['c1r1-F1 open']);
  });

  it('is fixed when Codex says that it is resolved, also by another cycle', () => {
    const events = [
      ...[design('d', 1), said('d', [finding('F1', { file: 'docs/plan.md' })])],
      ...[task('a', 1), said('a', [finding('F1'), finding('F2')])],
      ...[task('b', 2), said('b', [], ['c2r1-F1', 'c1r1-F1', 'nonsense'])],
    ];
    assert.deepEqual(states(events), ['c1r1-F1 fixed', 'c2r1-F1 fixed', 'c2r1-F2 open']);
    const [first] = review(events).findings;
    assert.deepEqual([first?.by, first?.reason], ['review', 'resolved, as the reviewer says in c2r2']);
  });

  it('is not resolved while it is raised again, and comes back under its key', () => {
    const again = [
      task('a', 1),
      said('a', [finding('F1')]),
      task('b', 2),
      said('b', [finding('F9', { ...finding('F1'), id: 'F9' })], ['c1r1-F1']),
    ];
    assert.deepEqual(states(again), ['c1r1-F1 open']);
    const back = [
      task('a', 1),
      said('a', [finding('F1')]),
      task('b', 2),
      said('b', [], ['c1r1-F1']),
      task('c', 3),
      said('c', [finding('F1')]),
    ];
    assert.deepEqual(states(back), ['c1r1-F1 re-raised']);
  });

  it('that was rejected stays rejected', () => {
    const events = [
      task('a', 1),
      said('a', [finding('F1')]),
      triaged('c1r1-F1', 'rejected'),
      task('b', 2),
      said('b', [], ['c1r1-F1']),
    ];
    assert.deepEqual(states(events), ['c1r1-F1 rejected']);
  });

  it('is not resolved by a review of the change, nor the other way round', () => {
    const party = [requested('r', 1, 'h1'), received('r', [finding('F1')])];
    const collab = [task('a', 1), said('a', [finding('F1')])];
    const byParty: ProjectEvent = { ...received('s', []), resolved: ['c1r1-F1'] };
    assert.deepEqual(states([...party, ...collab, requested('s', 2, 'h2'), byParty]), ['r1-F1 fixed', 'c1r1-F1 open']);
    assert.deepEqual(states([...party, task('a', 1), said('a', [], ['r1-F1'])]), ['r1-F1 open']);
  });

  it('belongs to its branch, and follows the session to a new one', () => {
    const first = [task('a', 1), said('a', [finding('F1')])];
    assert.deepEqual(states(first, 'other'), []);
    const moved = [...first, task('b', 2, { branch: 'other' }), said('b', [])];
    assert.deepEqual([states(moved, 'other'), states(moved, 'work')], [['c1r1-F1 open'], []]);
  });

  it('follows a session that is on to every branch, and one that is over to none', () => {
    const collab = (what: EventOf<'collab'>['what']): ProjectEvent => ({
      ...{ event: 'collab', at: '2026-01-01T10:00:00Z', actor: 'human', what, task: null },
    });
    const earlier = [collab('started'), task('z', 1, { cycle: 'old' }), said('z', [finding('F9')])];
    const on = [...earlier, collab('started'), task('a', 1), said('a', [finding('F1')]), collab('paused')];
    assert.deepEqual(states(on, 'other'), ['c2r1-F1 open']);
    const read = [requested('r', 1, 'h1', { branch: 'other' }), received('r', [])];
    assert.match(
      approvalProblem(review([...on, ...read], 'other'))?.problem ?? '',
      /blocking finding is open \(c2r1-F1\)/,
    );
    for (const what of ['cancelled', 'completed'] as const)
      assert.deepEqual(states([...on, collab(what)], 'other'), []);
    assert.deepEqual(states([...on, collab('completed')]), ['c1r1-F9 open', 'c2r1-F1 open']);
  });

  it('proves nothing about the change', () => {
    const { status, evidence, cycle, rounds, budget } = review([task('a', 1, { hash: 'h1' }), said('a', [])]);
    assert.deepEqual([status.kind, cycle, rounds, budget.used], ['none', null, [], 0]);
    assert.equal(evidence['codex-ran'].hash, null);
  });

  it('counts as blocking, and the refusal of an approval names it', () => {
    const collab = [task('a', 1), said('a', [finding('F1'), finding('F2', { severity: 'non-blocking' })])];
    const alone = review(collab);
    assert.deepEqual([alone.status.kind, alone.status.blocking], ['none', 1]);
    assert.equal(reviewText(alone.status, english), '1 blocking');
    assert.ok(reviewReasons(alone, english).some(({ name, value }) => name === 'Blocking' && value.includes('F1')));
    const read = [requested('r', 1, 'h1'), received('r', [])];
    const both = review([...collab, ...read]);
    assert.deepEqual([both.status.kind, both.status.blocking], ['findings', 1]);
    assert.match(approvalProblem(both)?.problem ?? '', /blocking finding is open \(c1r1-F1\)/);
    assert.equal(approvalProblem(review([...collab, triaged('c1r1-F1', 'rejected'), ...read])), undefined);
    assert.equal(approvalProblem(review([...collab, triaged('c1r1-F1', 'fixed'), ...read])), undefined);
  });

  it('about the design also blocks an approval until it is resolved', () => {
    const events = [design('d', 1), said('d', [finding('F1', { file: 'docs/plan.md' })])];
    const read = [requested('r', 1, 'h1'), received('r', [])];
    assert.match(approvalProblem(review([...events, ...read]))?.problem ?? '', /blocking finding is open \(c1r1-F1\)/);
    const resolved = [...events, task('a', 1), said('a', [], ['c1r1-F1']), ...read];
    assert.equal(approvalProblem(review(resolved)), undefined);
  });

  it('against the design is for a human, and says so', () => {
    const events = [
      task('a', 1),
      said('a', [finding('F1', { conflicts: true })]),
      requested('r', 1, 'h1'),
      received('r', []),
    ];
    const found = review(events);
    assert.equal(found.findings[0]?.conflicts, true);
    assert.match(
      approvalProblem(found)?.problem ?? '',
      /open \(c1r1-F1\), and fixing it would conflict with the approved design: the human decides/,
    );
    const reasons = reviewReasons(found, english).filter(({ name }) => name === 'Your decision' || name === 'Blocking');
    assert.deepEqual(
      reasons.map(({ name, value }) => [name, value.includes('against the design: ')]),
      [['Your decision', true]],
    );
    const again = [...events, task('b', 2), said('b', [finding('F1', { conflicts: false })])];
    assert.equal(review(again).findings[0]?.conflicts, false);
  });

  it('leaves the findings about the change as they are', () => {
    const read = [requested('r', 1, 'h1'), received('r', []), approved('h1')];
    const after = review([...read, task('a', 1), said('a', [])]);
    assert.deepEqual([after.status.kind, after.cycle], ['approved', 'c']);
    const { cycle: _, ...open } = discussion('what for?') as EventOf<'needs-discussion'>;
    assert.equal(review([open, task('a', 1), said('a', [])]).discussion, 'what for?');
  });

  it('in approved code withdraws the approval until it is settled', () => {
    const read = [requested('r', 1, 'h1'), received('r', []), approved('h1')];
    const events = [...read, task('a', 1), said('a', [finding('F1')])];
    const held = review(events);
    assert.deepEqual([held.status.kind, held.status.blocking], ['findings', 1]);
    assert.ok(held.missing.includes('codex-approved'));
    assert.match(approvalProblem(held)?.problem ?? '', /blocking finding is open \(c1r1-F1\)/);
    for (const settled of [[triaged('c1r1-F1', 'rejected')], [task('b', 2), said('b', [], ['c1r1-F1'])]]) {
      const after = review([...events, ...settled]);
      assert.deepEqual([after.status.kind, after.missing.includes('codex-approved')], ['approved', false]);
    }
  });

  it('of a request without an answer does not count', () => {
    const dangling = [task('a', 1), said('a', [finding('F1')]), task('b', 2)];
    assert.deepEqual([states(dangling), review(dangling).status.kind], [['c1r1-F1 open'], 'none']);
    assert.deepEqual(states([...dangling, task('c', 3), said('c', [], ['c1r1-F1'])]), ['c1r1-F1 fixed']);
  });

  it('keeps its fingerprint while one change follows another', () => {
    const { findings } = review([task('a', 1), said('a', [finding('F1')])]);
    const print = (cycle: string | null) =>
      toSarif(findings, { version: '1', cycle }).runs[0]?.results[0]?.partialFingerprints;
    assert.deepEqual(print('one'), print('two'));
  });
});
