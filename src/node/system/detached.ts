// Starts `party` in the background, in a process that goes on after this one ends.

import { spawn } from 'node:child_process';

/** `bundles` is the folder of cli.cjs. The new process outlives its parent and does not get its parent's signals. */
export function startPartyDetached(bundles: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(process.execPath, [`${bundles}/cli.cjs`, ...args], {
    detached: true,
    stdio: 'ignore',
    env: { ...env, ...asNode() },
  });
  // The caller does not wait for this process. The message stays on disk, and the next call of party tries again.
  child.on('error', () => {});
  child.unref();
}

/** Inside an editor our own executable is Electron, which runs as Node only with this variable. */
export function asNode(): NodeJS.ProcessEnv {
  return process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
}
