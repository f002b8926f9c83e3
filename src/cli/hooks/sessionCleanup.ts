// SessionStart and SessionEnd of Claude Code: remembers the conversation for `party restore` and forgets old ones.

import { text } from 'node:stream/consumers';
import { PartyError } from '../../core/errors.ts';
import { ClaudeHookInput } from '../../core/hookInput.ts';
import { isSessionId } from '../../core/ids.ts';
import { recordConversation, sweepConversations } from '../../node/conversations.ts';
import { projectDirectory, projectTop } from '../../node/paths.ts';
import type { HookContext } from './hook.ts';

export async function sessionCleanup({ env, paths, session }: HookContext): Promise<void> {
  const input = ClaudeHookInput.parse(JSON.parse(await text(process.stdin)));
  if (!isSessionId(session))
    throw new PartyError('NO_SESSION', `PARTY_SESSION "${session}" is not the id of a session`);
  // Claude's cwd follows its `cd`; the directory it was started in does not.
  const project = projectDirectory(paths, projectTop(env['CLAUDE_PROJECT_DIR'] || input.cwd));
  const now = new Date();
  // Also after /clear and /compact, which come with a new id.
  if (input.hook_event_name === 'SessionStart') {
    await recordConversation(project, session, 'claude', {
      conversation: input.session_id,
      cwd: input.cwd,
      at: now.toISOString(),
      ...(env['CLAUDE_PID'] ? { pid: Number(env['CLAUDE_PID']) } : {}),
      ...(env['CLAUDE_CONFIG_DIR'] ? { home: env['CLAUDE_CONFIG_DIR'] } : {}),
    });
  }
  await sweepConversations(project, now.getTime());
}
