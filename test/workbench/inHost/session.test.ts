// The extension seen through the API of VS Code, with a real tmux on the private socket of the window.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { spawnTmux } from './spawnTmux.ts';
import { until } from './until.ts';

const commands = ['party.start', 'party.stop', 'party.attach', 'party.showLog'];

describe('the extension', () => {
  it('is installed and activates', async () => {
    const extension = vscode.extensions.getExtension('party.party');
    assert(extension !== undefined, 'party.party is not installed');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers its commands', async () => {
    const registered = await vscode.commands.getCommands(true);
    assert.deepEqual(
      commands.filter((command) => !registered.includes(command)),
      [],
    );
  });
});

describe('a party', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('party.stop');
    spawnTmux('kill-server');
  });

  it('starts once, however often it is asked', async function () {
    this.timeout(30_000);
    await vscode.commands.executeCommand('party.start');
    await vscode.commands.executeCommand('party.start');
    await until('one party with one terminal', () => parties().length === 1 && terminals().length === 1);
  });

  it('has the panes codex, claude and shell', async function () {
    this.timeout(30_000);
    await vscode.commands.executeCommand('party.start');
    const [session] = await until('a party', () => (parties().length === 1 ? parties() : undefined));
    const roles = spawnTmux('list-panes', '-t', `=${session}:`, '-F', '#{@party_role}');
    assert.deepEqual(roles, ['codex', 'claude', 'shell']);
  });

  it('outlives its terminal, and is attached again on request', async function () {
    this.timeout(30_000);
    await vscode.commands.executeCommand('party.start');
    await until('a terminal', () => terminals().length === 1);
    const before = parties();
    terminals()[0]?.dispose();
    await until('no terminal', () => terminals().length === 0);
    assert.deepEqual(parties(), before);
    await vscode.commands.executeCommand('party.attach');
    await until('a terminal again', () => terminals().length === 1);
    assert.deepEqual(parties(), before);
  });

  it('stops alone: a foreign session stays', async function () {
    this.timeout(30_000);
    await vscode.commands.executeCommand('party.start');
    await until('a party', () => parties().length === 1);
    spawnTmux('new-session', '-d', '-s', 'foreign');
    await vscode.commands.executeCommand('party.stop');
    await until('no party', () => parties().length === 0);
    assert.deepEqual(sessions(), ['foreign']);
    await until('no terminal', () => terminals().length === 0);
  });
});

const terminals = () => vscode.window.terminals.filter((terminal) => terminal.name === 'Party');
const sessions = () => spawnTmux('list-sessions', '-F', '#{session_name}');
const parties = () => sessions().filter((name) => name.startsWith('party-'));
