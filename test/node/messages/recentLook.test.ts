// How often tmux is asked for its sessions around one message.
import assert from 'node:assert/strict';
import { recentLook } from '../../../src/node/messages/recentLook.ts';

describe('a look at the sessions', () => {
  let asked = 0;
  const tmux = { sessions: async () => [{ name: `look ${++asked}` } as never] };
  beforeEach(() => {
    asked = 0;
  });

  it('is reused for a moment when nothing is typed', async () => {
    const look = recentLook(tmux);
    await look('recently');
    await look('recently');
    assert.equal(asked, 1);
  });

  it('is made again before something is typed', async () => {
    const look = recentLook(tmux);
    await look('recently');
    await look('now');
    await look();
    assert.equal(asked, 3);
  });

  it('can be provided by the caller', async () => {
    const seen = { name: 'seen' } as never;
    const look = recentLook(tmux, [seen]);
    assert.deepEqual(await look('recently'), [seen]);
    assert.equal(asked, 0);
    assert.deepEqual(await look('now'), [{ name: 'look 1' }]);
    assert.deepEqual(await look('recently'), [{ name: 'look 1' }]);
  });

  it('tells what was seen a moment ago without asking tmux', async () => {
    const look = recentLook(tmux);
    assert.equal(look.last(), undefined);
    await look('now');
    assert.deepEqual(await look.last(), [{ name: 'look 1' }]);
    assert.equal(asked, 1);
  });
});
