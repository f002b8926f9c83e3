// Problems in the editor: nothing that has to be typed is in their words, and each way out is a command of the editor.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actNames } from '../../../src/core/base/acts.ts';
import type { Remark } from '../../../src/core/base/remark.ts';
import { english } from '../../../src/core/base/translate.ts';
import { budgetText, usedUpReason } from '../../../src/core/codex/budgetText.ts';
import { approvalProblem, notWritten, targetedProblem } from '../../../src/core/review/approval.ts';
import type { Review } from '../../../src/core/review/review.ts';
import { ended } from '../../../src/core/session/bringBack.ts';
import { awaitedText } from '../../../src/core/status/awaited.ts';
import { type EditorWay, editorWay, wayCommand } from '../../../src/extension/ui/editorWays.ts';
import { finding, reviewOf, round } from '../../support/reviews.ts';
import { repository } from '../../support/sandbox.ts';

const read = (file: string) => JSON.parse(readFileSync(join(repository, file), 'utf8'));
const texts: Readonly<Record<string, string>> = read('package.nls.json');

describe('a problem in the editor', () => {
  const base = reviewOf();
  const change = {
    hash: 'b'.repeat(64),
    files: {},
    docsOnly: false,
    branch: 'topic',
    base: 'main',
    baseKnown: true,
    uncommitted: [],
    filtered: [],
  };
  const answered = { ...base, change, rounds: [round()] };
  const evidence = { ...base.evidence, 'codex-ran': { ...base.evidence['codex-ran'], hash: change.hash } };
  const reviewed: Review = { ...answered, evidence };
  const changed = { ...change, hash: 'c'.repeat(64) };
  const limits = { rounds: 5, minutes: 1, tokens: 1 };
  const spent = { rounds: 5, minutes: 0, tokens: 0, limits, exhausted: 'rounds' as const };
  const two = [finding({}), finding({ key: 'r1-F2', id: 'F2' })];

  const cases: [title: string, remark: Remark | undefined, problem: RegExp, buttons: EditorWay[]][] = [
    ['beyond the budget', usedUpReason(spent), /budget for Codex is used up/, ['renewBudget']],
    ['shown with its budget', budgetText({ budget: { ...spent, left: 0 } }, english), /^used up: /, ['renewBudget']],
    ['nothing reviewed', approvalProblem({ ...base, change }), /^Nothing has been reviewed$/, ['requestReview']],
    [
      'requested',
      approvalProblem({ ...answered, status: { ...base.status, kind: 'requested' } }),
      /^Round 1 has no findings yet: Codex has to write them first$/,
      ['completeReview'],
    ],
    ['not written', notWritten({ n: 2, file: '/tmp/x.json' }), /^Round 2 has no findings yet/, ['completeReview']],
    [
      'discussed',
      approvalProblem({ ...answered, discussion: 'who decides?' }),
      /^This needs a human's decision first \(who decides\?\)$/,
      ['requestReview'],
    ],
    [
      'blind',
      approvalProblem({ ...base, change, rounds: [round({ blind: true })] }),
      /read no files/,
      ['requestReview'],
    ],
    ['changes requested', approvalProblem(answered), /^Round 1 ended with changes requested$/, ['requestReview']],
    [
      'stale',
      approvalProblem({ ...reviewed, change: changed }),
      /^The code is not what round \d was asked to review/,
      ['requestReview', 'approveTargeted'],
    ],
    [
      'blocking',
      approvalProblem({ ...reviewed, findings: [finding({})] }),
      /^1 blocking finding is open \(r1-F1\)$/,
      ['markFindingFixed', 'rejectFinding'],
    ],
    [
      'blocking twice',
      approvalProblem({ ...reviewed, findings: two }),
      /^2 blocking findings are open \(r1-F1, r1-F2\)$/,
      ['findingsView', 'findingsView'],
    ],
    ['too large', targetedProblem(reviewed, 99), /^99 lines have changed/, ['requestReview']],
    ['untested', targetedProblem(reviewed, 1), /^A targeted approval needs passed tests/, ['runTests']],
    ['about to begin', awaitedText('beginning', english), /^Codex has the request and is idle$/, ['nudgeCodex']],
    ['without Codex', ended(['codex']), /^Codex has ended$/, ['restartAgent']],
  ];
  for (const [title, remark, problem, buttons] of cases) {
    it(`names nothing to type when it is ${title}, and has a button`, () => {
      assert(remark !== undefined);
      assert.match(remark.problem, problem);
      assert.doesNotMatch(remark.problem, /tmux-codex|party |--|KEY|REASON|codex-ran/);
      assert.deepEqual(remark.next.map(editorWay), buttons);
    });
  }

  it('knows the only finding, and lets the user choose among several', () => {
    const nextOf = (findings: Review['findings']) => approvalProblem({ ...reviewed, findings })?.next;
    assert.deepEqual(nextOf([finding({})]), [
      { act: 'markFixed', key: 'r1-F1' },
      { act: 'rejectFinding', key: 'r1-F1' },
    ]);
    assert.deepEqual(nextOf(two), [{ act: 'markFixed' }, { act: 'rejectFinding' }]);
  });

  it('has words for the button of every act that has one', () => {
    for (const act of actNames) {
      const command = wayCommand({ act, key: 'r1-F1' });
      if (command !== undefined) assert.match(texts[`command.${command}`] ?? '', /\S/, act);
    }
  });
});
