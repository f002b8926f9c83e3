// `party stop`, with a real tmux on a private socket.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachInProject, repository, until } from '../../support/sandbox.ts';

describe('party stop', function () {
  this.timeout(30_000);
  const at = eachInProject();

  it('ends only its own session and removes its directory', async () => {
    const { session } = await at.start();
    await at.box.tmux('new-session', '-d', '-s', `${session.name}x`);
    await at.box.tmux('new-session', '-d', '-s', 'party');
    const output = await at.box.party(['stop', session.id], { cwd: at.project });
    assert.equal(output.stdout, `Stopped ${session.name}\n`);
    assert.deepEqual((await at.box.sessions()).sort(), ['party', `${session.name}x`].sort());
    assert.deepEqual(readdirSync(at.box.stateRoot), []);
  });

  it('does not end a session that Party did not make', async () => {
    await at.box.tmux('new-session', '-d', '-s', 'party-weekend', '-c', at.project);
    assert.equal((await at.failure(['stop'])).code, 'NO_SESSION');
    assert.equal((await at.failure(['stop', 'weekend'])).code, 'NO_SESSION');
    assert.deepEqual(await at.box.sessions(), ['party-weekend']);
  });

  it('works from inside the party', async () => {
    const { session, panes } = await at.start();
    await at.box.tmux('send-keys', '-t', panes.shell, '-l', '--', `${join(repository, 'resources/bin/party')} stop`);
    await at.box.tmux('send-keys', '-t', panes.shell, 'Enter');
    await until('the end', async () => (await at.box.sessions()).length === 0);
    await until('the directory to go', () => !existsSync(join(at.box.stateRoot, session.name)));
  });

  it('changes nothing when its state directory has been replaced', async () => {
    const { session } = await at.start();
    const directory = join(at.box.stateRoot, session.name);
    const elsewhere = at.box.directory('elsewhere');
    writeFileSync(join(elsewhere, 'precious'), '');
    renameSync(directory, `${directory}.moved`);
    symlinkSync(elsewhere, directory);
    const error = await at.failure(['stop']);
    assert.deepEqual([error.exit, error.code], [1, 'STATE_UNSAFE']);
    assert.ok(existsSync(join(elsewhere, 'precious')));
    assert.deepEqual(await at.box.sessions(), [session.name]);
  });
});
