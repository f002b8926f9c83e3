import assert from 'node:assert/strict';
import { quietStatus } from '../../../src/core/status/status.ts';
import {
  type PackageManager,
  type Party,
  packageManagerOf,
  partiesOf,
  type Situation,
  type Snapshot,
  situationOf,
} from '../../../src/extension/app/snapshot.ts';
import { childRows, topRows } from '../../../src/extension/session/sessionRows.ts';

const folder = { name: 'p', path: '/p', top: '/p' };
const other = { name: 'q', path: '/q', top: '/q' };

function party(id: string, where = folder): Party {
  const session = { id, name: `party-${id}`, cwd: where.path };
  const agents = (['codex', 'claude', 'shell'] as const).map((role) => ({
    role,
    pane: '%1',
    state: 'idle' as const,
    waitingFor: null,
    demo: false,
  }));
  return {
    folder: where,
    session,
    status: { ...quietStatus, session, agents },
    inCopyMode: [],
    programs: [],
    reportedIn: [],
  };
}

const all: Snapshot = {
  trusted: true,
  folders: [folder],
  tmux: '/usr/bin/tmux',
  agents: true,
  parties: [],
  reviews: [],
  plans: [],
  problem: undefined,
  ended: [],
  reviewProblem: undefined,
  planProblem: undefined,
  collabs: [],
  collabProblem: undefined,
};

describe('the situation', () => {
  const cases: [Situation, Partial<Snapshot>][] = [
    ['noFolder', { folders: [] }],
    ['noFolder', { folders: [], trusted: false, tmux: undefined }],
    ['untrusted', { trusted: false, tmux: undefined, agents: false }],
    ['noTmux', { tmux: undefined, agents: false }],
    ['noAgents', { agents: false }],
    ['notStarted', {}],
    ['notStarted', { problem: 'tmux did not answer' }],
    ['live', { parties: [party('a')], agents: false }],
  ];
  for (const [situation, snapshot] of cases) {
    it(`${situation}: ${JSON.stringify(Object.keys(snapshot))}`, () => {
      assert.equal(situationOf({ ...all, ...snapshot }), situation);
    });
  }
});

describe('the package manager', () => {
  const cases: [string | undefined, PackageManager][] = [
    ['brew install tmux', 'brew'],
    ['sudo apt-get install tmux', 'apt'],
    ['sudo dnf install tmux', 'dnf'],
    ['sudo pacman -S tmux', 'pacman'],
    ['sudo zypper install tmux', 'other'],
    [undefined, 'other'],
  ];
  for (const [command, manager] of cases) {
    it(`of ${command}`, () => assert.equal(packageManagerOf(command), manager));
  }
});

describe('the rows', () => {
  const roles = (rows: ReturnType<typeof topRows>) =>
    rows.map((row) => (row.kind === 'role' ? row.agent.role : row.kind));

  it('are the roles when there is one party', () => {
    assert.deepEqual(roles(topRows({ ...all, parties: [party('a')] })), ['codex', 'claude', 'shell']);
  });

  it('are the parties when there are several, in one folder or in two', () => {
    for (const parties of [
      [party('a'), party('b')],
      [party('a'), party('b', other)],
    ]) {
      const rows = topRows({ ...all, parties });
      assert.deepEqual(roles(rows), ['party', 'party']);
      assert.deepEqual(rows.flatMap(childRows).length, 6);
    }
  });

  it('are none without a party', () => assert.deepEqual(topRows(all), []));
});

it('parties belong to the folder of their project', () => {
  const snapshot = { ...all, parties: [party('a'), party('b', other)] };
  assert.deepEqual(
    partiesOf(snapshot, other).map(({ session }) => session.id),
    ['b'],
  );
  // Another folder of the same repository.
  assert.deepEqual(partiesOf(snapshot, { ...other, path: '/q/docs' }).length, 1);
});
