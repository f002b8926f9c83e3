import assert from 'node:assert/strict';
import { quietStatus } from '../../../src/core/status/status.ts';
import { Model } from '../../../src/extension/app/model.ts';
import type { Snapshot } from '../../../src/extension/app/snapshot.ts';

const empty: Snapshot = {
  trusted: true,
  folders: [],
  tmux: '/bin/tmux',
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

describe('the model', () => {
  it("takes one piece of news for the result of a command of the user's that runs, and the next for another's", async () => {
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
    const { look, changes } = modelOf(empty);
    await look(empty);
    await look({ ...empty });
    assert.equal(changes(), 1);
    await look({ ...empty, agents: false });
    assert.equal(changes(), 2);
  });

  it('knows nothing before the first look', async () => {
    const { model, look } = modelOf(empty);
    assert.equal(model.snapshot, undefined);
    await look(empty);
    assert.deepEqual(model.snapshot, empty);
  });

  it('logs a problem once, until it changes', async () => {
    const { look, warnings } = modelOf(empty);
    for (const problem of ['a', 'a', 'b', undefined, 'b']) {
      await look({ ...empty, problem });
      await look({ ...empty, problem, agents: false });
    }
    assert.deepEqual(
      warnings.map((warning) => warning.at(-1)),
      ['a', 'b', 'b'],
    );
  });

  it('says what is being done, and looks again when it is done', async () => {
    const { model, look } = modelOf(empty);
    await look(empty);
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
    await model.during('starting', () => look({ ...empty, parties: [party] }));
    assert.deepEqual(seen, [
      ['starting', 0],
      ['starting', 1],
      [undefined, 1],
    ]);
  });

  it('forgets what is being done when that fails', async () => {
    const { model } = modelOf(empty);
    await assert.rejects(
      model.during('starting', () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(model.activity, undefined);
  });
});
