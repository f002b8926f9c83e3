import assert from 'node:assert/strict';
import { mcpDefinitions } from '../../../src/extension/status/mcpDefinitions.ts';

const one = { name: 'app', path: '/work/app' };
const other = { name: 'lib', path: '/work/lib' };

describe("the servers for VS Code's own agents", () => {
  it('are read-only, in the folder of the project', () => {
    assert.deepEqual(mcpDefinitions([one], '/ext', { HOME: '/h' }), [
      {
        ...{ label: 'Party', cwd: '/work/app', command: 'sh' },
        args: ['/ext/resources/bin/party', 'mcp', '--role', 'viewer'],
        env: { PARTY_NODE: process.execPath },
      },
    ]);
  });

  it('have the name of their folder when there are several', () => {
    const labels = mcpDefinitions([one, other], '/ext', {}).map(({ label }) => label);
    assert.deepEqual(labels, ['Party: app', 'Party: lib']);
    assert.deepEqual(mcpDefinitions([], '/ext', {}), []);
  });

  it("start without the editor's variables, and without those of the terminal that the editor was started in", () => {
    const [server] = mcpDefinitions([one], '/ext', { VSCODE_IPC_HOOK: 'x', PARTY_SESSION: 'party-1', HOME: '/h' });
    assert.deepEqual(server?.env, { VSCODE_IPC_HOOK: null, PARTY_SESSION: null, PARTY_NODE: process.execPath });
  });
});
