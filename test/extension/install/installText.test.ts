import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { english } from '../../../src/core/base/translate.ts';
import { installedText } from '../../../src/extension/install/installText.ts';
import { typedCommand } from '../../../src/extension/ui/typedCommand.ts';

describe('the command line, as the editor tells of it', () => {
  const installed = { bin: '/h/.local/bin', onPath: true, notes: [], steps: [] };

  it('says where it is, and what was left alone', () => {
    assert.equal(installedText(installed, english), 'party and tmux-team are in /h/.local/bin');
    assert.match(installedText({ ...installed, onPath: false }, english), /which is not on the PATH: add it/);
    const steps = [{ do: 'leave', path: '/h/.local/bin/tmux-team', why: 'it is another program' }];
    assert.match(installedText({ ...installed, steps }, english), /tmux-team was left alone: it is another program$/);
  });

  describe('in a hint', () => {
    let bin: string;
    before(() => {
      bin = mkdtempSync(join(tmpdir(), 'party-typed-'));
      mkdirSync(join(bin, 'with'));
      writeFileSync(join(bin, 'with/party'), '#!/bin/sh\n', { mode: 0o755 });
    });
    after(() => rmSync(bin, { recursive: true }));
    const env = (path: string) => ({ PATH: path, PARTY_HOME: '/home/a b/party' });
    const program = "'/home/a b/party/current/resources/bin/party'";

    it('has its path where a shell would not find it', () => {
      assert.equal(typedCommand('party log check', env(bin)), `${program} log check`);
      assert.equal(
        typedCommand('PARTY_SESSION=x party review nudge', env(bin)),
        `PARTY_SESSION=x ${program} review nudge`,
      );
      assert.equal(typedCommand('kill -CONT 12', env(bin)), 'kill -CONT 12');
    });

    it('has its name where a shell finds it', () => {
      assert.equal(typedCommand('party log check', env(join(bin, 'with'))), 'party log check');
    });
  });
});
