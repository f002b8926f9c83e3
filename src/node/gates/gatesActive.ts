// Whether gates really stand between Claude and a pull request. Cheap: `party status` and the editor ask it all the time.

import { messageOf } from '../../core/base/errors.ts';
import { readConversation } from '../agents/conversations.ts';
import { finalSwitches } from '../agents/hookSwitches.ts';
import type { Machine } from '../project/machine.ts';
import { projectDirectory, projectTop } from '../project/paths.ts';
import { isAlive } from '../system/processIdentity.ts';

export interface GatesActive {
  readonly active: boolean;
  /** Why not; null when they are. */
  readonly why: string | null;
}

/** `session` is the live party, null when there is none. */
export async function gatesActive(
  { env, paths }: Pick<Machine, 'env' | 'paths'>,
  session: { readonly id: string; readonly cwd: string } | null,
): Promise<GatesActive> {
  if (session === null) return off('no party is running');
  try {
    const project = projectDirectory(paths, projectTop(session.cwd));
    const conversation = await readConversation(project, session.id, 'claude');
    if (conversation === undefined) return off("Claude's hooks have not reported yet");
    if (conversation.pid !== undefined && !isAlive(conversation.pid)) {
      return off('the Claude whose hooks reported has ended');
    }
    const [first] = await finalSwitches(env, session.cwd);
    return first === undefined ? { active: true, why: null } : off(first);
  } catch (error) {
    // What cannot be found out is not taken for granted.
    return off(messageOf(error));
  }
}

function off(why: string): GatesActive {
  return { active: false, why };
}
