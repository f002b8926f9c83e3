// What the built extension loads, in an editor without a window: nothing but its entry while there is nothing to show.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartyApi } from '../../../src/extension/status/api/partyApi.d.ts';
import { currentLink } from '../../../src/node/system/installation.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { eachInProject, until } from '../../support/sandbox.ts';

describe('a window of a project without a party', () => {
  const at = eachInProject();
  let editor: FakeEditor;
  let api: PartyApi;
  const open = () => {
    editor = new FakeEditor([at.project]);
    api = editor.activateForUser<PartyApi>(at.box.env);
  };
  afterEach(() => editor.dispose());

  it('loads only the entry, which shows its item in the status bar', async () => {
    open();
    const [item] = editor.statusItems;
    assert.equal(item?.text, '$(comment-discussion) Party');
    assert.equal(editor.statusItems.size, 1);
    await until('the link to this version', () => existsSync(currentLink({ home: at.box.env['PARTY_HOME'] ?? '' })));
    assert.equal(editor.isLoaded, false);
  });

  it('lets the user choose the commands of plan and collab', () => {
    open();
    assert.equal(editor.contexts.get('party.planState'), 'off');
    assert.equal(editor.contexts.get('party.collabStates'), 'off');
  });

  it('loads the rest with the first command, and runs it', async () => {
    open();
    editor.input = 'first';
    await editor.run('party.addTask');
    assert.equal(editor.isLoaded, true);
    await until('the task', () => existsSync(join(at.project, '.tmux-team/team.json')));
    await until('one item in the status bar', () => editor.statusItems.size === 1);
  });

  it('loads the rest when a view becomes visible', async () => {
    open();
    const before = editor.trees.get('party.session');
    before?.show();
    await until('the rooms', () => editor.isLoaded);
    assert.notEqual(editor.trees.get('party.session'), before);
    await until('what it knows', () => editor.contexts.get('party.situation') !== undefined);
  });

  it('shows a party that a program in a terminal has started', async () => {
    open();
    await at.start();
    await until('the party', () => editor.isLoaded && editor.contexts.get('party.situation') === 'live');
  });

  it('loads the rest with the first use of the API', async () => {
    open();
    await api.ready;
    assert.deepEqual(
      api.status().map(({ folder, session }) => ({ folder, session })),
      [{ folder: at.project, session: null }],
    );
  });

  it('shows a finding that a link names, as far as there is one', async () => {
    open();
    await editor.uris?.handleUri({ scheme: 'vscode', path: '/finding/r1-F1', query: '', fsPath: '' });
    assert.match(editor.told.join('\n'), /No project in this window has the finding r1-F1/);
  });

  it('looks when it gets the focus: on a network drive, no change may be reported', async () => {
    open();
    writeFileSync(join(at.project, 'tmux-team.json'), '{}');
    assert.equal(editor.isLoaded, false);
    editor.focus.fire({ focused: true });
    assert.equal(editor.isLoaded, true);
  });
});

describe('a window of a project with a trace of Party', () => {
  const at = eachInProject();
  let editor: FakeEditor;
  afterEach(() => editor.dispose());

  it('loads everything at once', async () => {
    await at.start();
    editor = new FakeEditor([at.project]);
    editor.activateForUser<PartyApi>(at.box.env);
    assert.equal(editor.isLoaded, true);
    await until('the party', () => editor.contexts.get('party.situation') === 'live');
  });
});
