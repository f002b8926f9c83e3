// Starts `party` in the background, in a process that goes on after this one ends.

import { spawn } from 'node:child_process';
import { setCertificatesAside } from '../../core/gates/scripts/certificates.ts';

/** `bundles` is the folder of cli.cjs. The new process outlives its parent and does not get its parent's signals. */
export function startPartyDetached(bundles: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(process.execPath, [`${bundles}/cli.cjs`, ...args], {
    detached: true,
    stdio: 'ignore',
    env: forOwnNode(env),
  });
  // The caller does not wait for this process. The message stays on disk, and the next call of party tries again.
  child.on('error', () => {});
  child.unref();
}

/** The environment for a start of our own executable. */
export function forOwnNode(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // Inside an editor it is Electron, which runs as Node only with this variable.
  const asNode = process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  return { ...setCertificatesAside(env), ...asNode };
}
