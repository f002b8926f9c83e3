// Tells whether the gates really stop Claude before a pull request. Must be cheap: `party status` and the editor call
// it often.

import { messageOf } from '../../core/base/errors.ts';
import { readConversation } from '../agents/conversations.ts';
import { finalSwitches } from '../agents/hookSwitches.ts';
import type { Machine } from '../project/machine.ts';
import { projectDirectory, projectTop } from '../project/paths.ts';
import { isAlive } from '../system/processIdentity.ts';

export interface GatesActive {
  readonly active: boolean;
  /** Why the gates are not active; null when they are. */
  readonly why: string | null;
}

/** `session` is the running party, or null. */
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
    // If this cannot be found out, report the gates as not active.
    return off(messageOf(error));
  }
}

function off(why: string): GatesActive {
  return { active: false, why };
}
