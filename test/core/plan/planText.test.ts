import assert from 'node:assert/strict';
import { english } from '../../../src/core/base/translate.ts';
import type { PlanState } from '../../../src/core/plan/plan.ts';
import { planStatus } from '../../../src/core/plan/planStatus.ts';
import { lastVerdict, planIcon, planReasons, planText, versionText } from '../../../src/core/plan/planText.ts';
import { quietStatus, type Status } from '../../../src/core/status/status.ts';
import { type Activity, foremost, statusBar, statusLines } from '../../../src/core/status/statusBar.ts';
import { statusText } from '../../../src/core/status/statusText.ts';
import { note, planState, verdict, version } from '../../support/plans.ts';

const plan = (kind: Status['plan']['kind'], n = 2): Status['plan'] => ({ kind, version: n, hash: 'abc' });
const withPlan = (kind: Status['plan']['kind'], more: Partial<Status> = {}): Status => ({
  ...quietStatus,
  plan: plan(kind),
  ...more,
});
const review = (kind: Status['review']['kind']) => ({ review: { ...quietStatus.review, kind, blocking: 1 } });
const party = { session: { id: 'x', name: 'party-x', cwd: '/p' }, gates: { active: true, missing: [] } };
const approval = { is_optimal: true, review_version: 2, approved_at: '', codex_thread_id: 't' } as const;

describe('the plan in the status bar', () => {
  const cases: [title: string, Status, text: string, attention?: boolean][] = [
    ['no gate', withPlan('off'), '$(comment-discussion) Party'],
    ['no plan', { ...quietStatus, plan: { ...plan('none'), hash: null } }, '$(checklist) Party: plan not written yet'],
    ['not reviewed', withPlan('none'), '$(checklist) Party: plan not reviewed'],
    ['Codex reads', withPlan('reviewing'), '$(loading~spin) Party: plan reviewing (v2)…'],
    ['sent back', withPlan('changes-requested'), '$(request-changes) Party: plan changes requested (v2)'],
    ['approved', withPlan('approved'), '$(pass) Party: plan approved (v2)'],
    ['stale', withPlan('stale'), '$(history) Party: plan approval outdated: changed since v2'],
    ['a human has to decide', withPlan('needs-human'), '$(question) Party: plan needs you', true],
    ['a party without a review', withPlan('approved', party), '$(pass) Party: plan approved (v2)'],
    [
      'a plan beside a review',
      withPlan('approved', { ...party, ...review('findings') }),
      '$(error) Party: 1 blocking · plan approved (v2)',
    ],
    [
      'a plan that holds everything up, beside a review',
      withPlan('changes-requested', review('findings')),
      '$(request-changes) Party: 1 blocking · plan changes requested (v2)',
    ],
    [
      'a human for the plan, beside an approval of the code',
      withPlan('needs-human', review('approved')),
      '$(question) Party: approved · plan needs you',
      true,
    ],
  ];
  for (const [title, status, text, attention = false] of cases) {
    it(title, () => {
      const shown = statusBar(status, english);
      assert.deepEqual([shown.text, shown.attention], [text, attention]);
      assert.equal(shown.act, 'showReview');
      assert.equal(shown.text.split('$(').length, 2, 'one icon');
    });
  }

  it('is hidden while a command runs', () => {
    for (const activity of ['starting', 'stopping'] satisfies Activity[]) {
      assert.equal(statusBar(withPlan('approved'), english, activity).text, `$(loading~spin) Party: ${activity}`);
    }
  });

  it('is shown before a project without activity', () => {
    const planned = withPlan('changes-requested');
    assert.equal(foremost([quietStatus, planned]), planned);
    assert.equal(foremost([planned, withPlan('needs-human')])?.plan.kind, 'needs-human');
  });

  it('has words and an icon for every state', () => {
    const kinds: Status['plan']['kind'][] = ['off', 'none', 'reviewing', 'changes-requested', 'approved', 'stale'];
    for (const kind of kinds) {
      for (const n of [0, 3]) assert.notEqual(planText(plan(kind, n), english), '');
      assert.match(planIcon(plan(kind)), /^[a-z~-]+$/);
    }
    assert.ok(!planText(plan('approved', 0), english).includes('0'), 'no version that is none');
  });
});

describe('the state of a plan in a word', () => {
  const cases: [title: string, PlanState, kind: Status['plan']['kind']][] = [
    ['no gate', planState({ gated: false, reviewing: true }), 'off'],
    ['Codex has not read it', planState({ versions: [version(1)] }), 'none'],
    ['Codex reads', planState({ reviewing: true, needsHuman: true }), 'reviewing'],
    ['approved', planState({ approval: { ...approval, plan_hash: 'now' } }), 'approved'],
    ['withdrawn', planState({ withdrawn: true, versions: [version(1, verdict(true))] }), 'stale'],
    ['sent back', planState({ versions: [version(1, verdict(false)), version(2)] }), 'changes-requested'],
    ['changed while Codex read it, and was content', planState({ versions: [version(1, verdict(true))] }), 'stale'],
    [
      'the revisions are used up',
      planState({ needsHuman: true, versions: [version(1, verdict(false))] }),
      'needs-human',
    ],
  ];
  for (const [title, state, kind] of cases) it(title, () => assert.equal(planStatus(state).kind, kind));
});

describe('the lines about a plan', () => {
  const cases: [title: string, PlanState, lines: string[][]][] = [
    ['nothing special', planState(), []],
    ['no plan', planState({ hash: undefined, problem: 'There is\nno plan' }), [['Plan problem', 'There is no plan']]],
    ['headings', planState({ missingHeadings: ['Goal', 'Risks'] }), [['Headings missing', 'Goal, Risks']]],
    [
      'a verdict',
      planState({ versions: [version(1, verdict(false, note(), note({ severity: 'non-blocking' })))] }),
      [['Codex on v1', '1 blocking, 1 non-blocking']],
    ],
    [
      'an approval by hand',
      planState({ approval: { ...approval, plan_hash: 'now', codex_thread_id: null, reason: 'good\nenough' } }),
      [['Approved by hand', 'good enough']],
    ],
    [
      'an approval of something else',
      planState({ approvalProblem: 'is about another plan' }),
      [['Approval', 'is about another plan']],
    ],
  ];
  for (const [title, state, lines] of cases) {
    it(title, () => {
      const reasons = planReasons(state, english);
      assert.deepEqual(
        reasons.map(({ name, value }) => [name, value]),
        lines,
      );
    });
  }

  it('are in the tooltip, and only while the gate is on', () => {
    const state = planState({ missingHeadings: ['Goal'] });
    assert.deepEqual(statusLines(withPlan('none'), english, { now: 0, plan: state }).slice(0, 2), [
      ['Plan', 'not reviewed'],
      ['Headings missing', 'Goal'],
    ]);
    assert.deepEqual(statusLines(withPlan('off'), english, { now: 0, plan: state }), []);
  });

  it('are in `party status` without a party', () => {
    const text = statusText({ status: withPlan('changes-requested') });
    assert.match(text, /^Plan {6}changes requested \(v2\)$/m);
    assert.match(text, /^Next {6}party plan/m);
  });
});

describe('a version of a plan', () => {
  const said = verdict(false, note());
  const good = verdict(true);
  const cases: [title: string, PlanState, n: number, text: string][] = [
    ['with notes', planState({ versions: [version(1, said)] }), 1, '1 blocking'],
    ['that is read now', planState({ versions: [version(1)], reviewing: true }), 1, 'reviewing…'],
    [
      'whose review came to nothing',
      planState({ versions: [version(1), version(2)], reviewing: true }),
      1,
      'no verdict',
    ],
    [
      'that is approved',
      planState({ versions: [version(1, good)], approval: { ...approval, plan_hash: 'hash1' } }),
      1,
      'approved',
    ],
    [
      'that a human approved',
      planState({ versions: [version(1)], approval: { ...approval, plan_hash: 'hash1', codex_thread_id: null } }),
      1,
      'approved by hand',
    ],
    [
      'that a human approved against Codex',
      planState({ versions: [version(1, said)], approval: { ...approval, plan_hash: 'hash1', codex_thread_id: null } }),
      1,
      'approved by hand; 1 blocking',
    ],
    [
      'that was good, with a note',
      planState({ versions: [version(1, verdict(true, note({ severity: 'non-blocking' })))] }),
      1,
      'nothing to change, 1 non-blocking',
    ],
    ['that was good, without notes', planState({ versions: [version(1, good)] }), 1, 'nothing to change'],
    ['sent back in one word', planState({ versions: [version(1, verdict(false))] }), 1, 'changes requested'],
  ];
  for (const [title, state, n, text] of cases) {
    it(title, () => {
      const one = state.versions.find((candidate) => candidate.version === n);
      assert.equal(one && versionText(state, one, english), text);
    });
  }

  it('is the last one that Codex said something about', () => {
    assert.equal(lastVerdict(planState({ versions: [version(1, said), version(2, said), version(3)] }))?.version, 2);
    assert.equal(lastVerdict(planState({ versions: [version(1)] })), undefined);
  });
});
