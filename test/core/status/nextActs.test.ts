import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import { type Act, actNames } from '../../../src/core/base/acts.ts';
import { commandLine } from '../../../src/core/base/remark.ts';
import type { Review, Round } from '../../../src/core/review/review.ts';
import { type ActFacts, actFacts } from '../../../src/core/status/actFacts.ts';
import { nextActs, nextStep } from '../../../src/core/status/nextActs.ts';
import { quietStatus, type Status } from '../../../src/core/status/status.ts';
import { finding, reviewOf, round } from '../../support/reviews.ts';

type Kind = Status['review']['kind'];

const claude: AgentStatus = { role: 'claude', pane: '%1', state: 'idle', waitingFor: null, demo: false };

function status(kind: Kind, more: Partial<Status['review']> = {}, others: Partial<Status> = {}): Status {
  return {
    ...quietStatus,
    session: { id: 'x', name: 'party-x', cwd: '/p' },
    agents: [claude],
    gates: { active: true, missing: [] },
    review: { ...quietStatus.review, kind, round: kind === 'none' ? 0 : 1, ...more },
    ...others,
  };
}

const noParty = { session: null, agents: [] };
const known = (at: Status, review: Review | undefined): ActFacts =>
  actFacts(at, { review, plan: undefined, written: 'nothing', now: 7 });
const failed = {
  id: 'm',
  from: 'human',
  to: 'codex',
  kind: 'talk',
  state: 'failed',
  since: '',
  file: '',
  reason: null,
} as const;

describe('the next acts', () => {
  const ended = {
    id: 'a',
    title: '',
    at: '2026-01-01T00:00:00Z',
    restorable: true,
    unexpected: true,
    conversations: [],
  };

  it('begin with the way back after an unexpected end, and only after that', () => {
    const acts = (more: Partial<Status>) => nextActs({ status: { ...status('stale'), ...noParty, ...more } });
    assert.deepEqual(acts({ ended }).slice(0, 2), ['restore', 'requestDeltaReview']);
    assert.equal(acts({ ended: { ...ended, unexpected: false } })[0], 'requestDeltaReview');
    assert.equal(acts({ ended: { ...ended, restorable: false } })[0], 'requestDeltaReview');
    // Party tells the agents nothing of it.
    assert.equal(nextStep({ status: { ...status('stale'), ...noParty, ended } }), 'requestDeltaReview');
  });

  const cases: [title: string, ActFacts, Act[]][] = [
    ['nothing is there', { status: quietStatus }, ['start', 'requestReview']],
    ['no repository', { status: quietStatus, canReview: false }, ['start']],
    ['a party, not reviewed', { status: status('none') }, ['requestReview', 'checkGates', 'attach']],
    ['Codex reads', { status: status('requested') }, ['attach', 'showTimeline', 'checkGates', 'needsDiscussion']],
    [
      'Codex reads, without a pane, what is left of an earlier round',
      { status: status('requested', {}, noParty), hasFindings: true },
      ['showTimeline', 'showFindings', 'start', 'needsDiscussion'],
    ],
    [
      'Codex has written its file',
      { status: status('requested'), written: 'findings' },
      ['completeReview', 'attach', 'showTimeline', 'checkGates', 'needsDiscussion'],
    ],
    [
      'Codex is late',
      { status: status('requested', { overdue: true }) },
      ['nudgeCodex', 'requestReview', 'attach', 'showTimeline', 'checkGates', 'needsDiscussion'],
    ],
    [
      'Codex is late, and there is none to nudge',
      { status: status('requested', { overdue: true }, noParty) },
      ['requestReview', 'showTimeline', 'start', 'needsDiscussion'],
    ],
    [
      'blocking findings',
      { status: status('findings', { blocking: 2 }), hasFindings: true },
      ['showFindings', 'requestReReview', 'showTimeline', 'checkGates', 'attach', 'needsDiscussion'],
    ],
    [
      'nothing blocks',
      { status: status('findings') },
      ['approve', 'showTimeline', 'checkGates', 'attach', 'requestReReview', 'needsDiscussion'],
    ],
    [
      'changes requested, still blocked',
      { status: status('changes-requested', { blocking: 1 }), hasFindings: true },
      [
        'requestDeltaReview',
        'requestReview',
        'showFindings',
        'showTimeline',
        'checkGates',
        'attach',
        'needsDiscussion',
      ],
    ],
    [
      'changes requested and made',
      { status: status('changes-requested') },
      ['requestDeltaReview', 'requestReview', 'showTimeline', 'checkGates', 'attach', 'needsDiscussion'],
    ],
    [
      'approved, without a party',
      { status: status('approved', {}, noParty) },
      ['copySummary', 'showTimeline', 'start', 'requestReReview', 'needsDiscussion'],
    ],
    [
      'approved, all findings resolved',
      { status: status('approved'), hasFindings: true },
      [
        ...(['createPullRequest', 'copySummary', 'attach', 'showTimeline', 'showFindings', 'checkGates'] as const),
        ...(['requestReReview', 'needsDiscussion'] as const),
      ],
    ],
    [
      'stale',
      { status: status('stale', {}, noParty) },
      ['requestDeltaReview', 'approveTargeted', 'requestReview', 'showTimeline', 'start', 'needsDiscussion'],
    ],
    [
      'stale and blocked: no small fix is enough',
      { status: status('stale', { blocking: 1 }, noParty) },
      ['requestDeltaReview', 'requestReview', 'showTimeline', 'start', 'needsDiscussion'],
    ],
    [
      'to be discussed',
      { status: status('needs-discussion', {}, noParty), hasFindings: true },
      ['showFindings', 'requestDeltaReview', 'showTimeline', 'start'],
    ],
    [
      'to be discussed before the first round',
      { status: status('needs-discussion', { round: 0 }, noParty) },
      ['requestReview', 'start'],
    ],
    [
      'an agent waits',
      { status: status('none', {}, { agents: [{ ...claude, state: 'waiting' }] }) },
      ['attach', 'requestReview', 'checkGates'],
    ],
    [
      'a message has failed',
      { status: status('none', {}, { messages: [failed] }), now: 0 },
      ['showMessages', 'requestReview', 'checkGates', 'attach'],
    ],
    [
      'the gates are off',
      { status: status('none', {}, { gates: { active: false, missing: [] } }) },
      ['checkGates', 'requestReview', 'attach'],
    ],
    [
      'a plan is to be written',
      { status: { ...quietStatus, plan: { kind: 'none', version: 0, hash: null } } },
      ['openPlan', 'start', 'stopPlan'],
    ],
    [
      'a plan is to be written while code is reviewed',
      { status: { ...status('findings'), plan: { kind: 'none', version: 0, hash: null } } },
      [
        ...(['openPlan', 'approve', 'showTimeline', 'checkGates', 'attach'] as const),
        ...(['requestReReview', 'needsDiscussion', 'stopPlan'] as const),
      ],
    ],
    [
      'a plan is written and not yet reviewed',
      { status: { ...quietStatus, plan: { kind: 'none', version: 0, hash: 'a' } } },
      ['reviewPlan', 'openPlan', 'approvePlan', 'start', 'stopPlan'],
    ],
    [
      'Codex reads the plan',
      { status: { ...quietStatus, plan: { kind: 'reviewing', version: 2, hash: 'a' } } },
      ['openPlan', 'showPlanVersions', 'start', 'cancelPlanReview', 'stopPlan'],
    ],
    [
      'the plan was sent back',
      { status: { ...quietStatus, plan: { kind: 'changes-requested', version: 2, hash: 'a' } } },
      ['openPlan', 'showPlanVersions', 'reviewPlan', 'approvePlan', 'start', 'stopPlan'],
    ],
    [
      'the plan has changed since',
      { status: { ...quietStatus, plan: { kind: 'stale', version: 2, hash: 'a' } } },
      ['reviewPlan', 'showPlanVersions', 'openPlan', 'approvePlan', 'start', 'stopPlan'],
    ],
    [
      'a human has to decide about the plan',
      { status: { ...quietStatus, plan: { kind: 'needs-human', version: 5, hash: 'a' } } },
      ['openPlan', 'showPlanVersions', 'approvePlan', 'reviewPlan', 'start', 'stopPlan'],
    ],
    [
      'the plan is approved: now the code is what matters',
      { status: { ...quietStatus, plan: { kind: 'approved', version: 2, hash: 'a' } } },
      ['requestReview', 'showPlanVersions', 'start', 'stopPlan'],
    ],
  ];
  for (const [title, facts, acts] of cases) it(title, () => assert.deepEqual(nextActs(facts), acts));

  const kinds: Kind[] = ['none', 'requested', 'findings', 'changes-requested', 'approved', 'stale', 'needs-discussion'];

  it('never begin with an act that undoes something', () => {
    for (const kind of kinds) {
      for (const others of [{}, noParty]) {
        for (const given of [{}, { hasFindings: true }, { written: 'findings' as const }, { canReview: false }]) {
          for (const more of [{}, { blocking: 1 }, { overdue: true }]) {
            const [first] = nextActs({ status: status(kind, more, others), ...given });
            assert.ok(
              first !== undefined && !['needsDiscussion', 'requestReReview'].includes(first),
              `${kind} ${first}`,
            );
          }
        }
      }
    }
  });

  it('never offer to approve code that is blocked, not reviewed or changed since its review', () => {
    for (const kind of kinds) {
      const acts = nextActs({ status: status(kind, { blocking: 1 }), hasFindings: true, written: 'findings' });
      assert.deepEqual(
        acts.filter((act) => act.startsWith('approve')),
        [],
        kind,
      );
    }
  });

  const spent = { rounds: 30, minutes: 1, tokens: 1, left: 0 };
  const usedUp = { budget: { ...spent, exhausted: 'rounds' } } as const;
  it('begin with renewing the budget when it is used up, and ask nothing of Codex', () => {
    for (const kind of kinds) {
      const acts = nextActs({ status: status(kind, { overdue: true }, usedUp) });
      assert.equal(acts[0], 'renewBudget', kind);
      assert.deepEqual(
        acts.filter((act) => act.startsWith('request') && act !== 'requestReReview'),
        [],
        kind,
      );
    }
    const reviewed = { ...usedUp, plan: { kind: 'stale', version: 1, hash: 'h' } } as const;
    assert.ok(!nextActs({ status: status('none', {}, reviewed) }).includes('reviewPlan'));
  });

  it('need a reason for another round when the rounds are used up, and none to repeat the last one', () => {
    const used = { used: 3, limit: 3 };
    const step = (kind: Kind, rounds = [round({ outcome: 'changes-requested' })], more = {}) =>
      nextStep(known(status(kind, more), reviewOf({ budget: used, rounds })));
    for (const kind of ['changes-requested', 'stale', 'needs-discussion'] as const) {
      assert.equal(step(kind), 'requestDeltaBeyond', kind);
    }
    assert.equal(step('needs-discussion', undefined, { round: 0 }), 'requestBeyond');
    const open = [round({ receivedAt: null })];
    assert.equal(step('requested', open, { standstill: 'run-ended' }), 'requestReview');
    assert.equal(commandLine({ act: 'requestDeltaBeyond' }), 'party review request --delta --beyond REASON');
  });

  it('ask for no review of the whole while collab reviews its tasks', () => {
    const at = (collab: Status['collab']) => nextActs({ status: status('none', {}, { collab }) })[0];
    assert.notEqual(at({ phase: 'implementing', paused: false }), 'requestReview');
    assert.equal(at({ phase: 'implementing', paused: true }), 'requestReview');
    assert.equal(at({ phase: 'complete', paused: false }), 'requestReview');
  });

  it('let collab go on, pause and end, according to where it stands', () => {
    const at = (collab: Status['collab']) =>
      nextActs({ status: status('none', {}, { collab }) }).filter((act) => act.includes('Collab'));
    const running = { phase: 'implementing', paused: false, task: 2 } as const;
    assert.deepEqual(at({ phase: 'idle', paused: false }), []);
    assert.deepEqual(at({ phase: 'designing', paused: false, task: null }), [
      ...['pauseCollab', 'skipCollab', 'cancelCollab'],
    ]);
    assert.deepEqual(at(running), ['openCollabReview', 'pauseCollab', 'skipCollab', 'cancelCollab']);
    assert.deepEqual(at({ ...running, paused: true }), ['resumeCollab', 'openCollabReview', 'cancelCollab']);
    assert.deepEqual(at({ ...running, phase: 'complete' }), ['openCollabReview', 'cancelCollab']);
    const held = status('findings', { blocking: 1 }, { collab: { ...running, paused: true, held: 'why' } });
    assert.equal(nextActs({ status: held })[0], 'resumeCollab');
  });

  it('are made of the same facts for the terminal and the editor', () => {
    const facts = known(
      status('requested'),
      reviewOf({ rounds: [round({ receivedAt: null })], findings: [finding()] }),
    );
    assert.deepEqual(facts, {
      ...{ status: status('requested'), written: 'nothing', hasFindings: true, canReview: true, change: 'some' },
      ...{ isBeginning: false, stopped: undefined, roundsUsedUp: false, isBlind: false, isPlanUnfit: false },
      ...{ mayApprove: false, mayApproveTargeted: false, now: 7 },
    });
    assert.equal(known(quietStatus, { ...reviewOf(), change: null }).canReview, false);
    assert.equal(known(quietStatus, undefined).canReview, false);
  });

  describe('are none that the program refuses', () => {
    const read = (more: Partial<Round> = {}, review: Parameters<typeof reviewOf>[0] = {}) => {
      const found = reviewOf({ rounds: [round(more)], ...review });
      const ran = { ...found.evidence['codex-ran'], hash: 'abc' };
      return { ...found, evidence: { ...found.evidence, 'codex-ran': ran } };
    };
    const changed = (more: Partial<NonNullable<Review['change']>>) => {
      const review = reviewOf();
      return { ...review, change: review.change && { ...review.change, ...more } };
    };
    const reviewed = { role: 'codex', pane: null, state: 'absent', waitingFor: null, demo: false } as const;
    const headless = (more: Partial<Round>) =>
      reviewOf({ rounds: [round({ receivedAt: null, headless: true, ...more })] });
    const claimed = { findings: [finding({ state: 'fixed' })] };
    const cases: [title: string, Status, Review, Act | undefined][] = [
      ['approve, of what was read', status('findings'), read(), 'approve'],
      ['but not when the reviewer has read no file', status('findings'), read({ blind: true }), 'requestReview'],
      ['nor when it is only said to be fixed', status('findings'), read({}, claimed), 'showFindings'],
      ['no request where nothing has changed', status('none'), changed({ files: {} }), undefined],
      ['nor where it was all taken back', status('stale'), changed({ files: {} }), undefined],
      [
        'one with a base where none is known',
        status('none'),
        changed({ baseKnown: false, files: {} }),
        'requestAgainst',
      ],
      [
        'none to a Codex without a pane',
        status('none', {}, { agents: [claude, reviewed] }),
        reviewOf(),
        'restartAgent',
      ],
      ['nor after a round', status('stale', {}, { agents: [claude, reviewed] }), reviewOf(), 'restartAgent'],
      [
        'no nudge to a process that is stopped',
        status('requested', { overdue: true }),
        headless({ runner: '7:x' }),
        'continueRun',
      ],
    ];
    for (const [title, at, review, act] of cases) it(title, () => assert.equal(nextStep(known(at, review)), act));

    it('a targeted approval only with tests for the code as it is', () => {
      const acts = (review: Review) => nextActs(known(status('stale'), review)).includes('approveTargeted');
      const tested = read();
      const tests = { ...tested.evidence['tests-passed'], hash: 'abc' };
      assert.equal(acts(tested), false);
      assert.equal(acts({ ...tested, evidence: { ...tested.evidence, 'tests-passed': tests } }), true);
    });

    it('to load unreadable findings; they ask Codex to write them again, unless it is writing now', () => {
      const codex = (state: AgentStatus['state']) =>
        nextStep({
          status: status('requested', {}, { agents: [claude, { ...reviewed, state }] }),
          written: 'unreadable',
        });
      assert.deepEqual([codex('idle'), codex('busy')], ['nudgeCodex', undefined]);
    });

    it('neither to review nor to approve a plan that is unfit for it, or gone', () => {
      for (const kind of ['none', 'changes-requested', 'stale', 'needs-human'] as const) {
        const plan = { kind, version: 1, hash: 'a' };
        const unfit = nextActs({ status: { ...quietStatus, plan }, isPlanUnfit: true });
        const gone = nextActs({ status: { ...quietStatus, plan: { ...plan, hash: null } } });
        for (const acts of [unfit, gone]) {
          assert.ok(!acts.includes('reviewPlan') && !acts.includes('approvePlan') && acts.includes('openPlan'), kind);
        }
        assert.ok(!gone.includes('showPlanVersions'));
      }
    });
  });

  it('are none about the plan while Codex reads it', () => {
    const plan = { kind: 'reviewing', version: 2, hash: 'a' } as const;
    assert.equal(nextStep({ status: { ...quietStatus, plan } }), undefined);
  });

  it('are all commands that a person can type', () => {
    for (const act of actNames) {
      assert.match(commandLine({ act }, 'human'), /^(?:(?:PARTY_SESSION=ID )?party \w|kill -CONT PID$)/);
      assert.match(
        commandLine({ act }, 'author'),
        /^(?:(?:PARTY_SESSION=ID )?party \w|tmux-codex\.sh --|kill -CONT PID$)/,
      );
    }
  });
});
