// Which party a verb means when the call names none.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { cliBundle, eachInProject, node20, until } from '../../support/sandbox.ts';

describe('which party is meant', function () {
  this.timeout(30_000);
  const at = eachInProject();

  it('says NO_SESSION with how to start one, exit 3, and takes no stale directory for a session', async () => {
    mkdirSync(join(at.box.stateRoot, 'party-stale'), { mode: 0o700 });
    writeFileSync(join(at.box.stateRoot, 'party-stale', 'session-name'), 'party-stale\n');
    for (const env of [{}, { PARTY_SESSION: 'party-stale' }]) {
      const error = await at.failure(['check', 'claude'], { env });
      assert.deepEqual([error.exit, error.code], [3, 'NO_SESSION']);
      assert.match(error.message, /party start/);
    }
  });

  it('names all parties of a project when there are several', async () => {
    const first = await at.start();
    const second = await at.start('--new');
    const error = await at.failure(['check', 'claude']);
    assert.deepEqual([error.exit, error.code], [3, 'SESSION_AMBIGUOUS']);
    assert.ok(error.message.includes(first.session.name) && error.message.includes(second.session.name));
    const named = await at.box.party(['check', 'claude'], {
      cwd: at.project,
      env: { PARTY_SESSION: second.session.id },
    });
    assert.equal(named.code, 0);
  });

  it('never matches a session by a prefix (T2)', async () => {
    await at.box.tmux('new-session', '-d', '-s', 'party-abc');
    const error = await at.failure(['check', 'claude'], { env: { PARTY_SESSION: 'party-ab' } });
    assert.equal(error.code, 'NO_SESSION');
  });

  it('knows the tmux session that it runs in', async () => {
    const { panes, session } = await at.start();
    const seen = join(at.box.root, 'seen');
    const elsewhere = at.box.directory('elsewhere');
    const command = `cd ${elsewhere} && unset PARTY_SESSION && ${node20} ${cliBundle} status --json > ${seen}.part; mv ${seen}.part ${seen}`;
    await at.box.tmux('respawn-pane', '-k', '-t', panes.shell, command);
    const status = JSON.parse(
      await until('the answer', () => existsSync(seen) && readFileSync(seen, 'utf8')),
    ) as Status;
    assert.equal(status.session?.name, session.name);
  });

  it('is found by its id after a rename', async () => {
    const { session } = await at.start();
    await at.box.tmux('rename-session', '-t', `=${session.name}`, 'mine');
    const status = await at.box.partyJson<Status>(['status'], {
      cwd: at.box.root,
      env: { PARTY_SESSION: session.name },
    });
    assert.equal(status.session?.name, 'mine');
  });
});
