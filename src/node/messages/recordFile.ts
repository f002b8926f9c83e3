// Finds the file in which the agent of a pane records its conversation.

import { titleThread } from '../../core/agents/title.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { readConversation } from '../agents/conversations.ts';
import { projectOf } from '../agents/limits.ts';
import { rolloutOf } from '../codex/codexRollout.ts';
import { codexRollouts } from './confirm.ts';

/**
 * Undefined when it is not known yet. Never the newest file: Codex keeps the threads of all projects in one folder. The
 * file of a recorded conversation need not exist.
 */
export async function recordFile(
  env: NodeJS.ProcessEnv,
  session: Session,
  { adapter, demo, title }: Pane,
): Promise<string | undefined> {
  if (demo) return undefined;
  if (adapter === 'codex') {
    // Codex reports its thread at the end of a turn that goes well. Its title has the thread before that.
    const { home, thread = titleThread(title) } = await codexRollouts(env, session);
    return thread === undefined ? undefined : rolloutOf({ home, thread });
  }
  const project = projectOf(env, session);
  if (adapter !== 'claude' || project === undefined || session.id === undefined) return undefined;
  return (await readConversation(project, session.id, 'claude'))?.transcript;
}
