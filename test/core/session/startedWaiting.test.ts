import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import type { Role } from '../../../src/core/base/role.ts';
import { startedWaiting } from '../../../src/core/session/startedWaiting.ts';
import { quietStatus, type Status } from '../../../src/core/status/status.ts';

type States = Partial<Record<Role, AgentStatus['state']>>;

function party(states: States, name = 'party-a'): Status {
  const agents = Object.entries(states).map(([role, state]) => ({
    ...{ role: role as Role, pane: '%1', waitingFor: null, demo: false },
    state,
  }));
  return { ...quietStatus, session: { id: name, name, cwd: '/p' }, agents };
}

describe('an agent that starts to wait', () => {
  const waits: States = { claude: 'waiting', codex: 'idle' };
  const works: States = { claude: 'busy', codex: 'idle' };
  const cases: [title: string, before: Status[], after: Status[], told: string[]][] = [
    ['is told', [party(works)], [party(waits)], ['party-a/claude']],
    ['is not told again while it waits', [party(waits)], [party(waits)], []],
    ['is told again when it waits again', [party({ claude: 'idle' })], [party(waits)], ['party-a/claude']],
    ['is not told when the window opens', [], [party(waits)], []],
    ['is not told of a party that has just begun', [party(works)], [party(works), party(waits, 'party-b')], []],
    [
      'is told for each',
      [party(works)],
      [party({ claude: 'waiting', codex: 'waiting' })],
      ['party-a/claude', 'party-a/codex'],
    ],
    [
      'is told when the other one waits already',
      [party(waits)],
      [party({ claude: 'waiting', codex: 'waiting' })],
      ['party-a/codex'],
    ],
    [
      'is told for its own party',
      [party(waits), party(works, 'party-b')],
      [party(waits), party(waits, 'party-b')],
      ['party-b/claude'],
    ],
    ['is not told when it ends', [party(waits)], [party({ claude: 'dead' })], []],
    ['is not told when the party is gone', [party(waits)], [quietStatus], []],
  ];
  for (const [title, before, after, told] of cases) {
    it(title, () => {
      const waiters = startedWaiting(before, after).map(({ session, agent }) => `${session}/${agent.role}`);
      assert.deepEqual(waiters, told);
    });
  }
});
