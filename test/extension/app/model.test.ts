import assert from 'node:assert/strict';
import { quietStatus } from '../../../src/core/status/status.ts';
import { Model } from '../../../src/extension/app/model.ts';
import type { Snapshot } from '../../../src/extension/app/snapshot.ts';
import { emptySnapshot } from '../../support/editor/emptySnapshot.ts';

describe('the model', () => {
  it("attributes one change to the user's running command, and the next one to another program", async () => {
    const model = new Model(async () => Promise.reject(new Error('not read here')), { warn: () => {} });
    assert.equal(model.explainsNews(), false);
    const seen = await model.asOwnAct(async () => [model.explainsNews(), model.explainsNews()]);
    assert.deepEqual(seen, [true, false]);
    await model.asOwnAct(async () => {});
    assert.equal(model.explainsNews(), false);
  });

  function modelOf(first: Snapshot) {
    let next = first;
    const warnings: string[] = [];
    const model = new Model(async () => next, { warn: (message) => warnings.push(message) });
    let changes = 0;
    model.onDidChange(() => changes++);
    const look = (snapshot: Snapshot) => {
      next = snapshot;
      return model.refresh();
    };
    return { model, look, warnings, changes: () => changes };
  }

  it('fires only when something changed', async () => {
    const { look, changes } = modelOf(emptySnapshot);
    await look(emptySnapshot);
    await look({ ...emptySnapshot });
    assert.equal(changes(), 1);
    await look({ ...emptySnapshot, agents: false });
    assert.equal(changes(), 2);
  });

  it('is empty before the first refresh', async () => {
    const { model, look } = modelOf(emptySnapshot);
    assert.equal(model.snapshot, undefined);
    await look(emptySnapshot);
    assert.deepEqual(model.snapshot, emptySnapshot);
  });

  it('logs a problem once, until it changes', async () => {
    const { look, warnings } = modelOf(emptySnapshot);
    for (const problem of ['a', 'a', 'b', undefined, 'b']) {
      await look({ ...emptySnapshot, problem });
      await look({ ...emptySnapshot, problem, agents: false });
    }
    assert.deepEqual(
      warnings.map((warning) => warning.at(-1)),
      ['a', 'b', 'b'],
    );
  });

  it('shows the running command, and refreshes when it ends', async () => {
    const { model, look } = modelOf(emptySnapshot);
    await look(emptySnapshot);
    const folder = { name: 'p', path: '/p', top: '/p' };
    const session = { id: 'x', name: 'party-x', cwd: '/p' };
    const party = {
      folder,
      session,
      status: { ...quietStatus, session },
      inCopyMode: [],
      programs: [],
      reportedIn: [],
    };
    const seen: unknown[] = [];
    model.onDidChange(() => seen.push([model.activity, model.snapshot?.parties.length]));
    await model.during('starting', () => look({ ...emptySnapshot, parties: [party] }));
    assert.deepEqual(seen, [
      ['starting', 0],
      ['starting', 1],
      [undefined, 1],
    ]);
  });

  it('stops showing a command that fails', async () => {
    const { model } = modelOf(emptySnapshot);
    await assert.rejects(
      model.during('starting', () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(model.activity, undefined);
  });
});
