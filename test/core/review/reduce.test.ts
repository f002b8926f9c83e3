// Where the review stands, read off the project log.
import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import type { ProjectEvent } from '../../../src/core/project/event.ts';
import type { EvidenceKind } from '../../../src/core/project/evidenceKinds.ts';
import { stateOf } from '../../../src/core/review/logState.ts';
import { reduceReview } from '../../../src/core/review/reduce.ts';
import type { ChangeFacts } from '../../../src/core/review/review.ts';
import { reviewText } from '../../../src/core/review/reviewText.ts';
import {
  abandoned,
  approved,
  critic,
  criticStarted,
  criticStopped,
  discussion,
  facts,
  finding,
  now,
  ran,
  received,
  replied,
  requested,
  reReview,
  triaged,
  verified,
} from './events.ts';

const review = (events: readonly ProjectEvent[], change: ChangeFacts | null = facts('h1')) =>
  reduceReview(stateOf(events), change, { now: now() });
const kind = (events: readonly ProjectEvent[], hash = 'h1') => review(events, facts(hash)).status.kind;
const keys = (events: readonly ProjectEvent[], hash = 'h1') =>
  review(events, facts(hash)).findings.map(({ key, state }) => `${key} ${state}`);

const one = [requested('q1', 1, 'h1'), received('q1', [finding('F1')])];

describe('the state of a review', () => {
  it('is none before anything is asked', () => assert.equal(kind([]), 'none'));

  it('is requested until the findings come', () => {
    assert.equal(kind([requested('q1', 1, 'h1')]), 'requested');
    assert.equal(kind(one), 'findings');
    assert.equal(review(one).status.blocking, 1);
  });

  it('is overdue after a quarter of an hour without an answer, and not a moment before', () => {
    const request = requested('q1', 1, 'h1');
    const overdueAfter = (minutes: number) =>
      reduceReview(stateOf([request]), facts('h1'), { now: Date.parse(request.at) + minutes * 60_000 }).status.overdue;
    assert.deepEqual([overdueAfter(15), overdueAfter(15.01)], [false, true]);
  });

  it('is changes-requested after a re-review, and what Codex had read counts no longer', () => {
    const events = [...one, reReview()];
    assert.equal(kind(events), 'changes-requested');
    assert.equal(review(events).evidence['codex-ran'].hash, null);
  });

  it('shows the findings of a broken log, and does not prove that Codex has read the code', () => {
    const broken = (isBroken: boolean) => {
      const trouble = { broken: isBroken, problems: ['line 1 was altered'] };
      return reduceReview(stateOf(one), facts('h1'), { now: now(), trouble });
    };
    assert.equal(broken(false).evidence['codex-ran'].hash, 'h1');
    const { status, findings, evidence, missing, log } = broken(true);
    assert.deepEqual([status.kind, findings.length, evidence['codex-ran'].hash], ['findings', 1, null]);
    assert.ok(missing.includes('codex-ran'));
    assert.match(evidence['codex-ran'].note ?? '', /^Lines of this project's log were altered or removed/);
    assert.equal(log?.broken, true);
  });

  it('is approved only for the code that was approved', () => {
    const files = { 'src/a.ts': '1', 'src/b.ts': '2' };
    const events = [requested('q1', 1, 'h1'), received('q1', []), approved('h1', { files })];
    assert.equal(kind(events), 'approved');
    const { status } = review(events, facts('h2', { 'src/a.ts': '1', 'src/b.ts': '3', 'src/c.ts': '4' }));
    assert.equal(status.kind, 'stale');
    assert.deepEqual(status.staleBecause, ['src/b.ts', 'src/c.ts']);
    assert.equal(kind(events), 'approved', 'and again when the edit is taken back');
  });

  it('is stale when the code changed after a reading that found nothing to block', () => {
    const events = [requested('q1', 1, 'h1'), received('q1', [])];
    assert.equal(kind(events, 'h1'), 'findings');
    assert.equal(kind(events, 'h2'), 'stale');
    const words = (all: ProjectEvent[]) => reviewText(review(all, facts('h2')).status, english);
    assert.match(words(events), /^review outdated: /);
    assert.match(words([...events, approved('h1')]), /^approval outdated: /);
  });

  it('says whether the approval was targeted', () => {
    const events = [...one, triaged('r1-F1', 'fixed'), approved('h2', { targeted: 'a typo' })];
    assert.deepEqual([kind(events, 'h2'), review(events, facts('h2')).status.targeted], ['approved', true]);
  });

  it('keeps with the round why its approval was targeted', () => {
    const events = [...one, triaged('r1-F1', 'fixed'), approved('h2', { targeted: 'a typo' })];
    const rounds = (more: readonly ProjectEvent[]) =>
      review([...events, ...more], facts('h2')).rounds.map(({ outcome, targeted }) => [outcome, targeted]);
    assert.deepEqual(rounds([]), [['approved', 'a typo']]);
    assert.deepEqual(rounds([requested('q2', 2, 'h3'), received('q2', []), approved('h3')]), [
      ['approved', 'a typo'],
      ['approved', null],
    ]);
    assert.deepEqual(rounds([reReview()]), [['changes-requested', null]], 'and not when it was withdrawn');
  });

  it('marks a round as superseded when the next one followed without a decision', () => {
    const outcomes = (...more: readonly ProjectEvent[]) =>
      review([...one, ...more], facts('h2')).rounds.map(({ outcome }) => outcome);
    const next = requested('q2', 2, 'h2');
    assert.deepEqual(outcomes(), ['open']);
    assert.deepEqual(outcomes(next), ['superseded', 'open']);
    assert.deepEqual(outcomes(next, requested('q3', 2, 'h3')), ['superseded', 'open'], 'asked again');
    assert.deepEqual(outcomes(next, abandoned('q2')), ['open'], 'it came to nothing');
    assert.deepEqual(outcomes(reReview(), next), ['changes-requested', 'open']);
  });

  it('needs discussion when an agent or a person says so, until the next request', () => {
    assert.equal(kind([...one, discussion('we disagree')]), 'needs-discussion');
    assert.equal(review([...one, discussion('we disagree')]).discussion, 'we disagree');
    assert.equal(kind([...one, discussion('we disagree'), requested('q2', 2, 'h2')]), 'requested');
  });

  it('needs discussion when three rounds have ended in changes', () => {
    const round = (n: number) => [requested(`q${n}`, n, `h${n}`), received(`q${n}`, [finding(`F${n}`)]), reReview()];
    assert.equal(kind([...round(1), ...round(2)]), 'changes-requested');
    const three = [...round(1), ...round(2), ...round(3)];
    assert.equal(kind(three), 'needs-discussion');
    assert.deepEqual(review(three).budget, { used: 3, limit: 3 });
  });

  it('counts the rounds from one again after an approval', () => {
    const events = [...one, triaged('r1-F1', 'rejected', 'no'), approved('h1'), requested('q2', 2, 'h2')];
    assert.equal(review(events).budget.used, 1);
  });

  it('is none for other code on another branch', () =>
    assert.equal(review(one, facts('h9', {}, 'other')).status.kind, 'none'));

  it('follows an approved change to a branch of another name', () => {
    const events = [requested('q1', 1, 'h1'), received('q1', []), approved('h1')];
    assert.equal(review(events, facts('h1', {}, 'renamed')).status.kind, 'approved');
  });

  it('follows a change that is discussed to a branch of another name', () => {
    assert.equal(review([...one, discussion('hm')], facts('h1', {}, 'renamed')).status.kind, 'needs-discussion');
  });

  it('is not approved where git says nothing', () => {
    const events = [requested('q1', 1, 'h1'), received('q1', []), approved('h1')];
    assert.equal(review(events, null).status.kind, 'none');
    assert.equal(review(events, facts(null)).status.kind, 'stale');
    assert.equal(review(events, null).missing.length, 8);
  });

  it('is the earlier one when a request is abandoned', () => {
    const before = [requested('q1', 1, 'h1'), received('q1', []), approved('h1')];
    assert.equal(kind([...before, requested('q2', 2, 'h1')]), 'requested');
    assert.equal(kind([...before, requested('q2', 2, 'h1'), abandoned('q2')]), 'approved');
    assert.equal(kind([requested('q1', 1, 'h1'), abandoned('q1')]), 'none');
  });

  it('does not count the round of a request that is given up, and says why until the next request', () => {
    const round1 = [...one, reReview()];
    const given = [...round1, requested('q2', 2, 'h2'), abandoned('q2')];
    const { status, rounds, budget, givenUp } = review(given, facts('h2'));
    assert.deepEqual([status.kind, status.round, rounds.length], ['changes-requested', 1, 1]);
    assert.deepEqual(budget, { used: 1, limit: 3 });
    assert.deepEqual([givenUp?.round, givenUp?.reason], [2, 'Codex is not there']);
    const again = review([...given, requested('q3', 2, 'h2')], facts('h2'));
    assert.deepEqual([again.status.kind, again.status.round, again.givenUp], ['requested', 2, null]);
    assert.deepEqual(again.budget, { used: 2, limit: 3 });
  });

  it('keeps a request that is no longer open when it is given up', () => {
    assert.equal(review([...one, abandoned('q1')]).status.kind, 'findings');
    assert.equal(review([...one, abandoned('q1')]).givenUp, null);
  });

  it('takes no findings for a request that is not open', () => {
    const late = [requested('q1', 1, 'h1'), requested('q1b', 1, 'h2'), received('q1', [])];
    assert.equal(kind(late, 'h2'), 'requested');
    assert.equal(kind([requested('q1', 1, 'h1'), reReview(), received('q1', [])]), 'changes-requested');
    assert.equal(kind([received('unknown', [])]), 'none');
  });

  it('does not count the review of a document as a review of the code', () => {
    const events = [
      requested('p1', 1, 'h1', { cycle: 'p', document: 'docs/plan.md' }),
      received('p1', [finding('F1', { file: 'docs/plan.md' })]),
    ];
    const { status, evidence, findings } = review(events);
    assert.deepEqual([status.kind, evidence['codex-ran'].hash], ['none', null]);
    assert.deepEqual(
      findings.map(({ key, document }) => [key, document]),
      [['d1r1-F1', 'docs/plan.md']],
    );
  });
});

describe('the ledger', () => {
  const second = (findings: ReturnType<typeof finding>[], between: ProjectEvent[] = [], hash = 'h2') => [
    ...one,
    ...between,
    reReview(),
    requested('q2', 2, hash),
    received('q2', findings),
  ];

  it('recognizes a finding by file, code and words, whatever its id and line', () => {
    const again = finding('X9', {
      line: 40,
      description: 'something about f1, on lines 40-42!',
      anchor: '  const F1 = 1; ',
    });
    assert.deepEqual(keys(second([again])), ['r1-F1 open']);
  });

  it('recognizes a finding when the code was changed and has the same problem', () => {
    assert.deepEqual(keys(second([finding('F1', { anchor: 'let F1 = 2;' })])), ['r1-F1 open']);
  });

  it('recognizes a finding when the file was renamed', () => {
    assert.deepEqual(keys(second([finding('F1', { file: 'src/b.ts' })])), ['r1-F1 open']);
  });

  it('recognizes a finding in other words about the same code', () => {
    const events = [
      requested('q1', 1, 'h1'),
      received('q1', [finding('F1', { description: 'The password is compared without constant time' })]),
      reReview(),
      requested('q2', 2, 'h2'),
      received('q2', [
        finding('A', { anchor: 'const F1 = 1;', description: 'Password compared in non-constant time.' }),
      ]),
    ];
    assert.deepEqual(keys(events), ['r1-F1 open']);
  });

  it('keeps the same words about two places as two findings', () => {
    const description = 'Missing null check';
    const events = [
      requested('q1', 1, 'h1'),
      received('q1', [finding('F1', { description, anchor: 'a.b()' })]),
      reReview(),
      requested('q2', 2, 'h2'),
      received('q2', [
        finding('F1', { description, anchor: 'c.d()' }),
        finding('F2', { description, anchor: 'a.b()' }),
      ]),
    ];
    assert.deepEqual(keys(events), ['r2-F1 open', 'r1-F1 open']);
  });

  it('keeps two different problems of one line apart', () => {
    const other = finding('F1', { description: 'Typo in an unread comment' });
    assert.deepEqual(keys(second([other])), ['r2-F1 open', 'r1-F1 fixed']);
  });

  it('marks a finding as fixed when the code has changed and Codex does not raise it again', () => {
    const [gone] = review(second([])).findings;
    assert.deepEqual([gone?.state, gone?.by, gone?.reason], ['fixed', 'review', 'not raised again in round 2']);
  });

  it('keeps a finding open when the code is the same, or the reviewer read no file', () => {
    assert.deepEqual(keys(second([], [], 'h1')), ['r1-F1 open']);
    const blind = [...one, reReview(), requested('q2', 2, 'h2'), received('q2', [], ['nothing-reviewed'])];
    assert.deepEqual(keys(blind), ['r1-F1 open']);
  });

  it('says that a resolved finding was raised again, and keeps the reason', () => {
    const [again] = review(second([finding('F1')], [triaged('r1-F1', 'rejected', 'by design')])).findings;
    assert.deepEqual([again?.state, again?.reason], ['re-raised', 'by design']);
  });

  it('notices a finding that goes back and forth', () => {
    const events = second([finding('F1')], [triaged('r1-F1', 'fixed')]);
    assert.equal(review(events).findings[0]?.oscillating, false);
    const third = [
      ...events,
      triaged('r1-F1', 'fixed'),
      reReview(),
      requested('q3', 3, 'h3'),
      received('q3', [finding('F1')]),
    ];
    assert.equal(review(third).findings[0]?.oscillating, true);
  });

  it('notices a severity that changes between rounds', () => {
    const [drifted] = review(second([finding('F1', { severity: 'non-blocking' })])).findings;
    assert.deepEqual([drifted?.drifted, drifted?.severity], [true, 'non-blocking']);
  });

  it('notices code that returns to an earlier version', () => {
    const events = [
      ...[requested('q1', 1, 'h1'), received('q1', []), reReview()],
      ...[requested('q2', 2, 'h2'), received('q2', []), reReview()],
      ...[requested('q3', 3, 'h1'), received('q3', [])],
    ];
    assert.deepEqual(
      review(events).rounds.map(({ sameAs }) => sameAs),
      [null, null, 1],
    );
  });

  it('counts what each round found, and what became of it', () => {
    const events = [
      requested('q1', 1, 'h1'),
      received('q1', [finding('F1'), finding('F2'), finding('F3', { severity: 'non-blocking' })]),
      triaged('r1-F1', 'fixed'),
      reReview(),
      requested('q2', 2, 'h2'),
      received('q2', [finding('F3', { severity: 'non-blocking' }), finding('F4')]),
      triaged('r2-F4', 'rejected', 'no'),
    ];
    const rows = review(events).rounds.map((r) => [r.found, r.foundNew, r.foundBlocking, r.resolved, r.open]);
    assert.deepEqual(rows, [
      [3, 3, 2, 2, 1],
      [2, 1, 1, 1, 1],
    ]);
  });

  it('keeps what was said about a finding, and decides nothing by it', () => {
    const said = [replied('r1-F1', 'human', 'Is it?'), replied('r1-F1', 'codex', 'It is')];
    const again = second([finding('F1', { line: 40 })], [triaged('r1-F1', 'fixed'), ...said]);
    for (const [events, state] of [
      [[...one, ...said], 'open'],
      [[...one, triaged('r1-F1', 'rejected', 'no'), ...said], 'rejected'],
      [again, 're-raised'],
    ] as const) {
      const [found] = review(events, facts(events === again ? 'h2' : 'h1')).findings;
      assert.equal(found?.state, state);
      assert.deepEqual(
        found?.replies?.map(({ by, text }) => [by, text]),
        [
          ['human', 'Is it?'],
          ['codex', 'It is'],
        ],
      );
    }
    assert.equal(kind([...one, ...said]), kind(one));
    assert.deepEqual(review([...one, replied('r9-F9', 'human', 'x')]), review(one));
  });

  it('ignores events about findings of other changes', () => {
    assert.deepEqual(keys([...one, triaged('r9-F9', 'fixed')]), ['r1-F1 open']);
  });

  it('reads 10,000 findings in 5 rounds quickly', () => {
    const many = (n: number) => Array.from({ length: 10_000 }, (_, i) => finding(`F${i}`, { line: i + n }));
    const events: ProjectEvent[] = [];
    for (let n = 1; n <= 5; n++) events.push(requested(`q${n}`, n, `h${n}`), received(`q${n}`, many(n)), reReview());
    assert.equal(review(events).findings.length, 10_000);
  });
});

describe('evidence', () => {
  const has = (events: ProjectEvent[], wanted: EvidenceKind, hash = 'h1') =>
    review(events, facts(hash)).evidence[wanted];

  it("is a critic's only when it saw the same code from beginning to end", () => {
    assert.equal(has(critic('code-critic', 'h1'), 'code-critic').hash, 'h1');
    const moved = [criticStarted('a', 'code-critic', 'h0'), criticStopped('a', 'code-critic', 'h1', 'APPROVE')];
    assert.deepEqual(
      [has(moved, 'code-critic').hash, has(moved, 'code-critic').note],
      [null, 'the code changed while it ran'],
    );
    const unseen = [criticStopped('a', 'code-critic', 'h1', 'APPROVE')];
    assert.equal(has(unseen, 'code-critic').hash, null);
    const another = [criticStarted('a', 'minimizer', 'h1'), criticStopped('a', 'code-critic', 'h1', 'APPROVE')];
    assert.equal(has(another, 'code-critic').hash, null);
  });

  it('is that of another command only for the code for which a human accepted exactly it', () => {
    const unusual = (command: string[]) => ({
      ...ran('tests', 0, 'h1'),
      command,
      unusual: 'the usual command is npm test',
    });
    const accepted = (more: object): ProjectEvent => ({
      ...{
        event: 'accepted',
        at: '2026-01-01T10:00:00Z',
        actor: 'human',
        what: 'tests',
        hash: 'h1',
        command: ['true'],
      },
      ...more,
    });
    const state = (...events: ProjectEvent[]) => {
      const { hash, waitsAt } = has(events, 'tests-passed');
      return [hash, waitsAt];
    };
    assert.deepEqual(state(unusual(['true'])), [null, 'h1']);
    assert.deepEqual(state(unusual(['true']), accepted({})), ['h1', null]);
    for (const more of [{ actor: 'claude' }, { hash: 'h2' }, { what: 'checks' }, { command: ['true', 'x'] }]) {
      assert.deepEqual(state(unusual(['true']), accepted(more)), [null, 'h1'], JSON.stringify(more));
    }
    assert.deepEqual(state(unusual(['true']), accepted({}), unusual(['make'])), [null, 'h1']);
    assert.deepEqual(state({ ...unusual(['true']), ...{ exit: 1 } }, accepted({})), [null, null]);
  });

  it('is not restored by a critic that starts again', () => {
    const moved = [criticStarted('a', 'code-critic', 'h0'), criticStopped('a', 'code-critic', 'h1', 'APPROVE')];
    assert.equal(has([...moved, criticStarted('a', 'code-critic', 'h1')], 'code-critic').hash, null);
    const twice = [...critic('code-critic', 'h1'), criticStopped('code-critic-h1', 'code-critic', 'h1', 'APPROVE')];
    assert.equal(has(twice, 'code-critic').note, 'Party did not see it begin');
  });

  it('is the last verdict of a critic about this code', () => {
    const events = [
      ...critic('minimizer', 'h1'),
      criticStarted('b', 'minimizer', 'h1'),
      criticStopped('b', 'minimizer', 'h1', 'REQUEST_CHANGES'),
    ];
    assert.deepEqual([has(events, 'minimizer').hash, has(events, 'minimizer').note], [null, 'said REQUEST_CHANGES']);
    for (const verdict of [null, 'CLEAN', 'approve', 'NEEDS_DISCUSSION']) {
      const said = [criticStarted('b', 'minimizer', 'h1'), criticStopped('b', 'minimizer', 'h1', verdict)];
      assert.equal(has(said, 'minimizer').hash, null, String(verdict));
    }
  });

  it('of the critics is renewed after changes were requested', () => {
    const events = [...critic('code-critic', 'h1'), ...critic('security-scanner', 'h1'), ...one];
    assert.equal(has(events, 'code-critic').hash, 'h1');
    assert.equal(has([...events, reReview()], 'code-critic').hash, null);
    assert.equal(has([...events, reReview()], 'security-scanned').hash, 'h1');
    assert.equal(has([...events, reReview(), ...critic('code-critic', 'h1')], 'code-critic').hash, 'h1');
  });

  it('is of tests only when they passed, and the code stood still', () => {
    assert.equal(has([ran('tests', 0, 'h1')], 'tests-passed').hash, 'h1');
    for (const events of [[ran('tests', 1, 'h1')], [ran('tests', null, 'h1')], [ran('tests', 0, 'h0', 'h1')]]) {
      assert.equal(has(events, 'tests-passed').hash, null);
    }
    assert.equal(has([ran('tests', 0, 'h1'), ran('tests', 2, 'h1')], 'tests-passed').hash, null);
  });

  it('names the files that have changed since, when the log knows them', () => {
    const known = { ...ran('tests', 0, 'h1'), files: { 'a.ts': '1', 'b.ts': '1', 'gone.ts': '1' } } as ProjectEvent;
    const changed = (events: ProjectEvent[], hash: string) => {
      const now = facts(hash, { 'a.ts': '1', 'b.ts': '2', 'new.ts': '1' });
      return review(events, now).evidence['tests-passed'].changed;
    };
    assert.deepEqual(changed([known], 'h2'), ['b.ts', 'gone.ts', 'new.ts']);
    assert.equal(changed([known], 'h1'), undefined);
    assert.equal(changed([ran('tests', 0, 'h1')], 'h2'), undefined);
  });

  it('of a critic says since when the critic works, until that critic ends', () => {
    const begun = criticStarted('x', 'minimizer', 'h1');
    assert.equal(has([begun], 'minimizer').begunAt, begun.at);
    assert.equal(has([begun, criticStopped('x', 'minimizer', 'h1', null)], 'minimizer').begunAt, undefined);
    assert.equal(has([begun, criticStopped('y', 'minimizer', 'h1', null)], 'minimizer').begunAt, begun.at);
  });

  it('counts again when the code is back to what it was', () => {
    const events = [...critic('code-critic', 'h1'), ...critic('code-critic', 'h2')];
    assert.equal(has(events, 'code-critic', 'h1').hash, 'h1');
    assert.equal(has(events, 'code-critic', 'h3').hash, 'h2');
  });

  it('carries the hash of the request, not of the time when the findings came', () => {
    assert.equal(has(one, 'codex-ran', 'h2').hash, 'h1');
  });

  it('is complete for a pull request with all eight kinds at this hash', () => {
    const all = [
      ...critic('code-critic', 'h1'),
      ...critic('minimizer', 'h1'),
      ...critic('security-scanner', 'h1'),
      ...[requested('q1', 1, 'h1'), received('q1', []), approved('h1')],
      ...[ran('tests', 0, 'h1'), ran('checks', 0, 'h1'), verified('h1')],
    ];
    assert.deepEqual(review(all).missing, []);
    assert.equal(review(all, facts('h2')).missing.length, 8);
    for (const [index, event] of all.entries()) {
      const missing = review(all.toSpliced(index, 1)).missing;
      assert.ok(missing.length > 0, `${event.event} is not needed`);
    }
  });

  it('needs no reading of its own for a targeted fix', () => {
    const events = [...one, triaged('r1-F1', 'fixed'), approved('h2', { targeted: 'typo' })];
    const { missing } = review(events, facts('h2'));
    assert.ok(!missing.includes('codex-ran') && !missing.includes('codex-approved'), missing.join());
    assert.ok(review([...one, approved('h2')], facts('h2')).missing.includes('codex-ran'));
  });
});
