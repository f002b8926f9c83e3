import assert from 'node:assert/strict';
import type { Review } from '../../../src/core/review/review.ts';
import { noReview } from '../../../src/core/review/reviewStatus.ts';
import { quietStatus } from '../../../src/core/status/status.ts';
import {
  type FolderEnded,
  type FolderPlan,
  type PackageManager,
  type Party,
  packageManagerOf,
  partiesOf,
  type Situation,
  type Snapshot,
  situationOf,
  stepsDone,
} from '../../../src/extension/app/snapshot.ts';
import { childRows, parentRow, topRows } from '../../../src/extension/session/sessionRows.ts';
import { emptySnapshot } from '../../support/editor/emptySnapshot.ts';

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

const all: Snapshot = { ...emptySnapshot, folders: [folder], tmux: '/usr/bin/tmux' };

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

  it('tell parties of other worktrees apart, and keep the open folder in view', () => {
    const elsewhere = { party: party('w', other), review: { ...noReview, kind: 'approved' as const } };
    const branches = { '/p': 'main', '/q': 'login' };
    const alone = topRows({ ...all, others: [elsewhere], branches });
    assert.deepEqual(roles(alone), ['folder', 'party']);
    assert.deepEqual(alone[0], { kind: 'folder', folder, partyFolder: folder.top, restorable: false });
    const both = { ...all, parties: [party('a')], others: [elsewhere], branches };
    const [own, worktree] = topRows(both);
    assert(own?.kind === 'party' && worktree?.kind === 'party');
    assert.deepEqual([own.branch, own.elsewhere, own.review], ['main', false, undefined]);
    assert.deepEqual([worktree.branch, worktree.elsewhere, worktree.review?.kind], ['login', true, 'approved']);
    assert.equal(situationOf({ ...all, others: [elsewhere] }), 'notStarted');
    assert.equal(parentRow(both, { kind: 'messages', party: elsewhere.party })?.kind, 'party');
  });

  it('are ten when ten parties run', () => {
    const others = Array.from({ length: 9 }, (_, index) => ({
      ...{ party: party(`w${index}`, { name: `w${index}`, path: `/w${index}`, top: `/w${index}` }), review: undefined },
    }));
    const rows = topRows({ ...all, parties: [party('a')], others });
    assert.equal(new Set(rows.map((row) => row.kind === 'party' && row.party.session.name)).size, 10);
  });

  it('are none without a party', () => assert.deepEqual(topRows(all), []));

  it('keep the way to a party in view beside a plan, which hides the welcome text', () => {
    const plan = { folder, revision: 1, status: { kind: 'unreviewed' } } as unknown as FolderPlan;
    const last = { folder, ended: { unexpected: true, restorable: true } } as unknown as FolderEnded;
    const acts = (more: Partial<Snapshot>) => {
      const snapshot = { ...all, plans: [plan], ...more };
      const [first, ...others] = topRows(snapshot);
      assert(first?.kind === 'folder');
      assert.deepEqual(roles(others), ['plan']);
      const children = childRows(first);
      for (const child of children) assert.deepEqual(parentRow(snapshot, child), first);
      return children.map((row) => row.kind === 'folderAct' && row.act);
    };
    assert.deepEqual(acts({}), ['start']);
    assert.deepEqual(acts({ ended: [last] }), ['restore', 'startNew']);
    assert.deepEqual(roles(topRows({ ...all, plans: [plan], parties: [party('a')] })).includes('folder'), false);
  });
});

describe('the walkthrough', () => {
  const reviewed = { folder, revision: 1, review: { status: { ...noReview, round: 1 } } as Review };
  const cases: [readonly string[], Partial<Snapshot>][] = [
    [[], { tmux: undefined, agents: false }],
    [['tmux'], { agents: false }],
    [['tmux', 'agents'], {}],
    [['tmux', 'agents', 'start'], { parties: [party('a')] }],
    [['tmux', 'agents', 'start', 'review'], { parties: [party('a')], reviews: [reviewed] }],
    [['tmux', 'agents', 'review'], { reviews: [reviewed] }],
  ];
  for (const [steps, more] of cases) {
    it(`knows that ${steps.join(', ') || 'nothing'} is done`, () =>
      assert.deepEqual(stepsDone({ ...all, ...more }), steps));
  }
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
