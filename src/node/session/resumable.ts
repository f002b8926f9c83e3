// Finds the conversations that a party's agents can continue. Claude and Codex refuse a conversation that they do not
// know, and their pane would then be dead.

import { existsSync } from 'node:fs';
import type { AgentRole } from '../../core/base/role.ts';
import { readConversation } from '../agents/conversations.ts';
import { codexHome } from '../codex/codexConfig.ts';
import { hasRollout } from '../codex/codexRollout.ts';

export type Resumable = Readonly<Partial<Record<AgentRole, string>>>;

/** `project` is the project's directory under `$PARTY_HOME/projects`, `id` the session's. */
export async function findResumable(env: NodeJS.ProcessEnv, project: string, id: string): Promise<Resumable> {
  const [claude, codex] = await Promise.all([
    readConversation(project, id, 'claude'),
    readConversation(project, id, 'codex'),
  ]);
  // Claude creates the file with the first prompt, and cannot resume a conversation before that (2.1.325).
  const goesOn = claude !== undefined && (claude.transcript === undefined || existsSync(claude.transcript));
  const earlier = claude?.earlier !== undefined && existsSync(claude.earlier.transcript) ? claude.earlier : undefined;
  const author = goesOn ? claude : earlier;
  const thread = codex && { home: codex.home ?? codexHome(env), thread: codex.conversation };
  return {
    ...(author === undefined ? {} : { claude: author.conversation }),
    ...(thread && (await hasRollout(thread)) ? { codex: thread.thread } : {}),
  };
}
