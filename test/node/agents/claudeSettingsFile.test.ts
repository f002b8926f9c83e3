import assert from 'node:assert/strict';
import { placesIn } from '../../../src/node/agents/claudeSettingsFile.ts';
import { userConfigPaths } from '../../../src/node/project/paths.ts';

describe("the variables in Claude's settings", () => {
  const own = ['HOME', 'PARTY_CONFIG_HOME', 'PARTY_HOME', 'PARTY_MARKER_ROOT', 'PARTY_SESSION', 'PARTY_STATE_ROOT'];

  for (const [title, env] of Object.entries({
    'no XDG_CONFIG_HOME': { HOME: '/home/ann' },
    'an empty XDG_CONFIG_HOME': { HOME: '/home/ann', XDG_CONFIG_HOME: '' },
    'an XDG_CONFIG_HOME': { HOME: '/home/ann', XDG_CONFIG_HOME: '/home/ann/.config' },
    'a PARTY_CONFIG_HOME': { HOME: '/home/ann', XDG_CONFIG_HOME: '/x', PARTY_CONFIG_HOME: '/own' },
  })) {
    it(`with ${title}: none is empty or foreign, and a project chooses no other configuration`, () => {
      const set = placesIn(env, 'party-a');
      assert.deepEqual(Object.keys(set).sort(), own);
      assert.ok(Object.values(set).every((value) => value.startsWith('/') || value === 'party-a'));
      const project = { HOME: '/evil', XDG_CONFIG_HOME: '/evil', PARTY_CONFIG_HOME: '/evil' };
      assert.deepEqual(userConfigPaths({ ...env, ...project, ...set }), userConfigPaths(env));
    });
  }
});
