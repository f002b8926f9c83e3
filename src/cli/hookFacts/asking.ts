// What the plan gate asks when Claude wants to talk to Codex. It is its own bundle, because Claude rarely does.

import { author } from '../../core/base/role.ts';
import { sessionId } from '../../core/project/ids.ts';
import type { Machine } from '../../node/project/machine.ts';
import { projectTop } from '../../node/project/paths.ts';
import { doubtReviewer } from '../../node/session/confinedReviewer.ts';
import { readSessionRecord } from '../../node/session/sessionRecord.ts';
import { paneAbove } from '../../node/tmux/ownPane.ts';
import { discover } from '../../node/tmux/parties.ts';
import { createTmux } from '../../node/tmux/tmux.ts';

/** Why Codex might write code when it is asked; undefined when Party itself has launched it read-only. */
export function doubt(machine: Machine): Promise<string | undefined> {
  return doubtReviewer({ ...machine, tmux: createTmux(machine.env) });
}

/**
 * Whether the Claude in the party's pane calls. Its server `party` is Party's own, because Party names it at the launch;
 * any other Claude could have one that the project, the user or a plugin brings.
 */
export async function isPartysClaude(machine: Machine): Promise<boolean> {
  try {
    const session = await discover({ ...machine, tmux: createTmux(machine.env) });
    const id = session.id ?? sessionId(session.name);
    const started = async () => (await readSessionRecord(machine.paths, projectTop(session.path), id))?.processes ?? [];
    return (await paneAbove(session, author, started)) !== undefined;
  } catch {
    return false;
  }
}
