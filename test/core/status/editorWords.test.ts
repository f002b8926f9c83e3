// Refusals of the program in the words of the editor: nothing that has to be typed may be left in them.
import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import { budgetText, usedUpReason } from '../../../src/core/codex/budgetText.ts';
import { approvalProblem, targetedProblem } from '../../../src/core/review/approval.ts';
import type { Review } from '../../../src/core/review/review.ts';
import { editorWords } from '../../../src/core/status/editorWords.ts';
import { finding, reviewOf, round } from '../../support/reviews.ts';

describe('a refusal in the editor', () => {
  const cases: [refusal: string, said: string][] = [
    [
      'Nothing has been reviewed yet. Ask with: tmux-codex.sh --review',
      'Nothing has been reviewed yet. Ask with: Request Review',
    ],
    [
      'Round 1 has no findings yet. First: tmux-codex.sh --review-complete /tmp/x/codex/findings-1.json',
      'Round 1 has no findings yet. First: Complete Review',
    ],
    [
      'Round 1 has no findings yet: codex-ran is missing. When Codex has written /tmp/x.json: tmux-codex.sh --review-complete /tmp/x.json',
      'Round 1 has no findings yet. When Codex has written them: Complete Review',
    ],
    [
      'Codex has written /tmp/x.json. Read it with: tmux-codex.sh --review-complete /tmp/x.json',
      'Codex has written its findings. Read them with: Complete Review',
    ],
    [
      'r1-F1 is blocking and open. Fix, then: party findings triage KEY fixed; or reject with: party findings triage KEY rejected --reason TEXT',
      'r1-F1 is blocking and open. Fix, then: Mark Fixed; or reject with: Reject…',
    ],
    [
      '5 rounds have not led to an approval, and that is the limit: talk to the human. The human lets it go on with: party review request --beyond REASON',
      '5 rounds have not led to an approval, and that is the limit. To go on: Request Review',
    ],
    [
      'Nothing has changed since 0123456789ab. To review against something else: --review BASE',
      'Nothing has changed since 0123456789ab',
    ],
    [
      'A targeted approval needs passed tests for the code as it is. Run them with: party evidence run tests -- CMD',
      'A targeted approval needs passed tests for the code as it is. In a terminal: party evidence run tests -- and the command that runs them',
    ],
    [
      'Collab is on here already (task 1 of 2, docs/plan.md). See it with: party collab status. To start over, end it first: party collab cancel',
      'Collab is on here already (task 1 of 2, docs/plan.md). To start over, end it first: Collab: Cancel',
    ],
    [
      'Collab is paused, so that nothing is reviewed anyway. Go on: party collab resume',
      'Collab is paused, so that nothing is reviewed anyway. Go on: Collab: Resume',
    ],
    [
      'Collab is off here: there is nothing to pause. Start it with: party collab start',
      'Collab is off here: there is nothing to pause. Start it with: Collab: Start…',
    ],
    [
      'notes.md is empty. --design takes a document in Markdown that is there',
      'notes.md is empty. Collab takes a document in Markdown that is there',
    ],
    [
      'The reviews stay in .claude/codex-collab/reviews, and their findings in: party findings list',
      'The reviews stay in .claude/codex-collab/reviews, and their findings in the Findings view',
    ],
    ['something that nobody thought of', 'something that nobody thought of'],
  ];
  for (const [refusal, said] of cases) it(said, () => assert.equal(editorWords(refusal), said));

  const base = reviewOf();
  const change = {
    hash: 'b'.repeat(64),
    files: {},
    docsOnly: false,
    branch: 'topic',
    base: 'main',
    baseKnown: true,
    uncommitted: [],
  };
  const answered = { ...base, change, rounds: [round()] };
  const read: Review = {
    ...answered,
    evidence: { ...base.evidence, 'codex-ran': { ...base.evidence['codex-ran'], hash: change.hash } },
  };
  const limits = { rounds: 5, minutes: 1, tokens: 1 };
  const spent = { rounds: 5, minutes: 0, tokens: 0, limits, exhausted: 'rounds' as const };
  const problems: [title: string, problem: string | undefined][] = [
    ['beyond the budget', usedUpReason(spent)],
    ['shown with its budget', budgetText({ budget: { ...spent, left: 0 } }, english)],
    ['nothing reviewed', approvalProblem({ ...base, change })],
    ['requested', approvalProblem({ ...answered, status: { ...base.status, kind: 'requested' } })],
    ['discussed', approvalProblem({ ...answered, discussion: 'who decides?' })],
    ['changes requested', approvalProblem(answered)],
    ['stale', approvalProblem({ ...read, change: { ...change, hash: 'c'.repeat(64) } })],
    ['blocking', approvalProblem({ ...read, findings: [finding({})] })],
    ['too large', targetedProblem(read, 99)],
  ];
  for (const [title, problem] of problems) {
    it(`names nothing to type when it is ${title}`, () => {
      assert(problem !== undefined);
      assert.doesNotMatch(editorWords(problem), /tmux-codex|party |--|KEY|REASON|codex-ran/);
    });
  }
});
