import assert from 'node:assert/strict';
import { type Addition, mergeSettings, unmergeSettings } from '../../../src/core/install/settingsMerge.ts';

const additions: readonly Addition[] = [
  { path: ['permissions', 'allow', 'Bash(a:*)'] },
  { path: ['permissions', 'allow', 'Bash(b:*)'] },
  { path: ['extraKnownMarketplaces', 'party'], value: { source: { source: 'directory', path: '/p' } } },
  { path: ['enabledPlugins', 'party@party'], value: true },
];

const texts: Readonly<Record<string, string>> = {
  'an empty object': '{}',
  'an empty object on two lines': '{\n}\n',
  'other settings': '{\n  "model": "opus",\n  "hooks": { "Stop": [] }\n}\n',
  'settings on one line': '{"model":"opus","permissions":{"deny":["Bash(rm:*)"]}}',
  'a list of its own': '{\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"Bash(ls:*)"\n\t\t]\n\t}\n}\n',
  'an empty list': '{ "permissions": { "allow": [] }, "enabledPlugins": {} }',
  'other plugins': '{\r\n  "enabledPlugins": {\r\n    "x@y": true\r\n  }\r\n}\r\n',
  'one of the entries': '{ "permissions": { "allow": ["Bash(b:*)"] }, "enabledPlugins": { "party@party": false } }',
  'a byte order mark': '\uFEFF{ "model": "opus" }',
};

describe('merging settings', () => {
  for (const [what, text] of Object.entries(texts)) {
    it(`adds to ${what}, and takes exactly that out again`, () => {
      const before = JSON.parse(text.replace('\uFEFF', ''));
      const { text: merged, added } = mergeSettings(text, additions, 'f');
      const after = JSON.parse(merged.replace('\uFEFF', ''));
      for (const key of Object.keys(before)) assert.ok(Object.hasOwn(after, key));
      assert.ok(after.permissions.allow.includes('Bash(a:*)') && after.permissions.allow.includes('Bash(b:*)'));
      assert.equal(after.extraKnownMarketplaces.party.source.path, '/p');
      assert.equal(unmergeSettings(merged, added), text);
      assert.deepEqual(mergeSettings(merged, additions, 'f').added, []);
    });
  }

  it('keeps what the user has chosen about the plugin', () => {
    const { text, added } = mergeSettings(texts['one of the entries'], additions, 'f');
    assert.equal(JSON.parse(text).enabledPlugins['party@party'], false);
    assert.deepEqual(
      added.map(({ path }) => path.at(-1)),
      ['Bash(a:*)', 'party'],
    );
  });

  it('makes a file where there is none', () => {
    const { text, added } = mergeSettings(undefined, additions, 'f');
    assert.deepEqual(JSON.parse(text).permissions, { allow: ['Bash(a:*)', 'Bash(b:*)'] });
    assert.deepEqual(JSON.parse(unmergeSettings(text, added)), {});
  });

  it("keeps the user's later changes", () => {
    const { text, added } = mergeSettings('{ "model": "opus" }', additions, 'f');
    const changed = JSON.parse(text);
    changed.permissions.allow.push('Bash(mine:*)');
    changed.enabledPlugins['party@party'] = false;
    const rest = JSON.parse(unmergeSettings(JSON.stringify(changed, undefined, 2), added));
    assert.deepEqual(rest, {
      model: 'opus',
      permissions: { allow: ['Bash(mine:*)'] },
      enabledPlugins: { 'party@party': false },
    });
  });

  for (const [text, words] of [
    ['[]', /does not hold a JSON object/],
    ['{ "model": ', /does not hold a JSON object/],
    ['{ "permissions": [] }', /permissions has to be an object/],
    ['{ "permissions": { "allow": {} } }', /permissions\.allow has to be a list/],
  ] as const) {
    it(`refuses ${text}`, () => assert.throws(() => mergeSettings(text, additions, 'f'), words));
    it(`takes nothing out of ${text}`, () => assert.equal(unmergeSettings(text, additions), text));
  }
});
