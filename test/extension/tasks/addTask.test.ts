// A task that the user adds from the palette, with the built extension and no window.
import assert from 'node:assert/strict';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { eachInProject } from '../../support/sandbox.ts';

describe('a task that is added while the Tasks view is collapsed', function () {
  this.timeout(20_000);
  const at = eachInProject();
  let editor: FakeEditor;
  afterEach(() => editor.dispose());

  it('shows in the status bar that it is being added, and that it was', async () => {
    editor = new FakeEditor([at.project]);
    editor.collapsed.add('party.tasks');
    await editor.activate<TestedParty>(at.box.env).ready;
    editor.input = 'Join the names with commas';
    await editor.run('party.addTask');
    assert.deepEqual(editor.told, ['$(check) Task 1 is added: Join the names with commas']);
    assert.ok(editor.progress.includes('Changing tasks'), editor.progress.join());
  });
});
