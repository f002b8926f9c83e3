// Messages from the editor to agents that play, in the panes of a real tmux: what the model knows is what the rows show.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type CommandName, commandId, messageScheme } from '../../../src/extension/app/contributions.ts';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { messageRows } from '../../../src/extension/session/sessionRows.ts';
import { staysQuietFor } from '../../support/quiet.ts';
import { spawnTmux } from './spawnTmux.ts';
import { until } from './until.ts';

describe('messages', function () {
  this.timeout(60_000);
  let api: TestedParty;
  const party = () => {
    const [found] = api.internals.snapshot()?.parties ?? [];
    assert(found, 'there is no party');
    return found;
  };
  const messages = () => party().status.messages;
  const pane = (role: string) => party().status.agents.find((agent) => agent.role === role)?.pane ?? '';
  const screen = (role: string) => spawnTmux('capture-pane', '-p', '-J', '-S', '-', '-t', pane(role)).join('\n');
  const stateDir = () => join(process.env['PARTY_STATE_ROOT'] ?? '', party().session.name);
  const run = (name: CommandName, ...args: unknown[]) => vscode.commands.executeCommand(commandId(name), ...args);
  const idle = () => until('idle agents', () => party().status.agents.every((agent) => agent.state === 'idle'), 20_000);
  /** The row as a menu would hand it over. */
  const rowOf = (id: string) => messageRows(party()).find((row) => row.message.id === id);

  before(async () => {
    const extension = vscode.extensions.getExtension<TestedParty>('party.party');
    assert(extension !== undefined, 'party.party is not installed');
    api = await extension.activate();
    await run('startDemo');
    await idle();
  });
  after(async () => {
    await run('stop');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('send a selection to Codex, with its place', async () => {
    const editor = await openFile('src/greet.js', 'export function greet(name) {\n  return `Hello`;\n}\n');
    editor.selection = new vscode.Selection(1, 0, 2, 0);
    await vscode.env.clipboard.writeText('');
    const sent = run('sendSelectionToCodex');
    await acceptInput(sent);
    const [message] = messages();
    assert(message, 'nothing was written');
    assert.deepEqual([message.from, message.to, message.kind], ['human', 'codex', 'talk']);
    const expected = 'src/greet.js:2\n\n```javascript\n  return `Hello`;\n```';
    assert.equal(readFileSync(message.file, 'utf8'), expected);
    await until('submitted', () => ['submitted', 'answered'].includes(messages()[0]?.state ?? ''));
    assert.match(screen('codex'), /src\/greet\.js:2/);
    await idle();
  });

  it('open as documents that cannot be changed', async () => {
    const [message] = messages();
    assert(message);
    await run('openMessage', rowOf(message.id));
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, messageScheme);
    assert.equal(document?.getText(), readFileSync(message.file, 'utf8'));
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(document.isDirty, false);
  });

  it('send any text to Claude', async () => {
    await run('sendToClaude', 'hello -x;\n`second` "$HOME" line');
    const message = messages().at(-1);
    assert(message);
    assert.equal(readFileSync(message.file, 'utf8'), 'hello -x;\n`second` "$HOME" line');
    await until('submitted', () => ['submitted', 'answered'].includes(messages().at(-1)?.state ?? ''), 20_000);
    await idle();
  });

  it('contain no links, whatever an agent writes', async () => {
    await run('sendToClaude', 'see [this](command:party.stop) and <command:party.stop>\n\n[that]: command:party.stop');
    const message = messages().at(-1);
    assert(message);
    await run('openMessage', rowOf(message.id));
    const document = vscode.window.activeTextEditor?.document;
    assert(document?.uri.scheme === messageScheme && document.getText().includes('[this]'));
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
      100,
    );
    assert.deepEqual(
      links.map(({ target }) => target?.toString()),
      [],
    );
    await until('submitted', () => ['submitted', 'answered'].includes(messages().at(-1)?.state ?? ''), 20_000);
    await idle();
  });

  it('wait for a pane in copy mode, and can be given up', async () => {
    spawnTmux('copy-mode', '-t', pane('codex'));
    await until('copy mode in the model', () => party().inCopyMode.includes('codex'));
    await run('sendToCodex', 'never shown');
    const { id } = messages().at(-1) ?? { id: '' };
    assert.equal(messages().at(-1)?.state, 'written');
    assert.equal(rowOf(id)?.message.id, messageRows(party())[0]?.message.id);
    await run('retryMessage', rowOf(id));
    assert.equal(messages().at(-1)?.state, 'written');
    await run('cancelMessage', rowOf(id));
    assert.equal(messages().at(-1)?.state, 'cancelled');
    spawnTmux('send-keys', '-t', pane('codex'), '-X', 'cancel');
    await until('no copy mode', () => !party().inCopyMode.includes('codex'));
    assert.doesNotMatch(screen('codex'), /never shown/);
  });

  it('are sent again as new ones', async () => {
    const { id } = messages().at(-1) ?? { id: '' };
    const before = messages().length;
    await run('resendMessage', rowOf(id));
    await until('submitted', () => ['submitted', 'answered'].includes(messages().at(-1)?.state ?? ''));
    assert.equal(messages().length, before + 1);
    assert.equal(screen('codex').match(/^› .*\] never shown/gm)?.length, 1, screen('codex'));
    await idle();
  });

  it('wait while the agent is at work, and are delivered after it', async () => {
    spawnTmux('send-keys', '-t', pane('claude'), 'ask me', 'Enter');
    await until('Claude to wait', () => party().status.agents.some((agent) => agent.state === 'waiting'));
    await run('sendToClaude', 'after the question');
    assert.equal(messages().at(-1)?.state, 'written');
    spawnTmux('send-keys', '-t', pane('claude'), 'y', 'Enter');
    await until('submitted', () => ['submitted', 'answered'].includes(messages().at(-1)?.state ?? ''), 20_000);
    await idle();
  });

  it('of Codex are carried from its outbox while the window is open, once', async () => {
    const outbox = join(stateDir(), 'codex', 'outbox');
    mkdirSync(outbox, { recursive: true });
    const id = 'lett3rbyhand';
    const letter = JSON.stringify({ version: 1, id, text: 'Is the greeting polite enough?' });
    writeFileSync(join(outbox, `.${id}`), letter);
    renameSync(join(outbox, `.${id}`), join(outbox, `${id}.json`));
    await until(
      'submitted',
      () => {
        const found = messages().filter((message) => message.id === id);
        return found.length === 1 && ['submitted', 'answered'].includes(found[0]?.state ?? '');
      },
      20_000,
    );
    // After a kill in between, the next process would find the letter again.
    writeFileSync(join(outbox, `${id}.json`), letter);
    await idle();
    const carried = () => messages().filter((message) => message.id === id).length;
    await staysQuietFor(3000, carried);
    assert.equal(carried(), 1);
    const shown = screen('claude').match(/Question waiting\. Read:\s+\S*question-lett3rbyhand\.md/g) ?? [];
    assert.equal(shown.length, 1, screen('claude'));
  });

  it('are revealed in the view on request', async () => {
    await run('showMessages');
  });
});

async function openFile(name: string, text: string): Promise<vscode.TextEditor> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert(folder);
  const uri = vscode.Uri.joinPath(folder.uri, name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return await vscode.window.showTextDocument(uri);
}

/** Presses Enter in the input box of a command, whenever it is there. */
async function acceptInput(command: Thenable<unknown>): Promise<void> {
  let done = false;
  const ended = Promise.resolve(command).finally(() => {
    done = true;
  });
  for (let presses = 0; presses < 100 && !done; presses++) {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 200))]);
  }
  await ended;
}
