// How Claude Code is told of the hooks.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { repository, Sandbox } from '../../support/sandbox.ts';

describe('a gate', () => {
  let box: Sandbox;
  beforeEach(() => {
    box = new Sandbox();
  });
  afterEach(() => box.dispose());

  it('denies when the script itself is missing', async () => {
    const { hooks } = JSON.parse(readFileSync(join(repository, 'resources/claude/hooks/hooks.json'), 'utf8'));
    const commands: string[] = hooks.PreToolUse.flatMap((group: { hooks: { command: string }[] }) =>
      group.hooks.map(({ command }) => command),
    );
    for (const command of commands.filter((one) => one.includes('-gate'))) {
      for (const shell of ['sh', 'bash']) {
        const { exitCode } = await execa(shell, ['-c', command], {
          env: { ...box.env, CLAUDE_PLUGIN_ROOT: '/nowhere' },
          reject: false,
        });
        assert.equal(exitCode, 2, `${shell} -c ${command}`);
      }
    }
  });
});
