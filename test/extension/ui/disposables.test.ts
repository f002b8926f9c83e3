import assert from 'node:assert/strict';
import { DisposableMap } from '../../../src/extension/ui/disposables.ts';

describe('one thing for each item of a list', () => {
  let events: string[];
  let map: DisposableMap<{ key: string }, { key: string; dispose(): void }>;
  const sync = (...keys: string[]) => map.sync(keys.map((key) => ({ key })));

  beforeEach(() => {
    events = [];
    map = new DisposableMap(
      ({ key }) => key,
      ({ key }) => {
        events.push(`+${key}`);
        return { key, dispose: () => events.push(`-${key}`) };
      },
    );
  });

  it('is made once, and disposed when its item leaves the list', () => {
    sync('a', 'b', 'b');
    const kept = map.get({ key: 'b' });
    sync('b', 'c');
    assert.deepEqual(events, ['+a', '+b', '-a', '+c']);
    assert.equal(map.get({ key: 'b' }), kept);
    assert.equal(map.get({ key: 'a' }), undefined);
  });

  it('is disposed with the map, which then makes nothing more', () => {
    sync('a', 'b');
    map.dispose();
    sync('c');
    assert.deepEqual(events, ['+a', '+b', '-a', '-b']);
  });
});
