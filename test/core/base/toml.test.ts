import assert from 'node:assert/strict';
import { parse } from 'smol-toml';
import { type TomlValue, toml } from '../../../src/core/base/toml.ts';

const values: Record<string, TomlValue> = {
  'a word': 'party',
  'quotes and backslashes': 'say "hi" \\n \\',
  'line ends and tabs': 'one\ntwo\r\nthree\tfour',
  'other controls': '\0\x01\x1b[201~\x7f\x85',
  'triple quotes': '"""\'\'\'',
  'hashes, equals, dollars': '#{x} = $HOME `id` $(id)',
  'characters beyond the first plane': '日本 🎉 é',
  'the empty text': '',
  'a list': ['sh', '/a b/notify.sh', ''],
  'a table with odd keys': { ':root': 'read', '/tmp/a.b"c': 'write', '': 'x' },
  'tables in tables': { filesystem: { a: [true, 1, 'x'] }, empty: {} },
  'a truth': false,
};

describe('toml', () => {
  for (const [name, value] of Object.entries(values)) {
    it(`reads back ${name}`, () => {
      const text = toml(value);
      assert.ok(!text.includes('\n'));
      assert.deepEqual(JSON.parse(JSON.stringify(parse(`value=${text}`))), { value });
    });
  }

  it('replaces half a surrogate pair, which no argument could carry', () => {
    assert.equal(toml('a\ud800b'), '"a\ufffdb"');
  });
});
