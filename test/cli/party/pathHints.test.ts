// Hints to a person whose shell does not find `party` by its name, as after the extension alone was installed.
import assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, Sandbox } from '../../support/sandbox.ts';

describe('hints without party on the PATH', function () {
  this.timeout(30_000);
  let box: Sandbox;
  let cwd: string;
  before(() => {
    box = new Sandbox();
    cwd = box.project();
  });
  after(() => box.dispose());

  const program = (name: string) => join(repository, 'resources/bin', name);

  for (const [args, hint] of Object.entries({
    status: 'Start one with: PROGRAM start',
    sessions: 'Start one with: PROGRAM start',
    'collab status': 'Start it with: PROGRAM collab start',
    doctor: 'run: PROGRAM install',
    'pm list': 'with: PROGRAM pm init --name NAME',
    'collab review': 'Start it with: PROGRAM collab start',
    nonsense: 'See: PROGRAM --help',
  })) {
    it(`name it by its path: party ${args}`, async () => {
      const { stdout, stderr } = await box.script([program('party'), ...args.split(' ')], { cwd });
      const shown = stdout + stderr;
      assert.ok(shown.includes(hint.replace('PROGRAM', program('party'))), shown);
      assert.doesNotMatch(shown, /(?<![\w/-])party (?:start|install|plan|collab|pm)\b/);
    });
  }

  it('name tmux-team by its path', async () => {
    const { code, stderr } = await box.script([program('tmux-team'), 'list'], { cwd });
    assert.equal(code, 2);
    assert.ok(stderr.includes(`Create it with: ${program('tmux-team')} init`), stderr);
  });

  it('name it by its path where party is another program', async () => {
    const elsewhere = box.directory('elsewhere');
    writeFileSync(join(elsewhere, 'party'), '#!/bin/sh\n', { mode: 0o755 });
    const env = { PATH: `${elsewhere}:${box.env['PATH']}` };
    const { stdout } = await box.script([program('party'), 'status'], { cwd, env });
    assert.ok(stdout.includes(`Start one with: ${program('party')} start`), stdout);
    rmSync(join(elsewhere, 'party'));
    symlinkSync(program('party'), join(elsewhere, 'party'));
    const found = await box.script([program('party'), 'status'], { cwd, env });
    assert.ok(found.stdout.includes('Start one with: party start'), found.stdout);
  });

  it('are short for a program that reads JSON', async () => {
    const { stderr } = await box.script([program('party'), 'talk', 'claude', 'hello', '--json'], { cwd });
    assert.equal(JSON.parse(stderr).error.next[0].command, 'party start');
  });
});
