// PermissionRequest of Claude Code: a dialog opens in its pane. Records what Claude asks, so that the editor can show the
// question itself. An observer: it decides nothing, and the dialog waits for the human as without it.

import { PermissionRequest, questionOf } from '../../core/agents/question.ts';
import { needsCommand } from '../../core/tmux/lineOptions.ts';
import { writeQuestion } from '../../node/agents/questionFile.ts';
import { stateDirectory } from '../../node/project/paths.ts';
import { checkStateDirectory } from '../../node/project/stateDirectory.ts';
import { makeMessageId } from '../../node/system/random.ts';
import { readJsonInput } from '../../node/system/standardInput.ts';
import { callOnce } from '../../node/tmux/callOnce.ts';
import type { HookContext } from './hook.ts';
import { checkSession } from './hookMailbox.ts';

export async function permissionRequest(context: HookContext): Promise<undefined> {
  const at = new Date().toISOString();
  const request = PermissionRequest.parse(await readJsonInput());
  checkSession(context);
  const stateDir = stateDirectory(context.paths, context.session);
  if (!(await checkStateDirectory(stateDir))) return;
  await writeQuestion(stateDir, questionOf(request, { id: makeMessageId(), at }));
  const pane = context.env['TMUX_PANE'];
  // tmux's line is only a convenience, so a failure does not matter.
  if (pane !== undefined) await callOnce(context.env, needsCommand(pane, true));
}
