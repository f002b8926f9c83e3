import assert from 'node:assert/strict';
import { beginning, fitting, shorten, wholeCharacters } from '../../../src/core/base/cut.ts';
import { oneLine } from '../../../src/core/base/outsideText.ts';

describe('a text that is cut', () => {
  it('is at most as long as the limit, and shows that something is missing', () => {
    assert.equal(shorten('12345', 5), '12345');
    assert.equal(shorten('123456', 5), '1234…');
  });

  it('ends with a whole character', () => {
    assert.equal(shorten('a🎉b', 3), 'a…');
    assert.equal(beginning('a🎉', 2), 'a');
    assert.equal(oneLine('a🎉bc', 3), 'a…');
  });

  it('has a replacement character for half a surrogate pair', () => {
    assert.equal(wholeCharacters('a\ud83cb🎉'), 'a\ufffdb🎉');
  });

  it('is left out of a list when it does not fit', () => {
    assert.deepEqual(fitting(['12', '3456', '7'], 4), ['12']);
    assert.deepEqual(fitting(['12', '34'], 4), ['12', '34']);
  });
});
