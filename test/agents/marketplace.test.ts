// The plugins without the extension: as the real Claude Code and the real Codex install them from Party's folder.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, Sandbox, until } from '../support/sandbox.ts';
import { agentBin, prepareHome } from './home.ts';
import { type ClaudeModel, startClaudeModel } from './models/anthropic.ts';
import { type CodexModel, startCodexModel } from './models/openai.ts';

describe('the marketplaces', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let claudeModel: ClaudeModel;
  let codexModel: CodexModel;
  let project: string;
  let log: string;

  before(async () => {
    box = new Sandbox();
    project = box.project();
    claudeModel = await startClaudeModel([{ when: /./, say: 'HEARD' }]);
    codexModel = await startCodexModel([{ when: /./, say: 'HEARD' }]);
    prepareHome(box, { project, claudeUrl: claudeModel.url, codexUrl: codexModel.url, answered: true });
    log = join(box.root, 'hooks.log');
    for (const name of ['installed', 'passed']) copyParty(name);
  });
  after(async () => {
    await claudeModel?.stop();
    await codexModel?.stop();
    await box?.dispose();
  });

  /** What ships, without the bundles; one hook more says that it ran. */
  function copyParty(name: string): void {
    const root = join(box.root, name);
    for (const path of ['.claude-plugin', '.agents', 'resources/bin', 'resources/claude', 'resources/codex']) {
      cpSync(join(repository, path), join(root, path), { recursive: true });
    }
    const file = join(root, 'resources/claude/hooks/hooks.json');
    const shipped = JSON.parse(readFileSync(file, 'utf8'));
    shipped.hooks.SessionStart.push({ hooks: [{ type: 'command', command: `echo ${name} >>'${log}'` }] });
    writeFileSync(file, JSON.stringify(shipped));
  }

  const claude = async (...args: string[]) => {
    const output = await box.run(join(agentBin, 'claude'), args, { cwd: project });
    assert.equal(output.code, 0, output.stdout + output.stderr);
    return output.stdout;
  };
  const codex = async (...args: string[]) => {
    const output = await box.run(join(agentBin, 'codex'), args, { cwd: project });
    assert.equal(output.code, 0, output.stdout + output.stderr);
    return output.stdout;
  };

  it('of Claude Code is valid, without a warning', async () => {
    assert.match(await claude('plugin', 'validate', '--strict', repository), /Validation passed/);
  });

  it('of Claude Code gives hooks, skills, agents and commands', async () => {
    await claude('plugin', 'marketplace', 'add', join(box.root, 'installed'));
    await claude('plugin', 'install', 'party@party');
    const [plugin] = JSON.parse(await claude('plugin', 'list', '--json'));
    assert.equal(plugin.errors, undefined);
    // Read where it is, so that its hooks find the bundles.
    assert.equal(plugin.readFromFolder, join(box.root, 'installed/resources/claude'));
    const details = await claude('plugin', 'details', 'party');
    for (const name of ['codex-transport', 'codex-status', 'code-critic', 'PreToolUse', 'SessionStart']) {
      assert.ok(details.includes(name), `${name} is not in: ${details}`);
    }
    assert.match(await claude('-p', 'hello'), /HEARD/);
    assert.equal(readFileSync(log, 'utf8'), 'installed\n');
    assert.ok(claudeModel.requests.at(-1)?.body.includes('party:codex-transport'));
  });

  it('of Claude Code does not run the hooks twice when party start passes the plugin, too', async () => {
    writeFileSync(log, '');
    await claude('--plugin-dir', join(box.root, 'passed/resources/claude'), '-p', 'hello');
    assert.equal(readFileSync(log, 'utf8'), 'passed\n');
  });

  it('of Claude Code is enough as a setting, which party install writes and party uninstall takes back', async () => {
    const home = box.directory('other-home');
    cpSync(join(box.home, '.claude.json'), join(home, '.claude.json'));
    const before = { HOME: box.env['HOME'], PARTY_HOME: box.env['PARTY_HOME'] };
    Object.assign(box.env, { HOME: home, PARTY_HOME: box.directory('other-party') });
    try {
      await box.partyJson(['install']);
      // Claude Code adds the marketplace in the background of a session that may end first.
      const plugin = await until(
        'the plugin',
        async () => {
          await claude('-p', 'hello');
          return JSON.parse(await claude('plugin', 'list', '--json'))[0];
        },
        40_000,
      );
      assert.deepEqual([plugin.id, plugin.enabled, plugin.errors], ['party@party', true, undefined]);
      await claude('-p', 'hello');
      const body = claudeModel.requests.at(-1)?.body ?? '';
      assert.ok(body.includes('party:task-workflow'));
      await box.partyJson(['uninstall']);
      assert.equal(JSON.parse(await claude('plugin', 'list', '--json'))[0].enabled, false);
      await claude('-p', 'hello');
      assert.ok(!claudeModel.requests.at(-1)?.body.includes('party:task-workflow'), 'it is gone with the setting');
    } finally {
      Object.assign(box.env, before);
    }
  });

  it('of Codex installs its plugin, which finds Party from the copy that Codex makes', async () => {
    const file = join(box.home, '.codex/config.toml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^plugins = false\n/m, ''));
    await codex('plugin', 'marketplace', 'add', join(box.root, 'installed'));
    await codex('plugin', 'add', 'party@party');
    assert.match(await codex('plugin', 'list'), /party@party\s+installed, enabled/);
    await codex('exec', '--skip-git-repo-check', 'hello');
    assert.match(JSON.stringify(codexModel.requests.at(-1)), /party:claude-transport|claude-transport/);
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const copy = join(box.home, '.codex/plugins/cache/party/party', version);
    const script = join(copy, 'skills/claude-transport/scripts/tmux-claude.sh');
    assert.ok(existsSync(script));
    const lost = await box.script([script, 'hello']);
    assert.deepEqual([lost.code, lost.stderr], [1, 'tmux-claude.sh: Party is not installed on this machine\n']);
    box.directory('party-home');
    symlinkSync(repository, join(box.partyHome, 'current'));
    const found = await box.script([script, 'hello'], { cwd: project });
    assert.equal(found.code, 3, found.stderr);
  });
});
