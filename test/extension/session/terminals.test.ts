// The terminals of the built extension after a reload, in an editor without a window.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { eachInProject, type Started, until } from '../../support/sandbox.ts';

describe('the terminal of a party after a reload', () => {
  const at = eachInProject();
  let party: Started;
  let editor: FakeEditor;
  beforeEach(async () => {
    party = await at.box.start(at.project);
    editor = new FakeEditor([at.project]);
    editor.memory.set('party.attached', { [party.session.name]: 0 });
  });
  afterEach(() => editor.dispose());

  const open = (env = {}) => editor.activate<TestedParty>({ ...at.box.env, ...env }).ready;
  const attached = () => editor.terminals.filter((args) => args.some((arg) => arg.includes(party.session.name)));

  it('is attached again', async () => {
    await open();
    assert.equal(attached().length, 1);
  });

  it('is attached again when tmux did not answer the first look', async () => {
    const broken = join(at.box.root, 'broken');
    writeFileSync(broken, '');
    await open(at.box.wrapTmux(`[ -e '${broken}' ] && { echo 'protocol version mismatch' >&2; exit 1; }`));
    assert.equal(attached().length, 0);
    rmSync(broken);
    editor.focus.fire({ focused: true });
    await until('the terminal', () => attached().length === 1);
  });

  it('is not attached again when the user had closed it', async () => {
    editor.memory.clear();
    await open();
    assert.deepEqual(editor.terminals, []);
  });
});
