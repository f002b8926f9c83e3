import assert from 'node:assert/strict';
import { type Act, type ActFacts, actCommands, nextActs } from '../../../src/core/review/nextActs.ts';
import { type AgentStatus, quietStatus, type Status } from '../../../src/core/status.ts';

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
  const cases: [title: string, ActFacts, Act[]][] = [
    ['nothing is there', { status: quietStatus }, ['requestReview', 'start']],
    ['no repository', { status: quietStatus, canReview: false }, ['start']],
    ['a party, not reviewed', { status: status('none') }, ['requestReview', 'checkGates', 'attach']],
    ['Codex reads', { status: status('requested') }, ['needsDiscussion', 'showTimeline', 'checkGates', 'attach']],
    [
      'Codex has written its file',
      { status: status('requested'), findingsReady: true },
      ['completeReview', 'needsDiscussion', 'showTimeline', 'checkGates', 'attach'],
    ],
    [
      'Codex is late',
      { status: status('requested', { overdue: true }) },
      ['nudgeCodex', 'requestReview', 'needsDiscussion', 'showTimeline', 'checkGates', 'attach'],
    ],
    [
      'Codex is late, and there is none to nudge',
      { status: status('requested', { overdue: true }, noParty) },
      ['requestReview', 'needsDiscussion', 'showTimeline', 'start'],
    ],
    [
      'blocking findings',
      { status: status('findings', { blocking: 2 }), hasFindings: true },
      ['showFindings', 'requestReReview', 'needsDiscussion', 'showTimeline', 'checkGates', 'attach'],
    ],
    [
      'nothing blocks',
      { status: status('findings') },
      ['approve', 'requestReReview', 'needsDiscussion', 'showTimeline', 'checkGates', 'attach'],
    ],
    [
      'changes requested, still blocked',
      { status: status('changes-requested', { blocking: 1 }), hasFindings: true },
      [
        'requestDeltaReview',
        'requestReview',
        'showFindings',
        'needsDiscussion',
        'showTimeline',
        'checkGates',
        'attach',
      ],
    ],
    [
      'changes requested and made',
      { status: status('changes-requested') },
      ['requestDeltaReview', 'requestReview', 'needsDiscussion', 'showTimeline', 'checkGates', 'attach'],
    ],
    [
      'approved, without a party',
      { status: status('approved', {}, noParty) },
      ['requestReReview', 'needsDiscussion', 'showTimeline', 'start'],
    ],
    [
      'stale',
      { status: status('stale', {}, noParty) },
      ['requestDeltaReview', 'approveTargeted', 'requestReview', 'needsDiscussion', 'showTimeline', 'start'],
    ],
    [
      'stale and blocked: no small fix is enough',
      { status: status('stale', { blocking: 1 }, noParty) },
      ['requestDeltaReview', 'requestReview', 'needsDiscussion', 'showTimeline', 'start'],
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
  ];
  for (const [title, facts, acts] of cases) it(title, () => assert.deepEqual(nextActs(facts), acts));

  it('never offer to approve what is blocked, not read or not as it was read', () => {
    const kinds: Kind[] = [
      'none',
      'requested',
      'findings',
      'changes-requested',
      'approved',
      'stale',
      'needs-discussion',
    ];
    for (const kind of kinds) {
      const acts = nextActs({ status: status(kind, { blocking: 1 }), hasFindings: true, findingsReady: true });
      assert.deepEqual(
        acts.filter((act) => act.startsWith('approve')),
        [],
        kind,
      );
    }
  });

  it('can all be typed', () => {
    for (const command of Object.values(actCommands)) assert.match(command, /^party \w/);
  });
});
