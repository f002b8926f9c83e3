import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import { agentState } from '../../../src/core/agents/state.ts';
import { remarkText } from '../../../src/core/base/remark.ts';
import { english } from '../../../src/core/base/translate.ts';
import { agentToRestart, ended, endedPartyText } from '../../../src/core/session/bringBack.ts';
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

  it('has one way back for each', () => {
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

  it('was renewed for an agent by its last restore or restart', () => {
    const claude = { demo: false, adapter: 'claude', restartedAt: '2026-01-03' };
    const both = record('1', { restoredAt: '2026-01-02', agents: { claude } });
    assert.deepEqual([renewedAt(both, 'claude'), renewedAt(both, 'codex')], ['2026-01-03', '2026-01-02']);
  });
});
