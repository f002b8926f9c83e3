// What the install lines rely on: the manifests agree with each other, and with the API that the extension uses.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { wantedLinks } from '../../src/core/install/installPlan.ts';
import { root } from '../runner/places.mjs';

const json = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

describe('the manifests', () => {
  const manifest = json('package.json');

  it('name the oldest VS Code whose types the extension compiles with', () => {
    // 1.93 is the first with window.onDidEndTerminalShellExecution (watchWindow.ts). With older types the check fails;
    // what came later, such as servers of MCP (1.101), is looked for at run time.
    assert.equal(manifest.engines.vscode, '^1.93.0');
    const oldest = manifest.engines.vscode.replace(/^\^(\d+\.\d+)\.0$/, '$1');
    assert.match(manifest.devDependencies['@types/vscode'], new RegExp(`^${oldest.replace('.', '\\.')}\\.\\d+$`));
    const locked = json('package-lock.json').packages['node_modules/@types/vscode'].version;
    assert.equal(locked, manifest.devDependencies['@types/vscode']);
  });

  it('name @vscode/test-electron among the packages of the root, in one version', () => {
    const version = manifest.devDependencies['@vscode/test-electron'];
    assert.equal(json('package-lock.json').packages['node_modules/@vscode/test-electron'].version, version);
    assert.equal(json('test/workbench/package.json').dependencies['@vscode/test-electron'], undefined);
  });

  it('have what the marketplaces of editors ask for', () => {
    for (const key of ['publisher', 'license', 'icon', 'repository', 'bugs', 'homepage', 'categories', 'keywords']) {
      assert.ok(manifest[key], `${key} is missing`);
    }
    assert.ok(manifest.keywords.length <= 30);
    const icon = readFileSync(join(root, manifest.icon));
    assert.equal(icon.toString('latin1', 1, 4), 'PNG');
    for (const at of [16, 20]) assert.ok(icon.readUInt32BE(at) >= 128, 'the icon is too small');
    assert.doesNotMatch(manifest.scripts.package, /--allow-missing-repository|--no-rewrite-relative-links/);
  });

  it('of the plugins have the version of the extension', () => {
    for (const file of ['resources/claude/.claude-plugin/plugin.json', 'resources/codex/.codex-plugin/plugin.json']) {
      assert.equal(json(file).version, manifest.version);
    }
  });

  it('of the marketplaces name folders that hold a plugin', () => {
    const [claude] = json('.claude-plugin/marketplace.json').plugins;
    assert.ok(existsSync(join(root, claude.source, '.claude-plugin/plugin.json')));
    const [codex] = json('.agents/plugins/marketplace.json').plugins;
    assert.ok(existsSync(join(root, codex.source.path, '.codex-plugin/plugin.json')));
  });

  it('of the installation name files that ship', () => {
    const places = { bin: 'b', claude: 'c', typedClaude: 'c', codex: 'x', current: root };
    for (const { target } of wantedLinks(places)) {
      const scripts = statSync(target).isFile()
        ? [target]
        : readdirSync(join(target, 'scripts')).map((name) => join(target, 'scripts', name));
      assert.ok(scripts.length > 0);
      for (const script of scripts) assert.equal(statSync(script).mode & 0o111, 0o111, `${script} cannot be run`);
    }
  });

  it('of iTerm2 have keys that type nothing into a pane', () => {
    const [profile] = json('resources/iterm2/party.json').Profiles;
    assert.equal(profile['Initial Text'], 'party start');
    const keys = Object.entries<{ Action: number; Text: string }>(profile['Keyboard Map']);
    // 27: a new tab with a profile, 30: the next pane. 10 to 12 would send text to an agent.
    assert.deepEqual(
      keys.map(([, { Action: action }]) => action),
      [27, 30],
    );
    assert.equal(keys[0]?.[1].Text, profile.Guid);
  });
});
