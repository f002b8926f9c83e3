// A second `party install`, after a person or another version has changed what the first one did.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unmergeSettings } from '../../../src/core/install/settingsMerge.ts';
import { sha256 } from '../../../src/node/system/hash.ts';
import { contentOf, fillHome } from '../../support/homes.ts';
import { eachInSandbox } from '../../support/installing.ts';

describe('party install, once more', () => {
  const at = eachInSandbox();
  const install = (...args: string[]) => at.box.partyJson(['install', ...args]);
  const uninstall = () => at.box.partyJson(['uninstall']);
  const settings = () => join(at.box.home, '.claude/settings.json');
  const backups = () => join(at.box.partyHome, 'install/backups');

  const own = {
    '.claude/settings.json': { text: '{"model":"opus",\n "permissions": {"allow":["Bash(ls:*)"]}}', mode: 0o640 },
    '.claude/skills/codex-transport/SKILL.md': { text: 'older' },
    '.codex/skills/claude-cli': { link: '/nowhere' },
  };

  it('with a setting more, as a newer version has it, is undone byte for byte', async () => {
    fillHome(at.box.home, own);
    const before = contentOf(at.box.home);
    await install();
    // As an older version has left it: without one of the entries, in the settings and in its record.
    const entry = 'enabledPlugins';
    const text = unmergeSettings(readFileSync(settings(), 'utf8'), [{ path: [entry, 'party@party'], value: true }]);
    assert.doesNotMatch(text, /enabledPlugins/);
    writeFileSync(settings(), text);
    const file = join(at.box.partyHome, 'install/record.json');
    const record = JSON.parse(readFileSync(file, 'utf8'));
    const merge = record.steps.find((step: { do: string }) => step.do === 'merge');
    merge.added = merge.added.filter(({ path }: { path: string[] }) => path[0] !== entry);
    merge.wrote = sha256(text);
    writeFileSync(file, JSON.stringify(record));
    await install();
    assert.match(readFileSync(settings(), 'utf8'), /enabledPlugins/);
    await uninstall();
    assert.deepEqual(contentOf(at.box.home), before);
    assert.equal(existsSync(backups()), false);
  });

  it('after its links were removed still knows what was there at first', async () => {
    fillHome(at.box.home, own);
    const before = contentOf(at.box.home);
    await install();
    for (const path of ['.claude/skills/codex-transport', '.codex/skills/claude-cli']) rmSync(join(at.box.home, path));
    await install();
    await uninstall();
    assert.deepEqual(contentOf(at.box.home), before);
    assert.equal(existsSync(backups()), false);
  });

  it('after the settings were changed keeps the change, and nothing of its own', async () => {
    fillHome(at.box.home, own);
    await install();
    const text = readFileSync(settings(), 'utf8')
      .replace('"opus"', '"sonnet"')
      .replace(/"Bash\(~[^"]*",/, '');
    writeFileSync(settings(), text);
    await install();
    await uninstall();
    assert.deepEqual(JSON.parse(readFileSync(settings(), 'utf8')), {
      model: 'sonnet',
      permissions: { allow: ['Bash(ls:*)'] },
    });
    assert.equal(existsSync(backups()), false);
  });

  it('alongside is undone together with the first one', async () => {
    fillHome(at.box.home, own);
    const before = contentOf(at.box.home);
    await install();
    await install('--alongside');
    await install();
    await uninstall();
    assert.deepEqual(contentOf(at.box.home), before);
    assert.equal(existsSync(backups()), false);
  });

  it("keeps npm's own link to Party, and replaces a link to another copy of Party", async () => {
    const copy = at.box.directory('copy');
    for (const folder of ['bin', 'dist', 'resources/bin']) mkdirSync(join(copy, folder), { recursive: true });
    writeFileSync(join(copy, 'dist/cli.cjs'), '');
    for (const name of ['bin/party.js', 'resources/bin/tmux-team'])
      writeFileSync(join(copy, name), '#!/bin/sh\n', { mode: 0o755 });
    fillHome(at.box.home, {
      '.local/bin/party': { link: join(copy, 'bin/party.js') },
      '.local/bin/tmux-team': { link: join(copy, 'resources/bin/tmux-team') },
    });
    const before = contentOf(at.box.home);
    const answer = await at.box.partyJson<{ steps: { do: string; path: string }[] }>(['install']);
    const done = (name: string) => answer.steps.find(({ path }) => path.endsWith(`.local/bin/${name}`))?.do;
    assert.deepEqual([done('party'), done('tmux-team')], ['keep', 'link']);
    await uninstall();
    assert.deepEqual(contentOf(at.box.home), before);
  });
});
