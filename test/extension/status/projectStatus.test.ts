// A project's party together with its review: what the status bar and the click on it speak about.
import assert from 'node:assert/strict';
import { quietStatus } from '../../../src/core/status/status.ts';
import type { Folder, Party, Snapshot } from '../../../src/extension/app/snapshot.ts';
import { foremostProject, isBeforeFirstScene, projectsOf } from '../../../src/extension/status/projectStatus.ts';
import { emptySnapshot } from '../../support/editor/emptySnapshot.ts';
import { reviewOf, round } from '../../support/reviews.ts';

const folder = (name: string): Folder => ({ name, path: `/${name}`, top: `/${name}` });
const [one, two] = [folder('one'), folder('two')];

function party(of: Folder, id: string): Party {
  const session = { id, name: `party-${id}`, cwd: of.path };
  return { folder: of, session, status: { ...quietStatus, session }, inCopyMode: [], programs: [], reportedIn: [] };
}

function snapshot(more: Partial<Snapshot>): Snapshot {
  return { ...emptySnapshot, folders: [one, two], ...more };
}

const discussed = reviewOf({ status: { kind: 'needs-discussion' }, missing: ['codex-ran'] });
const shape = (all: Snapshot) =>
  projectsOf(all).map(({ folder: { name }, party: { session } = {}, status }) => [
    name,
    session?.id,
    status.review.kind,
  ]);

describe('the projects of a window', () => {
  it('have one for each folder, with its review or without', () => {
    const all = snapshot({ reviews: [{ folder: two, review: discussed, revision: 1 }] });
    assert.deepEqual(shape(all), [
      ['one', undefined, 'none'],
      ['two', undefined, 'needs-discussion'],
    ]);
  });

  it('wait for the first scene of the demo until something was reviewed, whatever Claude does', () => {
    const claude = { role: 'claude', pane: '%1', state: 'idle', waitingFor: null, demo: true } as const;
    const { status, ...plain } = party(one, 'a');
    const parties = [{ ...plain, status: { ...status, agents: [claude] } }];
    const waits = (more: Partial<Snapshot>, isDemo = true) =>
      isBeforeFirstScene(snapshot({ parties, ...more }), () => isDemo);
    assert.equal(waits({}), true);
    assert.equal(waits({}, false), false);
    assert.equal(waits({ parties: [] }), false);
    assert.equal(waits({ reviews: [{ folder: one, review: discussed, revision: 1 }] }), false);
  });

  it('say that an open review stands still when its party has ended, or Codex in it', () => {
    const file = '/tmp/party-a/codex/findings/q1.json';
    const review = reviewOf({ status: { kind: 'requested', round: 1 }, rounds: [round({ receivedAt: null, file })] });
    const codex = (state: 'busy' | 'dead') =>
      ({ role: 'codex', pane: '%0', state, waitingFor: null, demo: false }) as const;
    const request = {
      ...({ id: 'q1', from: 'claude', to: 'codex', kind: 'review', state: 'submitted' } as const),
      ...{ since: '2026-01-01T00:00:00Z', file: '', reason: null },
    };
    const standstills = (parties: Party[]) =>
      projectsOf(snapshot({ folders: [one], parties, reviews: [{ folder: one, review, revision: 1 }] })).map(
        ({ status }) => status.review.standstill ?? null,
      );
    const a = (state: 'busy' | 'dead') => {
      const { status, ...plain } = party(one, 'a');
      return { ...plain, status: { ...status, agents: [codex(state)], messages: [request] } };
    };
    assert.deepEqual(standstills([]), ['party-ended']);
    assert.deepEqual(standstills([a('dead')]), ['codex-ended']);
    assert.deepEqual(standstills([a('busy')]), [null]);
    assert.deepEqual(standstills([party(one, 'b'), a('busy')]), [null, null], 'the other one of the project has it');
  });

  it('have one for each party, all with the review of their project', () => {
    const all = snapshot({
      parties: [party(one, 'a'), party(one, 'b')],
      reviews: [{ folder: one, review: discussed, revision: 1 }],
    });
    assert.deepEqual(shape(all), [
      ['one', 'a', 'needs-discussion'],
      ['one', 'b', 'needs-discussion'],
      ['two', undefined, 'none'],
    ]);
    assert.deepEqual(projectsOf(all)[0]?.status.gates.missing, ['codex-ran']);
  });

  it('are none without a folder', () => assert.deepEqual(shape(snapshot({ folders: [] })), []));

  it('begin with the project that needs a human, with or without a party', () => {
    const all = snapshot({ parties: [party(one, 'a')], reviews: [{ folder: two, review: discussed, revision: 1 }] });
    assert.equal(foremostProject(projectsOf(all), 0)?.folder, two);
    assert.equal(foremostProject([], 0), undefined);
  });
});
