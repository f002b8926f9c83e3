import assert from 'node:assert/strict';
import { BrokenInstallation, compiledLater, partOf } from '../../../src/core/base/late/latePart.ts';

describe('a part that a verb compiles when it needs it', () => {
  const text =
    'globalThis.compiledParts = (globalThis.compiledParts ?? 0) + 1; module.exports = { double: (n) => n * 2 };';
  const compiled = () => Reflect.get(globalThis, 'compiledParts');
  afterEach(() => Reflect.deleteProperty(globalThis, 'compiledParts'));

  it('is read at the start, because an update may remove its file, and compiled once, with the first call', () => {
    let reads = 0;
    const load = compiledLater(() => {
      reads++;
      return text;
    });
    assert.deepEqual([reads, compiled()], [1, undefined]);
    assert.equal(partOf(load, 'double')(2), 4);
    assert.equal(partOf(load, 'double')(3), 6);
    assert.deepEqual([reads, compiled()], [1, 1]);
  });

  it('fails with the first call, not before, when its file is missing or cut off', () => {
    const missing = compiledLater(() => {
      throw new Error('no such file');
    });
    const cut = compiledLater(() => text.slice(0, -10));
    for (const load of [missing, cut]) assert.throws(() => partOf(load, 'double'), BrokenInstallation);
  });

  it('fails when it lacks the function, as one of another version does', () => {
    assert.throws(
      () =>
        partOf(
          compiledLater(() => text),
          'triple',
        ),
      /lacks triple/,
    );
  });
});
