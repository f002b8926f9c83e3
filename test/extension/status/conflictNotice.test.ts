// What the editor says once about other extensions and hooks of earlier tools, with a real party.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestedParty } from '../../../src/extension/extension.ts';
import { FakeEditor } from '../../support/editor/fakeEditor.ts';
import { eachInProject, until } from '../../support/sandbox.ts';

describe('a conflict with another extension', function () {
  this.timeout(30_000);
  const at = eachInProject();
  let editor: FakeEditor;

  async function open(): Promise<void> {
    editor = new FakeEditor([at.project]);
    editor.extensions.push({ id: 'anthropic.claude-code', packageJSON: {} });
    await editor.activate<TestedParty>(at.box.env).ready;
  }
  afterEach(() => editor.dispose());
  const about = () => editor.told.filter((text) => /Claude of its own/.test(text));

  it('is said once, when a party runs, with the hooks of an earlier tool', async () => {
    mkdirSync(join(at.box.home, '.claude'), { recursive: true });
    const hook = { type: 'command', command: '~/.claude/hooks/pr-gate.sh' };
    writeFileSync(
      join(at.box.home, '.claude/settings.json'),
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }),
    );
    await at.start();
    await open();
    await until('the notice', () => about().length === 1);
    assert.match(about()[0] ?? '', /settings\.json still calls pr-gate/);
    const second = await at.box.party(['start', '--new', '--detach', '--agents', 'demo'], { cwd: at.project });
    assert.equal(second.code, 0, second.stderr);
    await editor.run('party.checkAgain');
    assert.equal(about().length, 1);
  });

  it('is not said without a party', async () => {
    await open();
    await editor.run('party.checkAgain');
    assert.deepEqual(about(), []);
  });
});
