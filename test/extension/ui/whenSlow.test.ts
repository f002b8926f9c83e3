// A command that takes longer than a moment shows that it runs, with the built extension and a slow tmux.
import assert from 'node:assert/strict';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { eachInProject } from '../../support/sandbox.ts';

describe('a command', function () {
  this.timeout(20_000);
  const at = eachInProject();
  let editor: FakeEditor;
  const open = async (env: Record<string, string>) => {
    editor = new FakeEditor([at.project]);
    await editor.activate<TestedParty>({ ...at.box.env, ...env }).ready;
  };
  afterEach(() => editor.dispose());

  it('shows that it runs when it takes longer than a moment', async () => {
    await open(at.box.wrapTmux('sleep 1'));
    await editor.run('party.checkAgain');
    assert.deepEqual(editor.progress, ['Party: looking at the project']);
  });

  it('asks for progress early enough to be seen within 300 ms, because VS Code shows it after 150 ms', async () => {
    await open(at.box.wrapTmux('sleep 1'));
    let asked: string[] = [];
    setTimeout(() => {
      asked = [...editor.progress];
    }, 150);
    await editor.run('party.checkAgain');
    assert.deepEqual(asked, ['Party: looking at the project']);
  });
});
