import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, Sandbox } from '../support/sandbox.ts';
import { agentBin } from './home.ts';

describe("Claude's plugin", function () {
  this.timeout(30_000);

  it('is valid for the real client', async () => {
    const sandbox = new Sandbox();
    try {
      const plugin = join(repository, 'resources/claude');
      const { stdout } = await sandbox.run(join(agentBin, 'claude'), [
        'plugin',
        'validate',
        '--strict',
        '--json',
        plugin,
      ]);
      const { manifest, contents } = JSON.parse(stdout) as { manifest: Report; contents: Report[] };
      const said = [manifest, ...contents].flatMap(({ errors, warnings }) => [...errors, ...warnings]);
      // CLAUDE.md lies there for --append-system-prompt; that the plugin itself does not load it is all there is to say.
      assert.deepEqual(
        said.map(({ message }) => message.slice(0, 40)),
        ['CLAUDE.md at the plugin root is not loade'.slice(0, 40)],
      );
    } finally {
      await sandbox.dispose();
    }
  });

  it('has the version of the extension', () => {
    const version = (file: string) => JSON.parse(readFileSync(join(repository, file), 'utf8')).version;
    assert.equal(version('resources/claude/.claude-plugin/plugin.json'), version('package.json'));
  });
});

interface Report {
  readonly errors: readonly { readonly message: string }[];
  readonly warnings: readonly { readonly message: string }[];
}
