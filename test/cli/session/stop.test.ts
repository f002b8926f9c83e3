// `party stop`, with a real tmux on a private socket.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallOptions, repository, Sandbox, until } from '../../support/sandbox.ts';

describe('party stop', function () {
  this.timeout(30_000);
  let box: Sandbox;
  let project: string;
  beforeEach(() => {
    box = new Sandbox();
    project = box.project();
  });
  afterEach(() => box.dispose());

  const start = (...args: string[]) => box.start(project, args);
  const failure = (args: string[], options: CallOptions = {}) => box.failure(args, { cwd: project, ...options });

  it('ends only its own session and removes its directory', async () => {
    const { session } = await start();
    await box.tmux('new-session', '-d', '-s', `${session.name}x`);
    await box.tmux('new-session', '-d', '-s', 'party');
    const output = await box.party(['stop', session.id], { cwd: project });
    assert.equal(output.stdout, `Stopped ${session.name}\n`);
    assert.deepEqual((await box.sessions()).sort(), ['party', `${session.name}x`].sort());
    assert.deepEqual(readdirSync(box.stateRoot), []);
  });

  it('does not end a session that Party did not make', async () => {
    await box.tmux('new-session', '-d', '-s', 'party-weekend', '-c', project);
    assert.equal((await failure(['stop'])).code, 'NO_SESSION');
    assert.equal((await failure(['stop', 'weekend'])).code, 'NO_SESSION');
    assert.deepEqual(await box.sessions(), ['party-weekend']);
  });

  it('works from inside the party', async () => {
    const { session, panes } = await start();
    await box.tmux('send-keys', '-t', panes.shell, '-l', '--', `${join(repository, 'resources/bin/party')} stop`);
    await box.tmux('send-keys', '-t', panes.shell, 'Enter');
    await until('the end', async () => (await box.sessions()).length === 0);
    await until('the directory to go', () => !existsSync(join(box.stateRoot, session.name)));
  });

  it('changes nothing when its state directory has been replaced', async () => {
    const { session } = await start();
    const directory = join(box.stateRoot, session.name);
    const elsewhere = box.directory('elsewhere');
    writeFileSync(join(elsewhere, 'precious'), '');
    renameSync(directory, `${directory}.moved`);
    symlinkSync(elsewhere, directory);
    const error = await failure(['stop']);
    assert.deepEqual([error.exit, error.code], [1, 'STATE_UNSAFE']);
    assert.ok(existsSync(join(elsewhere, 'precious')));
    assert.deepEqual(await box.sessions(), [session.name]);
  });
});
