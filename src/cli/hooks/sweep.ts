// Removes what conversations leave behind in the places that all programs share.

import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionId, sessionPrefix } from '../../core/project/ids.ts';
import { sweepMarkers } from '../../node/review/markers.ts';
import { startPartyDetached } from '../../node/system/detached.ts';
import type { HookContext } from './hook.ts';

/** `project` is the project's directory under `$PARTY_HOME`. */
export async function sweepProject({ env, paths, session }: HookContext, project: string, now: number): Promise<void> {
  await sweepMarkers(paths, now);
  // Only tmux knows whether the party of a directory still runs, and the hook has no time to ask it.
  if (await hasOtherDirectories(paths.stateRoot, project, session)) startPartyDetached(__dirname, ['sweep'], env);
}

async function hasOtherDirectories(root: string, project: string, own: string): Promise<boolean> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!name.startsWith(sessionPrefix) || sessionId(name) === own) continue;
    const messages = await readlink(join(root, name, 'messages')).catch(() => '');
    if (messages.startsWith(`${project}/`)) return true;
  }
  return false;
}
