// Edits that take markers away.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { staysSilent } from './support/everyObserver.ts';
import { allowed, conversation, HookedProject } from './support/hookedProject.ts';

describe('marker-invalidate', () => {
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
  });
  afterEach(() => at.dispose());

  describe('markers', () => {
    it('appear with the evidence and go with an edit that counts', async () => {
      await at.everything();
      allowed(await at.hook('codex-trace', at.bash('./tmux-codex.sh --approve', 'PostToolUse', { tool_response: {} })));
      const all = [
        'checks-passed',
        'code-critic',
        'codex',
        'codex-ran',
        'minimizer',
        'pr-verified',
        'security-scanned',
      ];
      assert.deepEqual(
        at.markers(),
        [...all, 'tests-passed'].map((kind) => `claude-${kind}-${conversation}`),
      );
      const edit = (file_path: string) =>
        at.hook('marker-invalidate', at.event('PostToolUse', { tool_name: 'Edit', tool_input: { file_path } }));
      allowed(await edit(join(at.top, 'README.md')));
      allowed(await edit('/elsewhere/x.ts'));
      assert.equal(at.markers().length, 8);
      allowed(await edit(join(at.top, 'src/auth.ts')));
      assert.deepEqual(at.markers(), []);
    });

    it('go with an edit of a document that git tracks', async () => {
      at.write('README.md', 'words\n');
      at.git('add', 'README.md');
      await at.everything();
      allowed(await at.hook('codex-trace', at.bash('./tmux-codex.sh --approve', 'PostToolUse', { tool_response: {} })));
      assert.equal(at.markers().length, 8);
      const tool_input = { file_path: join(at.top, 'README.md') };
      allowed(await at.hook('marker-invalidate', at.event('PostToolUse', { tool_name: 'Edit', tool_input })));
      assert.deepEqual(at.markers(), []);
    });
  });

  staysSilent('marker-invalidate', () => at);
});
