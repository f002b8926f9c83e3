// SessionStart and SessionEnd of Claude Code: records the conversation for `party restore`, forgets old ones, and
// removes what earlier conversations and parties left behind. An observer.

import { basename } from 'node:path';
import { ClaudeHookInput } from '../../core/gates/hookInput.ts';
import { claudeHome, readSessionFile } from '../../node/agents/claudeSessionFile.ts';
import { readConversation, recordConversation, sweepConversations } from '../../node/agents/conversations.ts';
import { projectDirectory, projectTop } from '../../node/project/paths.ts';
import { readJsonInput } from '../../node/system/standardInput.ts';
import type { HookContext } from './hook.ts';
import { checkSession } from './hookMailbox.ts';
import { sweepProject } from './sweep.ts';

export async function sessionCleanup(context: HookContext): Promise<undefined> {
  const { env, paths, session } = context;
  const input = ClaudeHookInput.parse(await readJsonInput());
  checkSession(context);
  // Claude's cwd follows its `cd`; the directory that it was started in does not.
  const project = projectDirectory(paths, projectTop(env['CLAUDE_PROJECT_DIR'] || input.cwd));
  const now = new Date();
  // This also happens after /clear and /compact, which create a new id.
  if (input.hook_event_name === 'SessionStart' && (await isOfTheParty(env, project, session))) {
    await recordConversation(project, session, 'claude', {
      conversation: input.session_id,
      cwd: input.cwd,
      at: now.toISOString(),
      ...(input.transcript_path ? { transcript: input.transcript_path } : {}),
      ...(env['CLAUDE_PID'] ? { pid: Number(env['CLAUDE_PID']) } : {}),
      ...(env['CLAUDE_CONFIG_DIR'] ? { home: env['CLAUDE_CONFIG_DIR'] } : {}),
    });
  }
  await sweepConversations(project, now.getTime());
  await sweepProject(context, project, now.getTime());
}

/**
 * Claude's background service runs Claudes of its own, with our environment and hooks: some in reserve, some for tasks
 * that the user gives it. Only the conversation that moved there from the pane belongs to the party.
 */
async function isOfTheParty(env: NodeJS.ProcessEnv, project: string, session: string): Promise<boolean> {
  const job = env['CLAUDE_JOB_DIR'];
  if (!job) return true;
  const before = await readConversation(project, session, 'claude');
  if (before?.pid === undefined) return false;
  // The same process, after /clear.
  if (before.pid === Number(env['CLAUDE_PID'])) return true;
  // The Claude of the pane may have ended already, for example with its tmux server.
  const left = await readSessionFile(before.home ?? claudeHome(env), before.pid);
  return left?.parkedJobId === basename(job);
}
