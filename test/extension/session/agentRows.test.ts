// The rows of agents, and of what they ask.
import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import { quietStatus } from '../../../src/core/status/status.ts';
import type { Party, Snapshot } from '../../../src/extension/app/snapshot.ts';
import { askingRow, childRows, parentRow, type Row, topRows } from '../../../src/extension/session/sessionRows.ts';
import { nextTick } from '../../../src/extension/ui/ages.ts';
import { emptySnapshot } from '../../support/editor/emptySnapshot.ts';

const folder = { name: 'p', path: '/p', top: '/p' };
const asks: NonNullable<AgentStatus['asks']> = {
  ...{ id: 'q', conversation: 'c', tool: 'Bash', text: 'npm test', more: '', cut: false, at: '' },
};
const claude = (more: Partial<AgentStatus> = {}): AgentStatus => ({
  ...{ role: 'claude', state: 'waiting', pane: '%1', waitingFor: 'permission prompt', demo: false, asks },
  ...more,
});
const party = (agent: AgentStatus): Party => {
  const session = { id: 'x', name: 'party-x', cwd: '/p' };
  const status = { ...quietStatus, session, agents: [agent] };
  return { folder, session, status, inCopyMode: [], programs: [], reportedIn: [] };
};
const snapshot = (...parties: Party[]): Snapshot => ({ ...emptySnapshot, folders: [folder], parties });

describe('what an agent asks', () => {
  const kinds = (rows: readonly Row[]) => rows.map(({ kind }) => kind);

  it('is a row below the agent, and knows its parent', () => {
    const one = party(claude());
    const [role, question, ...others] = topRows(snapshot(one));
    assert.deepEqual([role?.kind, question?.kind, others.length], ['role', 'question', 0]);
    assert(question?.kind === 'question');
    assert.equal(question.question, asks);
    assert.deepEqual(kinds(childRows(question)), []);
    assert.equal(parentRow(snapshot(one), question), undefined);
    const several = snapshot(one, party(claude()));
    assert.deepEqual(kinds(topRows(several)), ['party', 'party']);
    assert.equal(parentRow(several, question)?.kind, 'party');
  });

  it('is no row when nothing is asked', () => {
    const { asks: _, ...agent } = claude({ state: 'idle', waitingFor: null });
    assert.deepEqual(kinds(topRows(snapshot(party(agent)))), ['role']);
  });

  it('can be answered here only if it is a permission that Party knows, and all of it is there', () => {
    assert.equal(askingRow(party(claude()))?.question.id, 'q');
    for (const more of [
      { waitingFor: 'input needed' },
      { demo: true },
      { asks: { ...asks, tool: 'AskUserQuestion' } },
      { asks: { ...asks, cut: true } },
    ]) {
      assert.equal(askingRow(party(claude(more))), undefined);
    }
  });
});

describe("the next age of an agent's work", () => {
  const since = '2026-01-01T00:00:00Z';
  const at = (seconds: number) => Date.parse(since) + seconds * 1000;

  it('comes while it works', () => {
    assert.equal(nextTick([], at(4), [claude({ state: 'busy', since })]), 1000);
  });

  it('never comes when it is idle, or does not say since when', () => {
    assert.equal(nextTick([], at(4), [claude({ state: 'idle', since })]), undefined);
    assert.equal(nextTick([], at(4), [claude({ state: 'busy' })]), undefined);
  });
});
