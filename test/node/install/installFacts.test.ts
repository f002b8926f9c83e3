import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedFolder } from '../../../src/node/install/installFacts.ts';

describe('the folder that would have to be written to', () => {
  let home: string;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'party-test-')));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  // A superuser may write everywhere, so the answer of the system is given.
  const never = () => false;

  it('is the nearest one that exists', () => {
    mkdirSync(join(home, '.codex'));
    assert.equal(closedFolder(join(home, '.codex/skills/claude-cli'), never), join(home, '.codex'));
    assert.equal(closedFolder(join(home, '.claude/settings.json'), never), home);
  });

  it('is not named when it can be written to', () => {
    assert.equal(closedFolder(join(home, '.codex/skills/claude-cli')), undefined);
  });
});
