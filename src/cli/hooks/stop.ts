// Stop of Claude Code: the turn is over, so the process that waits for Claude's answer gets it, and messages that wait
// for Claude are delivered. An observer: it never keeps Claude from stopping. When the model has failed (2.1.325),
// Claude calls StopFailure instead, with the error as its last message.

import { author, roleLabels } from '../../core/base/role.ts';
import { ClaudeStop } from '../../core/gates/hookInput.ts';
import { isToBeReminded, type Message } from '../../core/messages/message.ts';
import { turnFailure } from '../../core/messages/turn.ts';
import { noteFailure } from '../../node/agents/limits.ts';
import { remindLater } from '../../node/messages/limitedTurns.ts';
import type { Mailbox } from '../../node/messages/mailbox.ts';
import { sweepSigns } from '../../node/messages/openSigns.ts';
import { projectDirectory, projectTop } from '../../node/project/paths.ts';
import { readJsonInput } from '../../node/system/standardInput.ts';
import type { HookContext } from './hook.ts';
import { deliverWhatWaits, hookMailbox } from './hookMailbox.ts';

export async function stop(context: HookContext): Promise<undefined> {
  const input = ClaudeStop.parse(await readJsonInput());
  const mailbox = await hookMailbox(context);
  if (mailbox === undefined) return;
  const taken = (await mailbox.messages()).filter(
    // Claude may go on by itself with a message that met a limit.
    (one) => one.to === 'claude' && (one.state === 'submitted' || one.returned || isToBeReminded(one)),
  );
  if (input.hook_event_name === 'StopFailure') {
    await recordFailure(context, mailbox, taken, input);
    await deliverWhatWaits(context, mailbox, 'claude');
    return;
  }
  const unanswered = taken.filter(({ kind }) => kind === 'talk');
  for (const { id, submission, returned } of unanswered) {
    // An interrupted turn has no Stop, and Claude's last message of a later turn does not answer it.
    const prompt = submission?.prompt;
    const ended = prompt === undefined ? !returned : prompt === input.prompt_id;
    if (ended) await mailbox.record({ event: 'answered', id, text: input.last_assistant_message ?? '' });
  }
  for (const { id, submission } of taken.filter(({ kind }) => kind !== 'talk')) {
    const prompt = submission?.prompt;
    if (prompt !== undefined && prompt === input.prompt_id) await mailbox.record({ event: 'ended', id, prompt });
  }
  // A message that Claude took back is still on its way.
  const isSettled = (one: Message) => !one.returned && unanswered.some(({ id }) => id === one.id);
  await sweepSigns(mailbox, Date.now(), isSettled);
  await deliverWhatWaits(context, mailbox, 'claude');
}

/** Without a prompt id nothing tells which message the turn was about; the transcript settles that later. */
async function recordFailure(
  { env, paths }: HookContext,
  mailbox: Mailbox,
  taken: readonly Message[],
  input: ClaudeStop,
): Promise<void> {
  const prompt = input.prompt_id;
  const failed = { kind: 'failed', reason: input.last_assistant_message || 'the model has failed' } as const;
  const reason = turnFailure(failed, roleLabels.claude);
  // This comes first: otherwise a relay would deliver the next message before the limit is recorded.
  const project = projectDirectory(paths, projectTop(env['CLAUDE_PROJECT_DIR'] || input.cwd));
  const limit = await noteFailure(project, author, failed);
  if (prompt === undefined || reason === undefined) return;
  for (const message of taken.filter(({ submission }) => submission?.prompt === prompt)) {
    if (limit !== undefined && (await remindLater(mailbox, message, failed))) continue;
    await mailbox.record({ event: 'ended', id: message.id, prompt, reason });
  }
}
