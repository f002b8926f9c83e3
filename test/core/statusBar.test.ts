import assert from 'node:assert/strict';
import type { Role } from '../../src/core/role.ts';
import { type AgentStatus, type MessageStatus, quietStatus, type Status } from '../../src/core/status.ts';
import { type Activity, foremost, statusBar, statusLines } from '../../src/core/statusBar.ts';
import { english } from '../../src/core/translate.ts';

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
    messages: more.messages ?? [],
  };
}

const asks = (role: Role, more: Partial<AgentStatus> = {}) =>
  agent(role, { state: 'waiting', waitingFor: 'permission prompt', ...more });

describe('the status bar', () => {
  type Case = [title: string, status: Status, text: string, attention?: boolean];
  const cases: Case[] = [
    ['no party', quietStatus, '$(comment-discussion) Party'],
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
    ['requested', live({ review: { kind: 'requested', round: 2 } }), '$(comment-discussion) Party: in review, round 2'],
    ['overdue', live({ review: { kind: 'requested', overdue: true } }), '$(comment-discussion) Party: review overdue'],
    ['findings', live({ review: { kind: 'findings', blocking: 3 } }), '$(comment-discussion) Party: 3 blocking'],
    ['clean', live({ review: { kind: 'findings' } }), '$(comment-discussion) Party: reviewed, nothing blocking'],
    ['changes', live({ review: { kind: 'changes-requested' } }), '$(comment-discussion) Party: changes requested'],
    ['approved', live({ review: { kind: 'approved' } }), '$(pass) Party: approved'],
    ['targeted', live({ review: { kind: 'approved', targeted: true } }), '$(pass) Party: approved (targeted)'],
    ['stale', live({ review: { kind: 'stale' } }), '$(comment-discussion) Party: approval is stale'],
    [
      'discussion',
      live({ review: { kind: 'needs-discussion' } }),
      '$(comment-discussion) Party: needs discussion',
      true,
    ],
  ];
  for (const [title, status, text, attention = false] of cases) {
    it(title, () => {
      const shown = statusBar(status, english);
      assert.deepEqual([shown.text, shown.attention], [text, attention]);
      assert.equal(shown.act, status.session === null ? 'start' : 'attach');
      assert.equal(shown.label, text.replace(/^\$\(\S+\) /, ''));
    });
  }

  for (const activity of ['starting', 'stopping'] satisfies Activity[]) {
    it(activity, () =>
      assert.equal(statusBar(quietStatus, english, activity).text, `$(loading~spin) Party: ${activity}`),
    );
  }

  it('shows no text from outside, where an icon could hide in it', () => {
    const status = live({ agents: [asks('claude', { waitingFor: '$(flame) [x](command:y)' })] });
    assert.equal(statusBar(status, english).text, '$(bell-dot) Party: Claude is waiting for you');
  });
});

describe('the status bar about messages', () => {
  const now = Date.parse('2026-01-01T00:01:00Z');
  const message = (state: MessageStatus['state'], secondsAgo = 60): MessageStatus => ({
    ...{ id: 'a', from: 'human', to: 'codex', kind: 'talk', state, file: '/m', reason: '$(flame)' },
    since: new Date(now - secondsAgo * 1000).toISOString(),
  });
  const quiet = ['$(comment-discussion) Party: not reviewed', false, 'attach'];
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
    const [line] = statusLines(live({ agents: [], messages }), english, now);
    assert.deepEqual(line, ['Messages', '2 on the way, 1 did not arrive']);
  });

  it('puts the party with a stuck one before a quiet one', () => {
    const stuck = live({ messages: [message('typed')] });
    assert.equal(foremost([live(), stuck], now), stuck);
  });
});

describe('the lines of the tooltip', () => {
  it('are none without a party', () => assert.deepEqual(statusLines(quietStatus, english), []));

  it('say what is known, and that the gates are off', () => {
    assert.deepEqual(statusLines(live({ agents: [asks('claude'), agent('shell')] }), english), [
      ['Claude', 'waiting for you: permission prompt'],
      ['Shell', 'idle'],
      ['Review', 'not reviewed'],
      ['Gates', 'off: nothing is held back yet'],
    ]);
  });

  it('name what the gates wait for', () => {
    const status = { ...live({ agents: [] }), gates: { active: true, missing: ['tests-passed', 'codex-ran'] } };
    assert.deepEqual(statusLines(status, english).at(-1), ['Gates', 'on, missing: tests-passed, codex-ran']);
  });
});

describe('of several parties', () => {
  const waits = live({ agents: [asks('claude')] });
  const works = live();
  it('the one that waits comes first', () => assert.equal(foremost([works, waits]), waits));
  it('a live one comes before none', () => assert.equal(foremost([quietStatus, works]), works));
  it('there may be none', () => assert.equal(foremost([]), undefined));
});
