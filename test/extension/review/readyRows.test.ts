// "Ready for a pull request" in the Session view, as data.
import assert from 'node:assert/strict';
import { evidenceKinds } from '../../../src/core/project/evidenceKinds.ts';
import { commandHash } from '../../../src/core/review/commands/commandText.ts';
import { defaultGatePolicy } from '../../../src/core/review/policy.ts';
import type { Review } from '../../../src/core/review/review.ts';
import { quietStatus } from '../../../src/core/status/status.ts';
import type { FolderProofs, Party, Snapshot } from '../../../src/extension/app/snapshot.ts';
import { proofAct } from '../../../src/extension/review/ready/proofAct.ts';
import { readyChildren, readyIn, readyParent, readyRows } from '../../../src/extension/review/ready/readyRows.ts';
import { waitingCommands } from '../../../src/extension/review/ready/waitingCommands.ts';
import type { DeniedAt } from '../../../src/node/gates/deniedCalls.ts';
import { emptySnapshot } from '../../support/editor/emptySnapshot.ts';
import { reviewOf } from '../../support/reviews.ts';

const folder = { name: 'demo', path: '/demo', top: '/demo' };
const session = { id: 'a', name: 'party-a', cwd: '/demo' };
const party: Party = {
  folder,
  session,
  status: { ...quietStatus, session },
  inCopyMode: [],
  programs: [],
  reportedIn: undefined,
};
const now = Date.parse('2026-01-01T12:00:00Z');
const denied = (at: string): DeniedAt => ({
  at,
  hook: 'pr-gate',
  what: 'a pull request',
  reason: 'Not ready\n- tests',
  nth: 0,
});

function snapshot(review: Review, proofs: Partial<FolderProofs> = {}, parties = [party]): Snapshot {
  return {
    ...emptySnapshot,
    folders: [folder],
    parties,
    reviews: [{ folder, review, revision: 1 }],
    proofs: [{ folder, runs: [], denied: [], revision: 1, ...proofs }],
  };
}

const missingAll = reviewOf({ missing: evidenceKinds });
const childrenIn = (given: Snapshot) => readyRows(given, now).flatMap(readyChildren);
const kindsIn = (given: Snapshot) => childrenIn(given).map(({ kind }) => kind);

describe('a command that waits for a human', () => {
  it('is shown in full, and accepted exactly as shown', () => {
    const command = ['sh', '-c', `true #${'x'.repeat(300)}`];
    const evidence = { ...missingAll.evidence['tests-passed'], command, unusual: 'the usual one is npm test' };
    const proof = { kind: 'tests-passed', state: 'waiting', evidence: { ...evidence, waitsAt: 'abc' } } as const;
    assert.deepEqual(waitingCommands({ proofs: [proof, { ...proof, state: 'failed' }] }), [
      {
        seen: { what: 'tests', hash: 'abc', commandHash: commandHash(command) },
        detail: `sh\n-c\n"true #${'x'.repeat(300)}"\n\nthe usual one is npm test`,
      },
    ]);
  });
});

describe('the way to a pull request', () => {
  it('has a row for each proof that the policy requires, in its order', () => {
    const rows = childrenIn(snapshot(missingAll));
    assert.deepEqual(
      rows.map((row) => row.kind === 'readyProof' && row.proof.kind),
      [...evidenceKinds],
    );
    const policy = {
      ...defaultGatePolicy,
      name: 'standard' as const,
      required: ['tests-passed', 'codex-ran'] as const,
    };
    assert.equal(childrenIn(snapshot({ ...missingAll, policy })).length, 2);
  });

  it('is there where a party runs in a repository, and nowhere else', () => {
    assert.equal(readyRows(snapshot(missingAll), now).length, 1);
    assert.deepEqual(readyRows(snapshot(missingAll, {}, []), now), []);
    assert.deepEqual(readyRows(snapshot({ ...missingAll, change: null }), now), []);
    assert.notEqual(readyIn(snapshot(missingAll, {}, []), folder, now), undefined);
  });

  it('lists no proofs while the gate is off or nothing has changed', () => {
    const policy = { ...defaultGatePolicy, name: 'off' as const, required: [] };
    assert.deepEqual(kindsIn(snapshot({ ...missingAll, policy })), []);
    assert.ok(missingAll.change);
    const unchanged = { ...missingAll, change: { ...missingAll.change, files: {} } };
    assert.deepEqual(readyRows(snapshot(unchanged), now), [], 'nothing to say yet');
    const news = [denied('2026-01-01T11:59:00Z')];
    assert.deepEqual(kindsIn(snapshot(unchanged, { denied: news })), ['readyDenied']);
  });

  it('shows what a gate has denied, the newest first, before the proofs', () => {
    const times = ['11:59', '11:58', '11:57', '11:56'].map((time) => denied(`2026-01-01T${time}:00Z`));
    const rows = childrenIn(snapshot(missingAll, { denied: times }));
    const shown = rows.flatMap((row) => (row.kind === 'readyDenied' ? [row.denied.at.slice(11, 16)] : []));
    assert.deepEqual(shown, ['11:59', '11:58', '11:57']);
    assert.equal(rows[0]?.kind, 'readyDenied');
  });

  it('hides old denials, and those that a newer proof has answered', () => {
    const old = [denied('2025-12-31T12:00:00Z')];
    assert.deepEqual(readyIn(snapshot(missingAll, { denied: old }), folder, now)?.denied, []);
    const review = reviewOf();
    const tests = { ...review.evidence['tests-passed'], hash: 'abc', at: '2026-01-01T11:00:00Z' };
    const ready = { ...review, evidence: { ...review.evidence, 'tests-passed': tests } };
    const both = [denied('2026-01-01T11:30:00Z'), denied('2026-01-01T10:30:00Z')];
    assert.deepEqual(readyIn(snapshot(ready, { denied: both }), folder, now)?.denied, both.slice(0, 1));
  });

  it('folds the proofs that are there once the code is approved, and shows what is missing', () => {
    const given = reviewOf({ status: { kind: 'approved' } });
    const evidence = Object.fromEntries(
      evidenceKinds.map((kind) => [
        kind,
        { ...given.evidence[kind], hash: given.change?.hash ?? null, at: '2026-01-01T11:00:00Z' },
      ]),
    ) as Review['evidence'];
    const all = snapshot({ ...given, evidence });
    const [top] = readyRows(all, now);
    assert.ok(top);
    const rows = readyChildren(top);
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['readyEnd', 'readyAct', 'readyAct', 'readyDone'],
    );
    const done = rows.at(-1);
    const folded = done === undefined ? [] : readyChildren(done);
    assert.deepEqual(
      folded.map((row) => row.kind === 'readyProof' && row.proof.kind),
      [...evidenceKinds],
    );
    const [first] = folded;
    assert.equal(first && readyParent(all, first)?.kind, 'readyDone');
    assert.equal(done && readyParent(all, done)?.kind, 'ready');
    const missing = {
      ...given,
      evidence: { ...evidence, minimizer: given.evidence.minimizer },
      missing: ['minimizer'] as const,
    };
    const kinds = readyRows(snapshot(missing), now)
      .flatMap(readyChildren)
      .flatMap((row) => (row.kind === 'readyProof' ? [row.proof.kind] : []));
    assert.deepEqual(kinds, ['minimizer']);
    const open = snapshot({ ...missing, status: { ...given.status, kind: 'findings' } });
    assert.equal(childrenIn(open).filter(({ kind }) => kind === 'readyProof').length, evidenceKinds.length);
  });

  it('offers the end of the work when it is approved, and the way back when the approval is outdated', () => {
    const acts = (status: object) =>
      childrenIn(snapshot(reviewOf({ status }))).flatMap((row) => (row.kind === 'readyAct' ? [row.act] : []));
    assert.deepEqual(acts({ kind: 'approved' }), ['createPullRequest', 'copyReviewSummary']);
    assert.deepEqual(acts({ kind: 'stale' }), ['requestDeltaReview', 'showChanged']);
    assert.deepEqual(acts({ kind: 'stale', unapproved: true }), []);
    assert.deepEqual(acts({ kind: 'requested' }), []);
    assert.equal(kindsIn(snapshot(reviewOf()))[0], 'readyEnd', 'a good word at the end');
    assert.ok(!kindsIn(snapshot(missingAll)).includes('readyEnd'));
  });

  it('knows the parent of each row', () => {
    const given = snapshot(missingAll);
    const [row] = childrenIn(given);
    assert.ok(row);
    assert.equal(readyParent(given, row)?.kind, 'ready');
    const [branch] = readyRows(given, now);
    assert.ok(branch);
    assert.equal(readyParent(given, branch), undefined);
  });
});

describe('the act of a proof', () => {
  it('obtains it, and is offered for tests even when they have passed', () => {
    const acts = evidenceKinds.map((kind) => proofAct({ kind, state: 'missing' }));
    assert.deepEqual(acts, [
      ...['askForProof', 'askForProof', 'runTests', 'runChecks', 'askForProof'],
      ...['requestReview', 'approve', 'verifyEvidence'],
    ]);
    assert.equal(proofAct({ kind: 'tests-passed', state: 'done' }), 'runTests');
    assert.equal(proofAct({ kind: 'codex-ran', state: 'done' }), undefined);
    assert.equal(proofAct({ kind: 'tests-passed', state: 'running' }), undefined);
    assert.equal(proofAct({ kind: 'tests-passed', state: 'waiting' }), 'acceptEvidence');
  });
});
