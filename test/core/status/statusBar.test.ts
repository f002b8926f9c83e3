import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import type { Role } from '../../../src/core/base/role.ts';
import { english } from '../../../src/core/base/translate.ts';
import { defaultConfig } from '../../../src/core/config/config.ts';
import type { MessageStatus } from '../../../src/core/messages/messageStatus.ts';
import { defaultGatePolicy } from '../../../src/core/review/policy.ts';
import { quietStatus, type Status } from '../../../src/core/status/status.ts';
import { type Activity, foremost, statusBar, statusLines, statusReasons } from '../../../src/core/status/statusBar.ts';
import { withReview } from '../../../src/core/status/withReview.ts';
import { finding, reviewOf } from '../../support/reviews.ts';

const agent = (role: Role, more: Partial<AgentStatus> = {}): AgentStatus => ({
  role,
  pane: '%1',
  state: 'idle',
  waitingFor: null,
  demo: false,
  ...more,
});

function live(
  more: { review?: Partial<Status['review']>; agents?: AgentStatus[]; messages?: MessageStatus[] } = {},
): Status {
  return {
    ...quietStatus,
    session: { id: 'x', name: 'party-x', cwd: '/p' },
    agents: more.agents ?? [agent('codex'), agent('claude'), agent('shell')],
    review: { ...quietStatus.review, ...more.review },
    gates: { active: true, missing: [] },
    messages: more.messages ?? [],
  };
}

const counted = (review: Partial<Status['review']>, missing: string[]): Status => ({
  ...live({ review }),
  gates: { active: true, missing, policy: defaultGatePolicy },
});
const ended = { id: 'a', title: '', at: '2026-01-01T00:00:00Z', restorable: true, unexpected: true, conversations: [] };
const arrived = { state: 'proven', reason: null, findings: 2, blocking: 1 } as const;
const hash = '0123abcdef';
const stale = (...staleBecause: string[]) => live({ review: { kind: 'stale', staleBecause } });
const ungated = (more: Partial<AgentStatus> = {}): Status => ({
  ...live({ review: { kind: 'findings', blocking: 2 }, agents: [agent('claude', more)] }),
  gates: { active: false, missing: [] },
});

const collab = (more: Partial<Status['collab']>): Status => ({
  ...live(),
  collab: { phase: 'implementing', paused: false, ...more },
});
const spent: Status['budget'] = { rounds: 4, minutes: 12, tokens: 5000, left: 1, limits: defaultConfig.budget };
const usedUp: Status = {
  ...live({ review: { kind: 'findings', blocking: 2 } }),
  budget: { ...spent, minutes: 240, left: 0, exhausted: 'minutes' },
};

const asks = (role: Role, more: Partial<AgentStatus> = {}) =>
  agent(role, { state: 'waiting', waitingFor: 'permission prompt', ...more });

describe('the status bar while a message waits for a person who scrolls', () => {
  const message = (state: MessageStatus['state'], to = 'claude'): MessageStatus => ({
    ...{ id: 'a', from: 'codex', to, kind: 'notice', state, file: '/m', reason: null, since: '2026-01-01T00:00:00Z' },
  });
  const scrolled = (more: Partial<AgentStatus>, ...messages: MessageStatus[]) =>
    live({ agents: [agent('codex'), agent('claude', { scrolling: true, ...more })], messages });

  it('says so, whatever the review does', () => {
    const { text, attention, act } = statusBar(scrolled({}, message('written')), english);
    assert.equal(text, "$(watch) Party: waiting: you are scrolling in Claude's pane");
    assert.deepEqual([attention, act], [true, 'showMessages']);
    const lines = statusLines(scrolled({}, message('typed')), english);
    assert.match(lines.find(([name]) => name === 'Messages')?.[1] ?? '', /scrolling in Claude's pane. Press q there/);
  });

  for (const [title, status] of [
    ['no message waits', scrolled({}, message('submitted'))],
    ['the message is for another agent', scrolled({}, message('written', 'codex'))],
    ['the agent works, so that the message waits anyway', scrolled({ state: 'busy' }, message('written'))],
  ] as const) {
    it(`says nothing of it when ${title}`, () => assert.doesNotMatch(statusBar(status, english).text, /scrolling/));
  }

  it('shows that party first', () => {
    const stalled = scrolled({}, message('written'));
    assert.equal(foremost([live(), stalled]), stalled);
  });
});

describe('the status bar', () => {
  type Case = [title: string, status: Status, text: string, attention?: boolean];
  const cases: Case[] = [
    ['no party', quietStatus, '$(comment-discussion) Party'],
    ['a party that ended unexpectedly', { ...quietStatus, ended }, '$(comment-discussion) Party: ended unexpectedly'],
    [
      'a party that was stopped',
      { ...quietStatus, ended: { ...ended, unexpected: false } },
      '$(comment-discussion) Party',
    ],
    [
      'findings that have arrived',
      live({ review: { kind: 'requested', round: 2, arrived } }),
      '$(eye) Party: 2 findings arrived, not read by Claude yet',
    ],
    ['a party', live(), '$(comment-discussion) Party: not reviewed'],
    [
      'demo agents',
      live({ agents: [agent('codex', { demo: true })] }),
      '$(comment-discussion) Party (demo): not reviewed',
    ],
    ['Claude waits', live({ agents: [asks('claude')] }), '$(bell-dot) Party: Claude is waiting for you', true],
    [
      'both wait',
      live({ agents: [asks('codex'), asks('claude')] }),
      '$(bell-dot) Party: Codex and Claude are waiting for you',
      true,
    ],
    [
      'a demo agent waits',
      live({ agents: [asks('claude', { demo: true })] }),
      '$(bell-dot) Party (demo): Claude is waiting for you',
      true,
    ],
    [
      'waiting comes before approved',
      live({ agents: [asks('claude')], review: { kind: 'approved' } }),
      '$(bell-dot) Party: Claude is waiting for you',
      true,
    ],
    [
      'Codex ended',
      live({ agents: [agent('codex', { state: 'dead' })] }),
      '$(comment-discussion) Party: Codex has ended',
    ],
    [
      'the shell ended',
      live({ agents: [agent('shell', { state: 'dead' })] }),
      '$(comment-discussion) Party: not reviewed',
    ],
    ['collab', collab({ task: 2, total: 5 }), '$(tools) Party: collab: task 2 of 5'],
    [
      'collab beside a review',
      { ...collab({ task: 2, total: 5 }), review: { ...quietStatus.review, kind: 'findings', blocking: 2 } },
      '$(error) Party: 2 blocking · collab: task 2 of 5',
    ],
    [
      'collab after its plan',
      { ...collab({ task: 1, total: 2 }), plan: { kind: 'approved', version: 3, hash } },
      '$(tools) Party: collab: task 1 of 2',
    ],
    [
      'collab while its plan is reviewed',
      { ...collab({ phase: 'designing' }), plan: { kind: 'changes-requested', version: 3, hash } },
      '$(request-changes) Party: plan changes requested (v3) · collab: designing',
    ],
    [
      'collab while Codex reviews what has blocked before',
      {
        ...collab({ phase: 'task_review', task: 2, total: 5 }),
        review: { ...quietStatus.review, kind: 'none', blocking: 1 },
      },
      '$(loading~spin) Party: 1 blocking · collab: reviewing task 2 of 5…',
    ],
    [
      'collab with what blocks, before any review of the whole',
      { ...collab({ task: 2, total: 5 }), review: { ...quietStatus.review, kind: 'none', blocking: 1 } },
      '$(error) Party: 1 blocking · collab: task 2 of 5',
    ],
    ['collab paused', collab({ paused: true, task: 2 }), '$(debug-pause) Party: collab: paused'],
    [
      'collab that needs the human',
      collab({ paused: true, held: 'a $(flame)', task: 2 }),
      '$(question) Party: collab: needs you',
      true,
    ],
    [
      'collab without a party',
      { ...collab({ task: 2, total: 5 }), session: null, agents: [] },
      '$(tools) Party: collab: task 2 of 5',
    ],
    ['a budget that is used up', usedUp, '$(circle-slash) Party: 2 blocking, budget used up', true],
    ['requested', live({ review: { kind: 'requested', round: 2 } }), '$(eye) Party: reviewing, round 2'],
    ['overdue', live({ review: { kind: 'requested', overdue: true } }), '$(watch) Party: review overdue', true],
    ['findings', live({ review: { kind: 'findings', blocking: 3 } }), '$(error) Party: 3 blocking'],
    ['clean', live({ review: { kind: 'findings' } }), '$(eye) Party: reviewed, nothing blocking'],
    ['changes', live({ review: { kind: 'changes-requested' } }), '$(request-changes) Party: changes requested'],
    ['approved', live({ review: { kind: 'approved', hash } }), '$(pass) Party: approved'],
    ['approved, by a log without a hash', live({ review: { kind: 'approved' } }), '$(pass) Party: approved'],
    ['targeted', live({ review: { kind: 'approved', hash, targeted: true } }), '$(pass) Party: approved (targeted)'],
    [
      'what a pull request needs, counted during a review',
      counted({ kind: 'requested', round: 2 }, ['codex-ran', 'codex-approved', 'pr-verified']),
      '$(eye) Party: reviewing, round 2 · 5 of 8',
    ],
    [
      'an approval that is not the end',
      counted({ kind: 'approved' }, ['pr-verified']),
      '$(pass) Party: approved · 7 of 8',
    ],
    ['the end', counted({ kind: 'approved' }, []), '$(pass) Party: approved – ready for a pull request'],
    ['no count before a review', counted({}, ['pr-verified']), '$(comment-discussion) Party: not reviewed'],
    ['stale', stale('src/greet.ts'), '$(history) Party: approval outdated: greet.ts changed'],
    ['stale, many', stale('a/b.ts', 'c.ts', 'd.ts'), '$(history) Party: approval outdated: b.ts and 2 more changed'],
    ['stale for an unknown reason', stale(), '$(history) Party: approval outdated: the code has changed'],
    ['discussion', live({ review: { kind: 'needs-discussion' } }), '$(question) Party: needs discussion', true],
    [
      'a review without a party',
      { ...stale('a.ts'), session: null },
      '$(history) Party: approval outdated: a.ts changed',
    ],
    [
      'a discussion without a party',
      { ...quietStatus, review: { ...quietStatus.review, kind: 'needs-discussion' } },
      '$(question) Party: needs discussion',
      true,
    ],
    ['a real Claude without gates', ungated(), '$(unlock) Party: 2 blocking, gate off', true],
    ['a Claude that is not there', ungated({ state: 'absent' }), '$(error) Party: 2 blocking'],
    ['a demo Claude, which has no gates', ungated({ demo: true }), '$(error) Party (demo): 2 blocking'],
  ];
  for (const [title, status, text, attention = false] of cases) {
    it(title, () => {
      const shown = statusBar(status, english);
      assert.deepEqual([shown.text, shown.attention], [text, attention]);
      assert.equal(shown.act, text.startsWith('$(bell') ? 'attach' : 'showReview', 'a click starts no agents');
      assert.equal(shown.label, text.replace(/^\$\(\S+\) /, ''));
    });
  }

  for (const activity of ['starting', 'stopping'] satisfies Activity[]) {
    it(activity, () =>
      assert.equal(statusBar(quietStatus, english, activity).text, `$(loading~spin) Party: ${activity}`),
    );
  }

  it('shows no text from outside, which could contain an icon', () => {
    const status = live({ agents: [asks('claude', { waitingFor: '$(flame) [x](command:y)' })] });
    assert.equal(statusBar(status, english).text, '$(bell-dot) Party: Claude is waiting for you');
  });

  const hostile: [title: string, Status, text: string][] = [
    ['an icon in a file name', stale('src/$(flame).ts'), '$(history) Party: approval outdated: (flame).ts changed'],
    [
      'lines and controls in one',
      stale('a\n\u001b[31m\u202eb'),
      '$(history) Party: approval outdated: a [31m b changed',
    ],
    ['an icon that two cuts would make', stale('$$((flame)'), '$(history) Party: approval outdated: ((flame) changed'],
    ['what is no hash', live({ review: { kind: 'approved', hash: '$(flame)' } }), '$(pass) Party: approved'],
  ];
  for (const [title, status, text] of hostile) {
    it(`has one icon despite ${title}`, () => {
      const shown = statusBar(status, english).text;
      assert.equal(shown, text);
      assert.equal(shown.split('$(').length, 2);
    });
  }
});

describe('the status bar about messages', () => {
  const now = Date.parse('2026-01-01T00:01:00Z');
  const message = (state: MessageStatus['state'], secondsAgo = 60): MessageStatus => ({
    ...{ id: 'a', from: 'human', to: 'codex', kind: 'talk', state, file: '/m', reason: '$(flame)' },
    since: new Date(now - secondsAgo * 1000).toISOString(),
  });
  const quiet = ['$(comment-discussion) Party: not reviewed', false, 'showReview'];
  const cases: [title: string, Status, shown: unknown[]][] = [
    ['one that waits', live({ messages: [message('written')] }), quiet],
    ['one that was just typed', live({ messages: [message('typed', 10)] }), quiet],
    [
      'one that is stuck',
      live({ messages: [message('typed', 11)] }),
      ['$(warning) Party: a message is not submitted', true, 'showMessages'],
    ],
    [
      'one that failed',
      live({ messages: [message('failed')] }),
      ['$(warning) Party: a message has failed', true, 'showMessages'],
    ],
    [
      'one that is unsure',
      live({ messages: [message('unsure'), message('submitted')] }),
      ['$(warning) Party: a message may not have arrived', true, 'showMessages'],
    ],
    [
      'several with an unsure one',
      live({ messages: [message('failed'), message('unsure')] }),
      ['$(warning) Party: 2 messages may not have arrived', true, 'showMessages'],
    ],
    [
      'several',
      live({ messages: [message('failed'), message('typed')] }),
      ['$(warning) Party: 2 messages did not arrive', true, 'showMessages'],
    ],
    ['one that was sent again', live({ messages: [message('failed'), message('submitted')] }), quiet],
    [
      'an agent that waits comes first',
      live({ messages: [message('failed')], agents: [asks('claude')] }),
      ['$(bell-dot) Party: Claude is waiting for you', true, 'attach'],
    ],
  ];
  for (const [title, status, shown] of cases) {
    it(title, () => {
      const { text, attention, act } = statusBar(status, english, undefined, now);
      assert.deepEqual([text, attention, act], shown);
    });
  }

  it('counts them in the tooltip', () => {
    const messages = [message('written'), message('typed', 1), message('typed'), message('answered')];
    const [line] = statusLines(live({ agents: [], messages }), english, { now });
    assert.deepEqual(line, ['Messages', '2 in transit, 1 did not arrive']);
  });

  it('puts the party with a stuck one before a quiet one', () => {
    const stuck = live({ messages: [message('typed')] });
    assert.equal(foremost([live(), stuck], now), stuck);
  });
});

describe('the lines of the tooltip', () => {
  it('are none without a party and a review', () => assert.deepEqual(statusLines(quietStatus, english), []));

  it('say what is known, and that the gates are off', () => {
    const status = { ...live({ agents: [asks('claude'), agent('shell')] }), gates: { active: false, missing: [] } };
    assert.deepEqual(statusLines(status, english), [
      ['Claude', 'needs you: permission prompt'],
      ['Shell', 'idle'],
      ['Review', 'not reviewed'],
      ['Gates', 'off: nothing is blocked'],
    ]);
  });

  const gates: [title: string, Status['gates'], text: string][] = [
    [
      'what they wait for',
      { active: true, missing: ['tests-passed', 'codex-ran'] },
      'on, missing: tests, Codex review',
    ],
    ['that nothing is missing', { active: true, missing: [] }, 'on, all checks passed'],
    ['why they are off', { active: false, missing: [], why: 'disableAllHooks\nis set' }, 'off: disableAllHooks is set'],
  ];
  for (const [title, value, text] of gates) {
    it(`say of the gates ${title}`, () => {
      assert.deepEqual(statusLines({ ...live({ agents: [] }), gates: value }, english).at(-1), ['Gates', text]);
    });
  }

  it('are there for a review without a party, which has no gates', () => {
    assert.deepEqual(statusLines({ ...stale('a.ts'), session: null, agents: [] }, english), [
      ['Review', 'approval outdated: a.ts changed'],
    ]);
  });

  it('say why a review is in its state', () => {
    const review = reviewOf({
      status: { kind: 'stale', staleBecause: ['a.ts', 'b.ts', 'c.ts', 'd.ts'] },
      missing: ['tests-passed', 'codex-approved'],
      notes: { 'tests-passed': 'npm test failed\nwith 1' },
      budget: { used: 2, limit: 3 },
      discussion: 'who\u0007 decides?',
    });
    const status = { ...withReview(quietStatus, review) };
    assert.deepEqual(statusLines(status, english, { now: 0, review }), [
      ['Review', 'approval outdated: a.ts and 3 more changed'],
      ['Discussion', 'who decides?'],
      ['Changed since', 'a.ts'],
      ['Changed since', 'b.ts'],
      ['Changed since', 'c.ts'],
      ['Changed since', 'and 1 more'],
      ['Pull request', '2 of 8 checks left: tests (npm test failed with 1), Codex approval'],
      ['Rounds', '2 of 3 used'],
    ]);
  });

  it('say what was spent, and how far collab is', () => {
    const status = { ...collab({ task: 2, total: 5 }), session: null, agents: [], budget: spent };
    assert.deepEqual(statusLines(status, english), [
      ['Collab', 'task 2 of 5'],
      ['Review', 'not reviewed'],
      ['Budget', '4 of 30 rounds, 12 of 240 minutes, 5000 of 20M tokens'],
    ]);
  });

  it('name the blocking findings, but not all of many', () => {
    const findings = [1, 2, 3, 4, 5].map((line) => finding({ line, description: `bug ${line}` }));
    const lines = statusLines(live({ agents: [] }), english, { now: 0, review: reviewOf({ findings }) });
    assert.deepEqual(
      lines.filter(([name]) => name === 'Blocking').map(([, value]) => value),
      ['src/a.ts:1 bug 1', 'src/a.ts:2 bug 2', 'src/a.ts:3 bug 3', 'and 2 more'],
    );
  });

  it('leave out what is resolved or does not block', () => {
    const findings = [finding({ state: 'fixed' }), finding({ severity: 'non-blocking' })];
    const lines = statusLines(live({ agents: [] }), english, { now: 0, review: reviewOf({ findings }) });
    assert.deepEqual(
      lines.filter(([name]) => name === 'Blocking'),
      [],
    );
  });

  it('show the reason of a targeted approval, and say when there is no repository', () => {
    const status = { kind: 'approved', targeted: true, hash } as const;
    const review = { ...reviewOf({ status, targeted: 'a typo' }), change: null };
    const lines = statusLines(withReview(quietStatus, review), english, { now: 0, review });
    assert.deepEqual(lines, [
      ['Review', 'approved (targeted)'],
      ['Code', 'not in a git repository, so nothing can be approved'],
      ['Approved code', '0123abc'],
      ['Small fix', 'a typo'],
    ]);
  });
});

describe('the reasons for a state', () => {
  const named = (status: Status, review = reviewOf()) =>
    statusReasons(withReview(status, review), english, { now: 0, review }).map(
      ({ name, value }) => `${name}: ${value}`,
    );
  const read = { kind: 'findings' } as const;

  it('name an agent only when it holds everything up', () => {
    const agents = [agent('codex', { state: 'dead' }), asks('claude'), agent('shell', { state: 'dead' })];
    assert.deepEqual(named(live()), ['Gates: on, all checks passed']);
    assert.deepEqual(named(live({ agents })), [
      'Codex: ended',
      'Claude: needs you: permission prompt',
      'Gates: on, all checks passed',
    ]);
  });

  it('name an agent that is limited, which the status bar shows too', () => {
    const limitedUntil = new Date(Date.now() + 3_600_000).toISOString();
    const status = live({ agents: [agent('codex', { limitedUntil }), agent('claude', { tokens: 12_345 })] });
    assert.match(named(status)[0] ?? '', /^Codex: idle, limited until (?:\S+ )?\d\d:\d\d$/);
    assert.match(statusBar(status, english).text, /Codex limited until (?:\S+ )?\d\d:\d\d$/);
    assert.deepEqual(
      statusLines(status, english).filter(([name]) => name === 'Tokens'),
      [['Tokens', 'Claude 12k']],
    );
  });

  it('are that the budget is used up, with the way out, and that collab needs the human', () => {
    const reasons = statusReasons({ ...usedUp, ...{ collab: collab({ paused: true, held: 'x' }).collab } }, english);
    assert.deepEqual(
      reasons.slice(0, 2).map(({ name, value }) => `${name}: ${value}`),
      ['Collab: needs you, task 1: x', 'Budget: used up: 4 of 30 rounds, 240 of 240 minutes, 5000 of 20M tokens'],
    );
    assert.deepEqual(reasons[1]?.next, [{ act: 'renewBudget' }]);
  });

  it('name what is missing once', () => {
    const missing = ['tests-passed', 'pr-verified'] as const;
    assert.deepEqual(named(live(), reviewOf({ status: read, missing })), [
      'Pull request: 2 of 8 checks left: tests, final verification',
      'Gates: on, a pull request is blocked',
    ]);
    // Before the first request only the gates have something to say about it.
    assert.deepEqual(named(live(), reviewOf({ missing })), ['Gates: on, missing: tests, final verification']);
  });

  it('ask for no evidence of documents', () => {
    const review = reviewOf({ status: read, missing: ['tests-passed'] });
    const change = {
      ...review.change,
      hash: 'abc',
      files: {},
      docsOnly: true,
      branch: 'topic',
      base: 'main',
      baseKnown: true,
      uncommitted: [],
      filtered: [],
    };
    assert.deepEqual(named(live(), { ...review, change }), ['Gates: on, all checks passed']);
  });

  it('say what can be opened', () => {
    const findings = [1, 2, 3, 4].map((line) => finding({ line }));
    const status = { kind: 'stale', staleBecause: ['src/$(flame).ts'] } as const;
    const review = reviewOf({ status, findings, missing: ['codex-ran'], budget: { used: 1, limit: 3 } });
    const agents = [asks('claude')];
    const subjects = statusReasons(withReview(live({ agents }), review), english, { now: 0, review }).map(
      (one) => one.subject,
    );
    assert.deepEqual(subjects, [
      { kind: 'party' },
      { kind: 'file', file: 'src/$(flame).ts' },
      ...findings.slice(0, 3).map((one) => ({ kind: 'finding', finding: one })),
      { kind: 'findings' },
      { kind: 'evidence' },
      { kind: 'timeline' },
      { kind: 'gates' },
    ]);
  });
});

describe('of several parties', () => {
  const waits = live({ agents: [asks('claude')] });
  const works = live();
  it('the one that waits comes first', () => assert.equal(foremost([works, waits]), waits));
  it('a live one comes before none', () => assert.equal(foremost([quietStatus, works]), works));
  it('one that needs a human comes before a quiet one', () => {
    const discussed = live({ review: { kind: 'needs-discussion' } });
    assert.equal(foremost([works, discussed]), discussed);
  });
  it('a review comes before nothing at all', () => {
    const reviewed = { ...stale('a.ts'), session: null };
    assert.equal(foremost([quietStatus, reviewed]), reviewed);
  });
  it('there may be none', () => assert.equal(foremost([]), undefined));
});
