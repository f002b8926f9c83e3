import assert from 'node:assert/strict';
import { childEnvironment } from '../../../src/extension/app/host.ts';

it('programs get the environment of the user, not that of the editor', () => {
  const own = { PATH: '/bin', HOME: '/h', PARTY_HOME: '/s', PARTY_TMUX_SOCKET: 'x', TERM: 'dumb' };
  const foreign = {
    VSCODE_PID: '1',
    ELECTRON_RUN_AS_NODE: '1',
    PARTY_SESSION: 'party-a',
    TMUX: '/t,1,0',
    TMUX_PANE: '%1',
  };
  assert.deepEqual(childEnvironment({ ...own, ...foreign }), own);
});
