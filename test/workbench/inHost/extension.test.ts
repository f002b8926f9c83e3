// The front of the extension from the inside: what it registers, what its model knows, what settings change.
import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { commandId, settings } from '../../../src/extension/app/contributions.ts';
import { commandNames } from '../../../src/extension/app/manifest.ts';
import { situationOf } from '../../../src/extension/app/snapshot.ts';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { spawnTmux } from './spawnTmux.ts';
import { until } from './until.ts';

describe('the front of the extension', function () {
  this.timeout(30_000);
  let party: TestedParty;

  before(async () => {
    const extension = vscode.extensions.getExtension<TestedParty>('party.party');
    assert(extension !== undefined, 'party.party is not installed');
    party = await extension.activate();
    await party.ready;
  });

  it('registers every command that it declares', async () => {
    const registered = await vscode.commands.getCommands(true);
    assert.deepEqual(
      commandNames.map(commandId).filter((id) => !registered.includes(id)),
      [],
    );
  });

  it('sets the reasons why its views are empty', () => {
    // The project of these tests has neither Claude nor Codex on its PATH.
    assert.equal(situation(), 'noAgents');
  });

  it('counts no agent as missing once the demo is chosen', async () => {
    await set(settings.agents, 'demo');
    await until('the text for a party that is not started', () => situation() === 'notStarted');
    await set(settings.agents, undefined);
    await until('the text about missing agents', () => situation() === 'noAgents');
  });

  it('copies diagnostics that hold no home and no name', async () => {
    await vscode.commands.executeCommand(commandId('copyDiagnostics'));
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /^- Party: \d+\.\d+\.\d+\n/);
    assert.match(text, /\n\| Programs \| claude \| fail \| claude was not found/);
    assert.match(text, /\n\| Editor \| extensions \| ok \|/);
    assert.ok(!text.includes(homedir()), text);
  });

  describe('with demo agents', () => {
    after(async () => {
      await set(settings.terminalLocation, undefined);
      await vscode.commands.executeCommand(commandId('stop'));
    });

    it('starts: three roles in the model, one terminal in the editor area', async () => {
      await vscode.commands.executeCommand(commandId('startDemo'));
      assert.equal(situation(), 'live');
      const agents = await until('three idle roles', () => {
        const found = party.internals.snapshot()?.parties[0]?.status.agents ?? [];
        return found.every((agent) => agent.state === 'idle') && found;
      });
      assert.deepEqual(
        agents.map((agent) => [agent.role, agent.demo]),
        [
          ['codex', true],
          ['claude', true],
          ['shell', false],
        ],
      );
      assert.equal(typeof location(), 'object');
    });

    it('notices by itself when an agent starts to wait', async () => {
      const pane = party.internals
        ?.snapshot()
        ?.parties[0]?.status.agents.find((agent) => agent.role === 'claude')?.pane;
      assert(pane);
      const [terminal] = terminals();
      assert(terminal);
      // tmux discards what the terminal has sent before the client is attached.
      await until('tmux to attach', () =>
        spawnTmux('list-clients', '-F', '#{client_flags}').some((flags) => /^attached(?!.*no-output)/.test(flags)),
      );
      terminal.sendText('ask me');
      const claude = await until('Claude to wait', () =>
        party.internals.snapshot()?.parties[0]?.status.agents.find((agent) => agent.state === 'waiting'),
      );
      assert.deepEqual([claude.role, claude.pane], ['claude', pane]);
    });

    it('stops: the model is empty, and the terminal is gone', async () => {
      await vscode.commands.executeCommand(commandId('stop'));
      assert.equal(situation(), 'noAgents');
      await until('no terminal', () => terminals().length === 0);
    });

    it('opens in the panel when the settings say so', async () => {
      await set(settings.terminalLocation, 'panel');
      await vscode.commands.executeCommand(commandId('startDemo'));
      await until('a terminal', () => terminals().length === 1);
      assert.equal(location(), vscode.TerminalLocation.Panel);
    });
  });

  const situation = () => {
    const snapshot = party.internals.snapshot();
    return snapshot && situationOf(snapshot);
  };
});

const terminals = () => vscode.window.terminals.filter((terminal) => terminal.name === 'Party');

function location(): unknown {
  const options = terminals()[0]?.creationOptions;
  return options && 'location' in options ? options.location : undefined;
}

function set(setting: string, value: string | undefined): Thenable<void> {
  return vscode.workspace.getConfiguration().update(setting, value, vscode.ConfigurationTarget.Global);
}
