// Starts `party` again in the background, to go on when we are gone.

import { spawn } from 'node:child_process';

/** `bundles` is the folder of cli.cjs. A process of its own: it outlives its parent and is not reached by its signals. */
export function startPartyDetached(bundles: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  // Inside an editor our own executable is Electron, which is Node only when it is told so.
  const asNode = process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  const child = spawn(process.execPath, [`${bundles}/cli.cjs`, ...args], {
    detached: true,
    stdio: 'ignore',
    env: { ...env, ...asNode },
  });
  // Nobody is there to be told; the message stays written, and the next call of party tries again.
  child.on('error', () => {});
  child.unref();
}
