import { reviewer } from '../../core/base/role.ts';
import type { EventOf } from '../../core/project/event.ts';
import { partyOfFindings } from '../../core/review/standstill.ts';
import { readConversation } from '../agents/conversations.ts';
import { codexHome } from '../codex/codexConfig.ts';
import { isCodexInTurn } from '../codex/codexRollout.ts';
import type { Machine } from '../project/machine.ts';
import { projectDirectory, projectTop } from '../project/paths.ts';

/** True when the Codex that got the request is at work, by its own record. Needs no tmux. */
export async function isReviewerInTurn(
  { env, cwd, paths }: Machine,
  { file, at, headless }: EventOf<'requested'>,
): Promise<boolean> {
  const party = partyOfFindings(file);
  if (headless || party === undefined) return false;
  const known = await readConversation(projectDirectory(paths, projectTop(cwd)), party, reviewer);
  const home = known?.home ?? codexHome(env);
  const thread = known === undefined ? {} : { thread: known.conversation };
  return isCodexInTurn({ home, ...thread }, Date.parse(at)).catch(() => false);
}
