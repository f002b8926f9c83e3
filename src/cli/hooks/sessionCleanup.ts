// SessionStart and SessionEnd of Claude Code: records the conversation for `party restore`, forgets old ones, and
// removes what earlier conversations and parties left behind. An observer.

import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Conversation } from '../../core/agents/conversation.ts';
import { messageOf } from '../../core/base/errors.ts';
import { ClaudeHookInput } from '../../core/gates/hookInput.ts';
import { sessionId, sessionPrefix } from '../../core/project/ids.ts';
import { claudeHome, readSessionFile } from '../../node/agents/claudeSessionFile.ts';
import { readConversation, recordConversation, sweepConversations } from '../../node/agents/conversations.ts';
import { projectDirectory, projectTop } from '../../node/project/paths.ts';
import { sweepMarkers } from '../../node/review/markers.ts';
import { startPartyDetached } from '../../node/system/detached.ts';
import { readJsonInput } from '../../node/system/standardInput.ts';
import type { HookContext } from './hook.ts';
import { checkSession } from './hookMailbox.ts';

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
  if (input.hook_event_name === 'SessionStart') await keepGate(context, input.cwd);
  await sweepConversations(project, now.getTime());
  await sweepProject(context, project, now.getTime());
}

/** Until Party puts it back, a gate whose mark and file are gone denies nothing, because a script looks for them. */
async function keepGate(context: HookContext, cwd: string): Promise<void> {
  try {
    const { keepGateOf } = await import('../hookFacts/plan.ts');
    if (await keepGateOf(context, cwd)) await context.log('info', 'the mark of the plan gate was gone, and is back');
  } catch (error) {
    await context.log('error', `the plan gate could not be checked: ${messageOf(error)}`);
  }
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

/** `project` is the project's directory under `$PARTY_HOME`. */
async function sweepProject({ env, paths, session }: HookContext, project: string, now: number): Promise<void> {
  await sweepMarkers(paths, now);
  // Only tmux knows whether the party of a directory still runs, and the hook has no time to ask it.
  if (await hasOtherDirectories(paths.stateRoot, project, session)) startPartyDetached(__dirname, ['sweep'], env);
}

async function hasOtherDirectories(root: string, project: string, own: string): Promise<boolean> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!name.startsWith(sessionPrefix) || sessionId(name) === own) continue;
    const messages = await readlink(join(root, name, 'messages')).catch(() => '');
    if (messages.startsWith(`${project}/`)) return true;
  }
  return false;
}
