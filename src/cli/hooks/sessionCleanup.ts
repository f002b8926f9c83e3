// SessionStart and SessionEnd of Claude Code: records the conversation for `party restore`, forgets old ones, and
// removes what earlier conversations and parties left behind. An observer.

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Conversation } from '../../core/agents/conversation.ts';
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
      ...(await earlierConversation(project, session, input)),
      ...(env['CLAUDE_PID'] ? { pid: Number(env['CLAUDE_PID']) } : {}),
      ...(env['CLAUDE_CONFIG_DIR'] ? { home: env['CLAUDE_CONFIG_DIR'] } : {}),
    });
  }
  await sweepConversations(project, now.getTime());
  await sweepProject(context, project, now.getTime());
}

/**
 * A Claude that a person starts again in its pane has a new conversation, and so may one that moved to the background.
 * Claude writes its file only when something is said in it; the conversation before must not be lost until then.
 */
async function earlierConversation(
  project: string,
  session: string,
  { source, session_id }: ClaudeHookInput,
): Promise<Pick<Conversation, 'earlier'>> {
  // With /clear, the user wants an empty conversation.
  if (source === 'clear') return { earlier: undefined };
  const before = await readConversation(project, session, 'claude');
  if (before?.transcript === undefined || before.conversation === session_id) return {};
  if (!existsSync(before.transcript)) return {};
  return { earlier: { conversation: before.conversation, transcript: before.transcript } };
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
