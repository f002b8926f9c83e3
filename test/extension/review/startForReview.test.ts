// A review that is requested without a party, and starts one, with the built extension and no window.
import assert from 'node:assert/strict';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { newProject } from '../../support/project.ts';

describe('a review that starts a party', function () {
  this.timeout(30_000);

  it('starts it with the agents of the settings', async () => {
    const project = newProject({ git: true });
    const editor = new FakeEditor([project.top]);
    try {
      await editor.activate<TestedParty>(project.env).ready;
      editor.settings.set('party.agents', 'demo');
      editor.choose = (items) => items.find(({ label }) => label === 'Start a Party');
      await editor.run('party.requestReview');
      const panes = await project.box.tmux('list-panes', '-a', '-F', '#{@party_role} #{@party_demo}');
      assert.match(panes.stdout, /^codex 1$/m);
      assert.match(panes.stdout, /^claude 1$/m);
    } finally {
      editor.dispose();
      await project.dispose();
    }
  });
});
