import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Emitter } from '../../../src/core/base/event.ts';
import { quietStatus } from '../../../src/core/status/status.ts';
import type { Party, Snapshot } from '../../../src/extension/app/snapshot.ts';
import type { FindingsChange, PlacedFinding } from '../../../src/extension/findings/findingsStore.ts';
import { createApi } from '../../../src/extension/status/api/publicApi.ts';
import { root } from '../../runner/places.mjs';

const folder = { name: 'p', path: '/p', top: '/p' };
const empty: Snapshot = {
  ...{ trusted: true, folders: [folder], tmux: '/tmux', agents: true, parties: [], ended: [] },
  ...{ reviews: [], proofs: [], plans: [], collabs: [], problem: undefined },
  ...{ reviewProblem: undefined, planProblem: undefined, collabProblem: undefined },
};
const session = { id: 'x', name: 'party-x', cwd: '/p' };
const agents = [{ role: 'claude' as const, pane: '%1', state: 'busy' as const, waitingFor: null, demo: false }];
const party: Party = {
  ...{ folder, session, status: { ...quietStatus, session, agents }, inCopyMode: [], programs: [], reportedIn: [] },
};
const finding = { key: 'r1-F1', file: 'a.js', line: 3, severity: 'blocking', state: 'open', description: 'Wrong' };

describe('the API for other extensions', () => {
  let snapshot: Snapshot | undefined;
  let all: PlacedFinding[];
  let errors: unknown[];
  let models: Emitter<void>;
  let stores: Emitter<FindingsChange>;

  function create() {
    [snapshot, all, errors, models, stores] = [undefined, [], [], new Emitter(), new Emitter()];
    const model = {
      get snapshot() {
        return snapshot;
      },
      onDidChange: models.event,
    };
    const store = {
      get all() {
        return all;
      },
      onDidChange: stores.event,
    };
    return createApi({ model, store, ready: Promise.resolve(), onError: (error) => errors.push(error) });
  }
  const changed = (next: Snapshot) => {
    snapshot = next;
    models.fire();
  };

  it('answers before anything was read', () => {
    const { api } = create();
    assert.deepEqual([api.version, api.status(), api.findings()], [1, [], []]);
  });

  it('tells of the party, its agents and its review, and of nothing else', () => {
    const { api } = create();
    changed({ ...empty, parties: [party] });
    assert.deepEqual(api.status(), [
      {
        folder: '/p',
        session: 'x',
        agents: [{ role: 'claude', state: 'busy' }],
        review: { state: 'none', round: 0, blocking: 0, missing: [] },
        plan: 'off',
      },
    ]);
  });

  it('tells of findings, in the window', () => {
    const { api } = create();
    all = [{ id: '1', folder, finding, path: '/p/a.js', inWorkspace: true } as unknown as PlacedFinding];
    assert.deepEqual(api.findings(), [{ ...finding, folder: '/p' }]);
  });

  it('fires when the answer differs, and not for every look', () => {
    const { api } = create();
    let fired = 0;
    const subscription = api.onDidChangeStatus(() => fired++);
    changed({ ...empty, parties: [party] });
    changed({ ...empty, parties: [{ ...party, programs: ['vim'] }] });
    assert.equal(fired, 1);
    changed(empty);
    assert.equal(fired, 2);
    subscription.dispose();
    subscription.dispose();
    changed({ ...empty, parties: [party] });
    assert.equal(fired, 2);
  });

  it('goes on when a listener of another extension throws', () => {
    const { api } = create();
    let fired = 0;
    api.onDidChangeStatus(() => {
      throw new Error('not ours');
    });
    api.onDidChangeStatus(() => fired++);
    changed({ ...empty, parties: [party] });
    assert.deepEqual([fired, errors.length], [1, 1]);
  });

  it('cannot be changed by another extension', () => {
    const { api } = create();
    assert.throws(() => Object.assign(api, { version: 2 }), TypeError);
  });

  it('is described, member by member', () => {
    const types = readFileSync(join(root, 'src/extension/status/api/partyApi.d.ts'), 'utf8');
    const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');
    const members = [...types.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map(([, name]) => name ?? '');
    assert.ok(members.length > 15);
    assert.deepEqual(
      members.filter((name) => !guide.includes(`\`${name}`) && name !== 'listener'),
      ['thisArgs', 'disposables'].filter((name) => members.includes(name) && !guide.includes(`\`${name}`)),
    );
  });
});
