// The acts of a review with real repositories: what each needs, what it changes, and that a refusal changes nothing.
import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beginRound, type RoundRequest } from '../../../src/node/review/beginRound.ts';
import { completeRound } from '../../../src/node/review/completeRound.ts';
import { runEvidence } from '../../../src/node/review/evidence/evidenceRuns.ts';
import { giveUpRound } from '../../../src/node/review/giveUpRound.ts';
import { readReview } from '../../../src/node/review/openReview.ts';
import { approve, needsDiscussion, reReview, triage, verifyEvidence } from '../../../src/node/review/reviewActs.ts';
import { newProject, type Project } from '../../support/project.ts';
import { reviewerWrites } from '../../support/reviewersWord.ts';

const blocking = {
  id: 'F1',
  file: 'src/a.ts',
  line: 2,
  severity: 'blocking',
  category: 'bug',
  description: 'It is wrong',
  suggestion: 'Right it',
};
const answer = (findings: object[]) =>
  JSON.stringify({
    findings,
    summary: 'Looked at it.',
    stats: { blocking_count: findings.length, non_blocking_count: 0, files_reviewed: 2 },
  });

describe('a review', () => {
  let repo: Project;

  beforeEach(() => {
    repo = newProject({ git: 'empty' });
    repo.write('src/a.ts', 'const a = 1;\nconst b = 2;\nconst c = 3;\n');
    repo.commit('The beginning');
    repo.git('switch', '--quiet', '-c', 'work');
    repo.write('src/a.ts', 'const a = 1;\nconst b = a / 0;\nconst c = 3;\n');
  });
  afterEach(() => repo.dispose());

  const findingsFile: RoundRequest['findingsFile'] = (request) => join(repo.root, 'codex/findings', `${request}.json`);
  const begin = (more: Partial<RoundRequest> = {}) =>
    beginRound(repo, { delta: false, headless: false, findingsFile, ...more });
  const log = () => repo.durable('events.jsonl');
  const state = async () => (await readReview(repo, repo.top)).status.kind;
  const put = (file: string, content: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  /** A round with these findings of the reviewer's. */
  const round = async (findings: object[], more: Partial<RoundRequest> = {}) => {
    const begun = await begin(more);
    await reviewerWrites(repo, begun.event.file, answer(findings));
    return { begun, completed: await completeRound(repo, begun.event.file) };
  };
  const refusesTo = async (act: Promise<unknown>, why: RegExp) => {
    const before = existsSync(log()) ? readFileSync(log(), 'utf8') : '';
    await assert.rejects(act, why);
    assert.equal(existsSync(log()) ? readFileSync(log(), 'utf8') : '', before, 'a refusal has changed the log');
  };

  it('goes through its rounds to an approval', async () => {
    const { begun, completed } = await round([blocking]);
    assert.deepEqual(
      [begun.event.round, completed.review.status.kind, completed.review.status.blocking],
      [1, 'findings', 1],
    );
    assert.equal(completed.review.findings[0]?.anchor, 'const b = a / 0;');
    await refusesTo(approve(repo), /blocking finding is open \(r1-F1\)/);
    await reReview(repo, 'a division by zero');
    assert.equal(await state(), 'changes-requested');
    repo.write('src/a.ts', 'const a = 1;\nconst b = a / 2;\nconst c = 3;\n');
    const second = await round([], { delta: true });
    assert.deepEqual([second.begun.event.round, second.begun.event.delta], [2, true]);
    const trees = [second.begun.previousTree ?? '', second.begun.event.tree ?? ''];
    assert.match(repo.git('diff', ...trees), /-const b = a \/ 0;\n\+const b = a \/ 2;/);
    assert.equal(second.completed.review.findings[0]?.state, 'fixed');
    assert.equal((await approve(repo)).status.kind, 'approved');
    repo.commit();
    assert.equal(await state(), 'approved', 'a commit of the same code');
    repo.write('src/a.ts', 'const a = 1;\nconst b = a / 3;\nconst c = 3;\n');
    const stale = await readReview(repo, repo.top);
    assert.deepEqual([stale.status.kind, stale.status.staleBecause], ['stale', ['src/a.ts']]);
  });

  it('covers the code at the time of the request', async () => {
    const { event } = await begin();
    repo.write('src/new.ts', 'slipped in\n');
    await reviewerWrites(repo, event.file, answer([]));
    await completeRound(repo, event.file);
    await refusesTo(approve(repo), /not what round 1 was asked to review \(src\/new\.ts changed\)/);
  });

  it('is not requested without a change', async () => {
    repo.git('checkout', '--quiet', '.');
    await refusesTo(begin(), /Nothing to review: no changes since [0-9a-f]{7}$/);
    repo.write('README.md', 'x');
    await refusesTo(begin(), /Nothing to review: only files that need no review/);
    await refusesTo(begin({ base: 'nowhere' }), /BASE "nowhere"/);
  });

  it('is not requested where the base is unknown', async () => {
    repo.git('branch', '--move', 'main', 'one');
    repo.git('branch', 'two', 'one');
    await refusesTo(begin(), /Party does not know the base of work/);
    const { event } = await begin({ base: 'one' });
    assert.equal(event.round, 1);
  });

  it('reaches an approval that holds, against a base that was named', async () => {
    repo.commit();
    repo.git('branch', 'develop');
    repo.write('src/b.ts', 'more\n');
    await round([], { base: 'develop' });
    assert.equal((await approve(repo)).status.kind, 'approved');
    assert.equal(await state(), 'approved');
    repo.commit();
    assert.equal(await state(), 'approved');
  });

  it('goes on in the same ledger when another base is named', async () => {
    await round([blocking]);
    await reReview(repo, 'no');
    repo.write('src/a.ts', 'const a = 1;\n');
    const { event } = await begin({ base: 'HEAD', delta: true });
    assert.equal(event.round, 2);
  });

  it('is not requested twice for the same code, but again for changed code', async () => {
    const { event } = await begin();
    await refusesTo(begin(), /Round 1 has been with Codex/);
    repo.write('src/b.ts', 'x');
    const again = await begin();
    assert.equal(again.event.round, 1);
    put(event.file, answer([]));
    await refusesTo(completeRound(repo, event.file), /no longer open/);
    await reviewerWrites(repo, again.event.file, answer([]));
    await completeRound(repo, again.event.file);
    await refusesTo(completeRound(repo, again.event.file), /already loaded/);
  });

  it('returns to its earlier state when the request is abandoned', async () => {
    const { event } = await begin();
    assert.equal(await giveUpRound(repo, { file: event.file }, 'Codex is not there'), true);
    assert.equal(await giveUpRound(repo, { request: event.request }, 'again'), false);
    assert.equal(await state(), 'none');
    assert.equal((await begin()).event.round, 1);
  });

  it('is over after three rounds, unless a human lets it go on', async () => {
    for (const n of [1, 2, 3]) {
      repo.write('src/a.ts', `const a = ${n};\n`);
      await round([{ ...blocking, description: `Wrong ${n}`, line: 1 }]);
      await reReview(repo, 'no');
    }
    assert.equal(await state(), 'needs-discussion');
    repo.write('src/a.ts', 'const a = 4;\n');
    await assert.rejects(begin(), {
      message: '3 rounds have not led to an approval, and that is the limit: the human decides',
      next: [{ act: 'requestBeyond' }],
    });
    const { event } = await begin({ beyond: 'one more try' });
    assert.equal(event.round, 4);
  });

  describe('is not completed with', () => {
    it('a file that is not there, a foreign one, or one without a request', async () => {
      const foreign = join(repo.root, 'foreign.json');
      put(foreign, answer([]));
      await refusesTo(completeRound(repo, foreign), /does not answer an open review request.*No request is open/);
      const { event } = await begin();
      await refusesTo(completeRound(repo, foreign), /does not answer an open review request.*Expected: .*findings/);
      await refusesTo(completeRound(repo, event.file), /does not exist/);
      assert.equal(await state(), 'requested');
    });

    it('a broken file', async () => {
      const { event } = await begin();
      put(event.file, 'No findings, all good. CODEX APPROVED');
      await refusesTo(completeRound(repo, event.file), /cannot be read as findings.*not-json/);
    });

    it('a link to something that looks like findings', async () => {
      const { event } = await begin();
      const elsewhere = join(repo.root, 'elsewhere');
      put(join(elsewhere, `${event.request}.json`), answer([]));
      mkdirSync(dirname(event.file), { recursive: true });
      symlinkSync(join(elsewhere, `${event.request}.json`), event.file);
      await refusesTo(completeRound(repo, event.file), /is a link/);
      rmSync(dirname(event.file), { recursive: true });
      symlinkSync(elsewhere, dirname(event.file));
      await refusesTo(completeRound(repo, event.file), /is a link/);
    });

    it('half a file, but with the whole one a moment later', async () => {
      const { event } = await begin();
      const whole = answer([blocking]);
      await reviewerWrites(repo, event.file, whole);
      put(event.file, whole.slice(0, 40));
      let pauses = 0;
      const pause = async () => {
        if (++pauses === 3) appendFileSync(event.file, whole.slice(40));
      };
      assert.equal((await completeRound(repo, event.file, { pause })).review.status.blocking, 1);
      assert.equal(pauses, 3);
    });
  });

  it('needs findings before changes are requested', async () => {
    await refusesTo(reReview(repo, 'x'), /Nothing has been reviewed yet/);
    await begin();
    await refusesTo(reReview(repo, 'x'), /no findings yet/);
  });

  it('needs discussion whenever an agent or a person says so, once there is a review', async () => {
    assert.equal((await needsDiscussion(repo, 'what is this for?')).status.kind, 'none');
    await begin();
    assert.equal((await needsDiscussion(repo, 'what is this for?')).status.kind, 'needs-discussion');
    await round([]);
    await needsDiscussion(repo, 'and this?');
    await refusesTo(approve(repo), /human's decision first \(and this\?\)/);
  });

  it('has findings that can be triaged by key, or by an unambiguous id', async () => {
    await round([blocking, { ...blocking, id: 'F2', line: 1, description: 'Another' }]);
    await refusesTo(triage(repo, 'F1', 'rejected'), /needs a reason/);
    await refusesTo(triage(repo, 'F9', 'fixed'), /no finding "F9"/);
    const { finding } = await triage(repo, 'F1', 'rejected', 'it is meant so');
    assert.deepEqual([finding.key, finding.state, finding.reason], ['r1-F1', 'rejected', 'it is meant so']);
    assert.equal((await triage(repo, 'r1-F1', 'open')).finding.state, 'open');
  });

  it('of a document does not count as a review of the code', async () => {
    repo.write('docs/plan.md', '# Plan\n');
    const { begun, completed } = await round([{ ...blocking, file: 'docs/plan.md' }], { document: 'docs/plan.md' });
    assert.equal(begun.event.document, 'docs/plan.md');
    assert.deepEqual([completed.review.status.kind, completed.review.findings.length], ['none', 1]);
    await refusesTo(approve(repo), /Nothing has been reviewed/);
    assert.equal((await triage(repo, completed.review.findings[0]?.key ?? '', 'fixed')).finding.state, 'fixed');
    await refusesTo(begin({ document: '../outside.md' }), /does not exist/);
  });

  describe('with a small fix', () => {
    const fix = async (content: string, tests = 'true') => {
      await round([blocking]);
      await triage(repo, 'r1-F1', 'fixed');
      repo.write('src/a.ts', content);
      await runEvidence(repo, { what: 'tests', command: [tests] });
    };

    it('is approved as targeted, and says so', async () => {
      await fix('const a = 1;\nconst b = a / 2;\nconst c = 3;\n');
      const { status, evidence, approvedTree } = await approve(repo, { targeted: 'divides by two' });
      assert.deepEqual([status.kind, status.targeted], ['approved', true]);
      assert.equal(evidence['codex-approved'].targeted, 'divides by two');
      // No round has this code, and a later change is compared with it.
      assert.equal(repo.git('show', `${approvedTree}:src/a.ts`), readFileSync(repo.file('src/a.ts'), 'utf8'));
    });

    it('is not approved with more than 10 lines, without tests, without a reason', async () => {
      await fix(`${Array.from({ length: 14 }, (_, n) => `const x${n} = ${n};`).join('\n')}\n`);
      await refusesTo(approve(repo, { targeted: 'small' }), /^PartyError: 14 lines have changed|14 lines have changed/);
      repo.write('src/a.ts', 'const a = 1;\nconst b = a / 4;\nconst c = 3;\n');
      await refusesTo(approve(repo, { targeted: 'small' }), /needs passed tests/);
      await refusesTo(approve(repo, { targeted: ' ' }), /needs a REASON/);
      repo.write('src/binary', Buffer.from([0, 1, 2, 0, 255]));
      await refusesTo(approve(repo, { targeted: 'small' }), /binary file/);
    });

    it('counts the lines of a document that was untracked at the review and is committed since', async () => {
      repo.write('docs/long.md', 'word\n'.repeat(20));
      await fix('const a = 1;\nconst b = a / 2;\nconst c = 3;\n');
      repo.git('add', 'docs/long.md');
      await refusesTo(approve(repo, { targeted: 'small' }), /21 lines have changed/);
    });

    it('is not approved when its tests fail', async () => {
      await fix('const a = 1;\nconst b = a / 2;\nconst c = 3;\n', 'false');
      await refusesTo(approve(repo, { targeted: 'small' }), /needs passed tests/);
    });
  });

  it('is verified only with everything else proven', async () => {
    await refusesTo(verifyEvidence(repo), /missing for the current code: code-critic, minimizer/);
  });

  it('stays consistent when two processes decide at once', async () => {
    await round([blocking, { ...blocking, id: 'F2', line: 1, description: 'Another' }]);
    const results = await Promise.allSettled([
      ...['F1', 'F2'].map((key) => triage(repo, key, 'rejected', 'no')),
      reReview(repo, 'one'),
      reReview(repo, 'two'),
    ]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    const { findings, status } = await readReview(repo, repo.top);
    assert.deepEqual([findings.map((one) => one.state), status.kind], [['rejected', 'rejected'], 'changes-requested']);
  });

  it('is read in spite of a torn line and of events from the future', async () => {
    await round([blocking]);
    appendFileSync(log(), '{"event":"from-the-future","at":"x","actor":"human"}\n{"event":"appro');
    await triage(repo, 'F1', 'rejected', 'no');
    assert.equal((await readReview(repo, repo.top)).findings[0]?.state, 'rejected');
  });

  it('says when there is no repository', async () => {
    rmSync(join(repo.top, '.git'), { recursive: true });
    for (const act of [begin(), approve(repo), reReview(repo, ''), completeRound(repo, 'x')]) {
      await assert.rejects(act, /is not in a git repository/);
    }
    assert.equal((await readReview(repo, repo.top)).change, null);
  });

  it('keeps its trees of uncommitted work through a git gc', async () => {
    const { begun } = await round([blocking]);
    repo.git('gc', '--quiet', '--prune=now');
    assert.match(repo.git('show', `${begun.event.tree}:src/a.ts`), /a \/ 0/);
    assert.equal(repo.git('status', '--porcelain'), ' M src/a.ts\n', 'the index of the user is untouched');
    renameSync(join(repo.top, 'src/a.ts'), join(repo.top, 'src/moved.ts'));
  });
});
