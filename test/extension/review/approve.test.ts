// *Party: Approve* of the built extension in an editor without a window, and the shipped program that decides.
import assert from 'node:assert/strict';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { newProject, type Project } from '../../support/project.ts';
import { type Played, playRound, priceCode, writeCode } from '../../workbench/playRound.ts';

const wrong: Played = { id: 'F1', file: 'src/price.js', line: 1, severity: 'blocking', description: 'Wrong' };

describe('an approval in the editor', function () {
  this.timeout(60_000);
  let project: Project;
  let editor: FakeEditor;

  const reviewed = async (...found: Played[]) => {
    project = newProject({ git: true });
    writeCode(project.top, 'src/price.js', priceCode);
    await playRound(project.env, project.top, found);
  };
  const approve = async () => {
    editor = new FakeEditor([project.top]);
    await editor.activate<TestedParty>(project.env).ready;
    await editor.run('party.approve');
  };
  afterEach(async () => {
    editor.dispose();
    await project.dispose();
  });

  it('is refused without a question when a finding is marked as fixed and the code is the same', async () => {
    await reviewed(wrong);
    const marked = await project.box.party(['findings', 'triage', 'r1-F1', 'fixed'], { cwd: project.top });
    assert.equal(marked.code, 0, marked.stderr);
    await approve();
    assert.deepEqual(
      editor.told.filter((text) => text.includes('?')),
      [],
    );
    assert.match(editor.told.at(-1) ?? '', /marked as fixed, but the code is the same as when it was reviewed/);
  });

  it('is asked about when the program would allow it', async () => {
    await reviewed();
    await approve();
    assert.match(editor.told.at(-1) ?? '', /^Approve the change in /);
  });
});
