// Whether Codex could write code when Claude gives it something to do. It could not only if Party itself launched the
// Codex process that runs now, and launched it read-only.

import { isPartyError } from '../../core/base/errors.ts';
import { reviewer } from '../../core/base/role.ts';
import { sessionId } from '../../core/project/ids.ts';
import { resolveRole } from '../../core/session/routing.ts';
import { projectTop } from '../project/paths.ts';
import { processIdentity } from '../system/processIdentity.ts';
import { discover } from '../tmux/parties.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { readSessionRecord } from './sessionRecord.ts';

/** Undefined when it is certain that Codex only reads; otherwise the reason for the doubt, as a part of a sentence. */
export async function doubtReviewer(machine: TmuxMachine): Promise<string | undefined> {
  try {
    const session = await discover(machine);
    const pane = resolveRole(session, reviewer);
    const record = await readSessionRecord(
      machine.paths,
      projectTop(session.path),
      session.id ?? sessionId(session.name),
    );
    const agent = record?.agents?.[reviewer];
    if (agent?.readOnly !== true) return 'Party has no record that it launched Codex read-only';
    const isSame = !pane.dead && agent.process !== undefined && processIdentity(pane.pid) === agent.process;
    return isSame ? undefined : 'The program in the pane of Codex is not the one that Party launched read-only';
  } catch (error) {
    if (isPartyError(error)) return `Party cannot tell which Codex would get it (${error.message})`;
    throw error;
  }
}
