import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { sha256OfBytes, sha256OfText } from '../../../src/core/base/sha256.ts';
import { sha256 } from '../../../src/node/system/hash.ts';

const expected = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

describe('the hash of a text', () => {
  it('is that of crypto for every length, around each block', () => {
    for (let length = 0; length <= 600; length++) {
      const text = Array.from({ length }, (_, i) => String.fromCharCode(32 + ((i * 7 + length) % 95))).join('');
      assert.equal(sha256OfText(text), expected(text), `${length} characters`);
      assert.equal(sha256(text), expected(text), `${length} characters`);
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 256);
      assert.equal(sha256OfBytes(bytes), expected(bytes), `${length} bytes`);
      assert.equal(sha256(bytes), expected(bytes), `${length} bytes`);
    }
  });

  for (const text of ['', 'abc', '/home/ümlaut/プロジェクト/🎉', '\u0000\u007f\u0080\uffff', 'half a pair: \ud83c']) {
    it(`is that of crypto: ${JSON.stringify(text)}`, () => assert.equal(sha256OfText(text), expected(text)));
  }

  it('is that of crypto for bytes and long texts', () => {
    assert.equal(sha256(new Uint8Array([0, 255, 128])), expected(new Uint8Array([0, 255, 128])));
    assert.equal(sha256('x'.repeat(100_000)), expected('x'.repeat(100_000)));
  });
});
