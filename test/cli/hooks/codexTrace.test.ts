// What Claude did with Codex, in the log.

import assert from 'node:assert/strict';
import { needsNoNodeFor } from './support/everyGate.ts';
import { staysSilent } from './support/everyObserver.ts';
import { allowed, HookedProject } from './support/hookedProject.ts';

describe('codex-trace', () => {
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
  });
  afterEach(() => at.dispose());

  describe('markers', () => {
    it('are not written outside of their directory', async () => {
      await at.everything();
      const call = { ...at.bash('party evidence list', 'PostToolUse'), session_id: '../../x' };
      allowed(await at.hook('codex-trace', call));
      assert.match(at.logged().join(), /cannot be part of a file's name/);
    });
  });

  it('records each call and its result, without texts', async () => {
    allowed(await at.hook('codex-trace', at.bash('./tmux-codex.sh --review main "secret title"', 'PostToolUse')));
    allowed(
      await at.hook('codex-trace', at.bash('party review approve', 'PostToolUseFailure', { error: 'Exit code 1' })),
    );
    allowed(await at.hook('codex-trace', at.bash('echo tmux-codex.sh --approve', 'PostToolUse')));
    assert.deepEqual(at.logged(), ['ran: tmux-codex.sh --review main', 'failed: party review approve']);
  });

  staysSilent('codex-trace', () => at);
  needsNoNodeFor('codex-trace', ['ls -la', 'npm test'], () => at);
});
