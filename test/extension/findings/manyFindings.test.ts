// The built extension with thousands of findings, in an editor without a window. What is counted is what VS Code has to
// take over and draw: its time grows with that.
import assert from 'node:assert/strict';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { newProject, type Project } from '../../support/project.ts';
import { until } from '../../support/sandbox.ts';
import { type Played, playRound, writeCode } from '../../workbench/playRound.ts';

const files = 40;
const perFile = 50;

describe('thousands of findings in the editor', () => {
  let project: Project;
  let editor: FakeEditor;
  let api: TestedParty;
  const tree = () => editor.trees.get('party.findings') ?? assert.fail();
  const marks = () => [...editor.diagnostics.values()].flat().length;

  before(async () => {
    project = newProject({ git: true });
    const found: Played[] = [];
    for (let file = 0; file < files; file++) {
      const path = `src/file${file}.ts`;
      const lines = Array.from({ length: perFile }, (_, line) => `export const value${line} = compute(${file});`);
      writeCode(project.top, path, lines.join('\n'));
      for (let line = 1; line <= perFile; line++) {
        const [id, description] = [`F${found.length}`, `Number ${found.length} of very many`];
        found.push({ id, file: path, line, severity: 'blocking', description });
      }
    }
    await playRound(project.env, project.top, found);
    editor = new FakeEditor([project.top]);
    api = editor.activate<TestedParty>(project.env);
    await api.ready;
    await until('all findings are marked', () => marks() === files * perFile);
    tree().show();
  });

  after(async () => {
    editor.dispose();
    await project.dispose();
  });

  it('are all marked, although VS Code ignores too many in one call', () => {
    assert(editor.sent.largest <= 1000, `${editor.sent.largest} in one call`);
  });

  it('redraw one file and one part of the list when one is marked as fixed, its row first', async () => {
    const before = { ...editor.sent, asked: tree().asked };
    const { id } = api.internals.findings.store.all[7] ?? assert.fail();
    await editor.run('party.markFindingFixed', id);
    assert.equal(tree().drawn[before.asked]?.description, 'marking…');
    assert.equal(api.internals.findings.store.find(id)?.finding.state, 'fixed');
    await until('the mark is gone', () => marks() === files * perFile - 1);
    await until('the list is drawn', () => tree().items.get('group/severity/blocking')?.description === '1999');
    assert.deepEqual(
      { files: editor.sent.files - before.files, diagnostics: editor.sent.diagnostics - before.diagnostics },
      { files: 1, diagnostics: perFile - 1 },
    );
    assert(tree().asked - before.asked < 2 * 210, `${tree().asked - before.asked} rows`);
    assert(editor.progress.some((title) => title.includes('marking…')));
  });

  it('redraw a part of the list when the user goes to a finding far down', async () => {
    const before = tree().asked;
    await editor.run('party.previousFinding');
    await editor.run('party.previousFinding');
    assert.match(editor.told.at(-1) ?? '', /^1998 of 1999: /);
    assert(tree().asked - before < 2 * 210, `${tree().asked - before} rows`);
    const shown = [...tree().items.values()].map(({ label }) => label);
    assert(shown.includes('1,799 earlier'), shown.slice(0, 3).join());
  });
});
