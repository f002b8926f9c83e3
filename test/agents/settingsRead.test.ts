// Which settings of a project the real Claude Code reads: what Party says about Claudes without hooks rests on it.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsFilesRead } from '../../src/node/agents/settingsRead.ts';
import { newProject, type Project } from '../support/project.ts';
import { Sandbox } from '../support/sandbox.ts';
import { prepareHome } from './home.ts';
import { type ClaudeModel, startClaudeModel } from './models/anthropic.ts';

describe('the settings that the real Claude Code reads', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  let model: ClaudeModel;
  before(async () => {
    box = new Sandbox();
    project = newProject({ box, git: true });
    model = await startClaudeModel([{ when: /./, say: 'HEARD' }]);
    prepareHome(box, { project: project.top, claudeUrl: model.url, codexUrl: model.url, answered: true });
    project.git('worktree', 'add', '--quiet', '-b', 'linked', join(box.root, 'linked'));
    for (const folder of ['project', 'project/src', 'linked', 'linked/src', 'plain', 'plain/src']) furnish(folder);
    // In these there are none of their own.
    for (const folder of ['project/docs', 'linked/docs', 'plain/docs']) box.directory(folder);
  });
  after(async () => {
    await model?.stop();
    await box?.dispose();
  });

  const seen = () => join(box.root, 'seen');
  /** Each file has a hook that writes its name down. */
  function furnish(folder: string): void {
    const own = join(box.directory(folder), '.claude');
    mkdirSync(own, { recursive: true });
    for (const name of ['settings.json', 'settings.local.json']) {
      const file = join(own, name);
      const hook = { type: 'command', command: `echo ${file} >> ${seen()}` };
      writeFileSync(file, JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [hook] }] } }));
    }
  }

  for (const [folder, files] of [
    ['project', ['project/.claude/settings.json', 'project/.claude/settings.local.json']],
    ['project/docs', ['project/.claude/settings.local.json']],
    [
      'project/src',
      [
        'project/.claude/settings.local.json',
        'project/src/.claude/settings.json',
        'project/src/.claude/settings.local.json',
      ],
    ],
    [
      'linked',
      ['linked/.claude/settings.json', 'linked/.claude/settings.local.json', 'project/.claude/settings.local.json'],
    ],
    ['linked/docs', ['project/.claude/settings.local.json']],
    ['plain/docs', []],
  ] as const) {
    it(`in ${folder} are ${files.length === 0 ? 'none' : files.join(', ')}`, async () => {
      writeFileSync(seen(), '');
      const cwd = realpathSync(join(box.root, folder));
      const { code, stderr } = await box.run('claude', ['-p', 'hello'], { cwd });
      assert.equal(code, 0, stderr);
      const read = readFileSync(seen(), 'utf8').split('\n').filter(Boolean).sort();
      const expected = files.map((file) => join(box.root, file));
      assert.deepEqual(read, expected);
      // As Party expects it; what is not there is not read.
      const own = folder.endsWith('docs') ? (file: string) => !file.startsWith(cwd) : () => true;
      const foreseen = settingsFilesRead(cwd).map(({ file }) => file);
      assert.deepEqual(foreseen.filter(own).sort(), expected);
    });
  }

  // A project must not switch the gates off, or give them another log: the settings that Party gives to Claude win.
  it('set no variable that the settings given at the start set', async () => {
    const cwd = realpathSync(box.directory('variables'));
    mkdirSync(join(cwd, '.claude'));
    const hook = {
      type: 'command',
      command: `echo "$PARTY_SESSION $PARTY_CONFIG_HOME $PARTY_HOME \${XDG_CONFIG_HOME-unset}" >> ${seen()}`,
    };
    const settings = {
      env: { PARTY_SESSION: '', PARTY_CONFIG_HOME: '/elsewhere', PARTY_HOME: '/elsewhere' },
      hooks: { UserPromptSubmit: [{ hooks: [hook] }] },
    };
    writeFileSync(join(cwd, '.claude/settings.json'), JSON.stringify(settings));
    writeFileSync(seen(), '');
    const own = JSON.stringify({ env: { PARTY_SESSION: 'party-x', PARTY_CONFIG_HOME: '/config' } });
    const env = { PARTY_SESSION: 'party-x', PARTY_HOME: '/own' };
    const { code, stderr } = await box.run('claude', ['-p', '--settings', own, 'hello'], { cwd, env });
    assert.equal(code, 0, stderr);
    assert.equal(readFileSync(seen(), 'utf8'), 'party-x /config /elsewhere unset\n');
  });
});
