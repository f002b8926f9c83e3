import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import { agentState } from '../../../src/core/agents/state.ts';
import { remarkText } from '../../../src/core/base/remark.ts';
import { english } from '../../../src/core/base/translate.ts';
import { agentToRestart, ended, endedPartyText, endMark, partyEndText } from '../../../src/core/session/bringBack.ts';
import { seenEnds } from '../../../src/core/session/seenEnds.ts';
import { lastEnded, renewedAt, type SessionRecord } from '../../../src/core/session/sessionRecord.ts';

describe('an agent that has ended', () => {
  const session = { id: 'x', name: 'party-x', cwd: '/p' };
  const agents = (claude: AgentStatus['state'], codex: AgentStatus['state']): AgentStatus[] => [
    { role: 'codex', pane: '%0', state: codex, waitingFor: null, demo: false },
    { role: 'claude', pane: '%1', state: claude, waitingFor: null, demo: false },
    { role: 'shell', pane: '%2', state: 'dead', waitingFor: null, demo: false },
  ];

  for (const [claude, codex, role] of [
    ['idle', 'busy', undefined],
    ['dead', 'idle', 'claude'],
    ['dead', 'absent', 'claude'],
    ['idle', 'absent', 'codex'],
  ] as const) {
    it(`is ${role ?? 'none'} with claude ${claude} and codex ${codex}`, () => {
      assert.equal(agentToRestart({ session, agents: agents(claude, codex) }), role);
      assert.equal(agentToRestart({ session: null, agents: agents(claude, codex) }), undefined);
    });
  }

  it('has one restart command for each agent', () => {
    const text = 'Claude and Codex have ended. To restart it in its pane: party restart ';
    assert.equal(
      remarkText(ended(['claude', 'codex']), 'human'),
      `${text}claude. To restart it in its pane: party restart codex`,
    );
  });

  for (const [command, state] of [
    ['bash', 'dead'],
    ['claude', 'waiting'],
  ] as const) {
    it(`is ${state} when a person runs ${command} in its pane`, () => {
      const pane = { role: 'claude', adapter: 'claude', demo: false, dead: false, title: '', byHand: true } as const;
      assert.equal(agentState({ ...pane, command }, { ageMs: 0 }).kind, state);
    });
  }
});

describe('the last party of a project', () => {
  const record = (id: string, more: Partial<SessionRecord> = {}): SessionRecord => ({
    ...{ version: 1, id, title: '', cwd: '/p', startedAt: `2026-01-01T00:00:0${id}Z`, processes: ['7:a'] },
    ...more,
  });
  const last = (records: SessionRecord[], live: string[] = [], running: string[] = []) =>
    lastEnded(records, { live, isRunning: (identity) => running.includes(identity) })?.id;

  it('is the one that was used last, unless it runs, here or on another tmux server', () => {
    assert.equal(last([]), undefined);
    assert.equal(last([record('1'), record('2')]), '2');
    assert.equal(last([record('1', { restoredAt: '2026-01-02T00:00:00Z' }), record('2')]), '1');
    assert.equal(last([record('1'), record('2')], ['2']), undefined);
    assert.equal(last([record('1'), record('2')], [], ['7:a']), undefined);
  });

  it('is not one whose start was killed', () => {
    const { processes: _, ...half } = record('2');
    assert.equal(last([record('1'), half]), '1');
  });

  it('is named with its age and its conversations', () => {
    const party = { id: 'a-1', title: 'Fix it', at: '2026-01-01T00:00:00Z', restorable: true };
    const now = Date.parse('2026-01-01T02:00:00Z');
    assert.equal(
      endedPartyText({ ...party, unexpected: true, conversations: ['claude', 'codex'] }, now, english),
      'Fix it (a-1) ended unexpectedly 2h ago, with the conversations of Claude and Codex',
    );
    assert.equal(
      endedPartyText({ ...party, title: '', unexpected: false, conversations: [] }, now, english),
      'a-1 was stopped 2h ago, without a conversation',
    );
  });

  it('dates an agent from its last restore or restart', () => {
    const claude = { demo: false, adapter: 'claude', restartedAt: '2026-01-03' };
    const both = record('1', { restoredAt: '2026-01-02', agents: { claude } });
    assert.deepEqual([renewedAt(both, 'claude'), renewedAt(both, 'codex')], ['2026-01-03', '2026-01-02']);
  });
});

describe('a party that ended unexpectedly', () => {
  const now = new Date(2026, 0, 2, 20, 0).getTime();
  const at = new Date(2026, 0, 2, 19, 10).toISOString();
  it('is said with the time at which a window saw it', () => {
    const seen = new Date(2026, 0, 2, 19, 15).getTime();
    assert.equal(partyEndText({ at }, seen, now, english), 'The party ended unexpectedly at 19:15');
    assert.equal(endMark({ at }, seen, now, english), 'the party ended at 19:15');
    const yesterday = new Date(2026, 0, 1, 23, 5).getTime();
    assert.equal(partyEndText({ at }, yesterday, now, english), 'The party ended unexpectedly at 2026-01-01 23:05');
  });

  it('is said with the last sign of it, when no window saw the end', () => {
    const text = 'The party ended unexpectedly. The last sign of it is from 19:10';
    assert.equal(partyEndText({ at }, undefined, now, english), text);
    assert.equal(endMark({ at }, undefined, now, english), 'the party ended after 19:10');
  });

  it('is news only for a window that saw it running', () => {
    assert.deepEqual(seenEnds(undefined, { live: [], ended: ['a'] }), []);
    assert.deepEqual(seenEnds({ live: ['b'], ended: ['a'] }, { live: ['b'], ended: ['a'] }), []);
    assert.deepEqual(seenEnds({ live: ['a', 'b'], ended: [] }, { live: ['b'], ended: ['a'] }), ['a']);
    assert.deepEqual(seenEnds({ live: ['a'], ended: [] }, { live: [], ended: [] }), [], 'stopped');
  });
});
