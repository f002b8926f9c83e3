// A pane that the user opens by hand, with tmux's own keys: it has Party's programs, whatever the start-up files do.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachInProject, until } from '../../support/sandbox.ts';

describe('a pane that the user splits off', () => {
  const at = eachInProject();
  /** As a shell in a pane that tmux opens without a command prints it. */
  const typedIn = async (pane: string, line: string, name: string, shell = 'sh') => {
    const [open, close] = shell === 'fish' ? ['begin;', '; end'] : ['(', ')'];
    const file = join(at.box.root, name);
    const shown = async () => (await at.box.tmux('capture-pane', '-p', '-t', pane)).stdout.trim() !== '';
    await until('its prompt', shown, 20_000);
    await at.box.tmux(
      'send-keys',
      '-t',
      pane,
      '-l',
      '--',
      `${open}${line}${close} >'${file}.part' 2>&1; mv '${file}.part' '${file}'`,
    );
    await at.box.tmux('send-keys', '-t', pane, 'Enter');
    return until(`the end of ${line}`, () => existsSync(file) && readFileSync(file, 'utf8'), 20_000);
  };
  const split = async (name: string) =>
    (await at.box.tmux('split-window', '-P', '-F', '#{pane_id}', '-t', `=${name}:`)).stdout.trim();

  it('finds party and the scripts, although its login shell resets the PATH', async () => {
    writeFileSync(
      join(at.box.home, '.profile'),
      'PATH=/usr/bin:/bin; export PATH; FROM_PROFILE=1; export FROM_PROFILE\n',
    );
    const { session } = await at.start();
    const pane = await split(session.name);
    const names = ['party', 'tmux-team', 'tmux-codex.sh', 'tmux-claude.sh'];
    const line = names.map((name) => `command -v ${name}; `).join('');
    const said = await typedIn(pane, `${line}echo "$FROM_PROFILE"`, 'found');
    const bin = join(at.box.partyHome, 'current/resources/bin');
    assert.equal(said, `${names.map((name) => `${bin}/${name}\n`).join('')}1\n`);
    const sessions = await typedIn(pane, `PATH=$PATH:${at.box.env['PATH']} party sessions`, 'sessions');
    assert.match(sessions, new RegExp(session.id));
  });

  it('finds them in bash, although its own start-up file resets the PATH', async () => {
    at.box.env['SHELL'] = '/bin/bash';
    writeFileSync(join(at.box.home, '.bashrc'), 'PATH=/usr/bin:/bin; FROM_BASHRC=1\n');
    const { session, panes } = await at.start();
    const found = `${join(at.box.partyHome, 'current/resources/bin/party')}\n1\n`;
    const line = 'command -v party; echo "$FROM_BASHRC"';
    assert.equal(await typedIn(await split(session.name), line, 'in-bash'), found);
    assert.equal(await typedIn(panes.shell, line, 'in-shell'), found);
  });

  for (const name of ['zsh', 'fish']) {
    it(`finds them in ${name}, although its own start-up file resets the PATH`, async () => {
      const files = at.box.directory('zsh-files');
      writeFileSync(join(at.box.home, '.zshenv'), `ZDOTDIR='${files}'\n`);
      writeFileSync(join(files, '.zshrc'), 'PATH=/usr/bin:/bin; FROM_FILE=1\n');
      const fish = join(at.box.directory('home/.config/fish'), 'config.fish');
      writeFileSync(fish, 'set -gx PATH /usr/bin /bin; set FROM_FILE 1\n');
      at.box.env['SHELL'] = (await at.box.run('sh', ['-c', `command -v ${name}`])).stdout.trim();
      const { session, panes } = await at.start();
      const own = name === 'zsh' ? files : '';
      const found = `${join(at.box.partyHome, 'current/resources/bin/party')}\n1\n${own}\n`;
      const line = 'command -v party; echo "$FROM_FILE"; echo "$ZDOTDIR$PARTY_ZDOTDIR"';
      assert.equal(await typedIn(await split(session.name), line, 'in-split', name), found);
      assert.equal(await typedIn(panes.shell, line, 'in-shell', name), found);
    });
  }

  it("keeps the user's own command for new panes", async () => {
    await at.box.tmux('start-server', ';', 'new-session', '-d', '-s', 'keeper', 'cat');
    await at.box.tmux('set-option', '-g', 'default-command', 'exec sh');
    const { session } = await at.start();
    const own = await at.box.tmux('show-options', '-t', `=${session.name}:`, '-v', 'default-command');
    assert.equal(own.stdout.trim(), '');
  });
});
