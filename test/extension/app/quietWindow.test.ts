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
  beforeEach(() => {
    editor = new FakeEditor([at.project]);
  });
  const open = () => {
    api = editor.activateForUser<PartyApi>(at.box.env);
  };
  afterEach(() => editor.dispose());

  it('loads only the entry, which shows its item in the status bar', async () => {
    open();
    assert.equal(editor.statusItems.size, 1);
    await until('the link to this version', () => existsSync(currentLink({ home: at.box.env['PARTY_HOME'] ?? '' })));
    assert.equal(editor.isLoaded, false);
  });

  it('has an item that does not change when the rest is loaded', async () => {
    open();
    const before = JSON.stringify([...editor.statusItems]);
    await api.ready;
    assert.equal(JSON.stringify([...editor.statusItems]), before);
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

  it('loads the rest when a view becomes visible, which then shows a party through the same provider', async () => {
    open();
    const view = editor.trees.get('party.session');
    view?.show();
    assert.equal(editor.isLoaded, true);
    await until('what it knows', () => editor.contexts.get('party.situation') !== undefined);
    await at.start();
    await until('the rows of the party', () => (view?.items.size ?? 0) > 0);
    assert.equal(editor.trees.get('party.session'), view);
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

  const noticed = {
    'when VS Code reports a new file': () => editor.created.fire({ scheme: 'file', path: '', query: '', fsPath: '' }),
    'when it gets the focus: on a network drive, no change may be reported': () => editor.focus.fire({ focused: true }),
  };
  for (const [when, happens] of Object.entries(noticed)) {
    it(`looks ${when}`, () => {
      open();
      happens();
      assert.equal(editor.isLoaded, false);
      writeFileSync(join(at.project, 'tmux-team.json'), '{}');
      happens();
      assert.equal(editor.isLoaded, true);
    });
  }

  it('looks no more once it is deactivated', () => {
    open();
    editor.dispose();
    writeFileSync(join(at.project, 'tmux-team.json'), '{}');
    for (const happens of Object.values(noticed)) happens();
    assert.equal(editor.isLoaded, false);
  });

  it('says why the rest does not start, and leaves no view waiting', async () => {
    open();
    const fail = () => {
      throw new Error('no threads today');
    };
    Object.assign(editor.comments, { createCommentController: fail });
    for (const view of editor.trees.values()) view.show();
    assert.deepEqual(editor.told, ['Party could not be activated: no threads today']);
    assert.match(editor.log.join('\n'), /no threads today/);
    await assert.rejects(async () => editor.run('party.start'), /no threads today/);
  });
});

describe('a window of a project with a trace of Party', () => {
  const at = eachInProject();
  let editor: FakeEditor;
  beforeEach(() => {
    editor = new FakeEditor([at.project]);
  });
  afterEach(() => editor.dispose());

  it('loads everything at once', async () => {
    await at.start();
    editor.activateForUser<PartyApi>(at.box.env);
    assert.equal(editor.isLoaded, true);
    await until('the party', () => editor.contexts.get('party.situation') === 'live');
  });

  it('loads nothing while the user does not trust the folder', () => {
    writeFileSync(join(at.project, 'tmux-team.json'), '{}');
    editor.trusted = false;
    editor.activateForUser<PartyApi>(at.box.env);
    assert.equal(editor.isLoaded, false);
    assert.equal(editor.statusItems.size, 0);
    assert.equal(existsSync(currentLink({ home: at.box.env['PARTY_HOME'] ?? '' })), false);
    editor.trusted = true;
    editor.trust.fire();
    assert.equal(editor.isLoaded, true);
  });
});
