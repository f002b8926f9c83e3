// `party install` and `party uninstall` killed at every change that they make. The next call finishes or undoes it.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf, countChanges, fillHome, killedAt } from '../../support/homes.ts';
import { cliBundle, Sandbox } from '../../support/sandbox.ts';

const entries = {
  '.claude/settings.json': { text: '{"model":"opus"}', mode: 0o640 },
  '.claude/skills/codex-transport/SKILL.md': { text: 'older' },
  '.claude/skills/codex-transport/scripts/tmux-codex.sh': { text: '#!/bin/sh\n', mode: 0o755 },
  '.claude/skills/codex-cli': { link: '/nowhere' },
  '.codex/skills/claude-cli': { text: 'a file' },
};

describe('an installation that is killed', function () {
  this.timeout(240_000);
  let box: Sandbox;
  let empty: Record<string, string>;
  let installed: Record<string, string>;

  before(async () => {
    box = new Sandbox();
    fillHome(box.home, entries);
    empty = contentOf(box.home);
    await box.partyJson(['install']);
    installed = contentOf(box.home);
    await box.partyJson(['uninstall']);
    assert.deepEqual(contentOf(box.home), empty);
    keep(box.home, 'empty');
  });
  after(() => box.dispose());

  const keep = (path: string, name: string) => {
    rmSync(join(box.root, name), { recursive: true, force: true });
    cpSync(path, join(box.root, name), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  };
  const reset = (path: string, name: string) => {
    rmSync(path, { recursive: true, force: true });
    cpSync(join(box.root, name), path, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  };

  it('is finished by the next install, and undone by the next uninstall, at every change', async () => {
    keep(box.partyHome, 'data');
    const changes = await countChanges(box, [cliBundle, 'install']);
    assert.ok(changes > 30, `only ${changes} changes were seen`);
    for (let at = 1; at <= changes; at++) {
      const next = at % 2 === 0 ? 'install' : 'uninstall';
      reset(box.home, 'empty');
      reset(box.partyHome, 'data');
      const { code } = await killedAt(box, at, [cliBundle, 'install']);
      assert.equal(code, undefined, `it was not killed at change ${at}`);
      await box.partyJson([next]);
      assert.deepEqual(contentOf(box.home), next === 'install' ? installed : empty, `${next} after change ${at}`);
      if (next === 'uninstall') continue;
      await box.partyJson(['uninstall']);
      assert.deepEqual(contentOf(box.home), empty, `uninstall after change ${at}`);
    }
  });

  it('is finished by the next uninstall, or installed again, when an uninstall is killed at any change', async () => {
    reset(box.home, 'empty');
    await box.partyJson(['install']);
    keep(box.home, 'installed');
    keep(box.partyHome, 'data');
    const changes = await countChanges(box, [cliBundle, 'uninstall']);
    assert.ok(changes > 20, `only ${changes} changes were seen`);
    for (let at = 1; at <= changes; at++) {
      const next = at % 2 === 0 ? 'install' : 'uninstall';
      reset(box.home, 'installed');
      reset(box.partyHome, 'data');
      await killedAt(box, at, [cliBundle, 'uninstall']);
      await box.partyJson([next]);
      assert.deepEqual(contentOf(box.home), next === 'install' ? installed : empty, `${next} after change ${at}`);
      await box.partyJson(['uninstall']);
      assert.deepEqual(contentOf(box.home), empty, `uninstall after change ${at}`);
    }
  });
});
