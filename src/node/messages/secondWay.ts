// Delivers a message through Codex's queue when it cannot be typed for long (core/messages/secondWay.ts). The act is in
// the journal before and after it. After a kill in between, Party waits for Codex's own record of the message, and does
// not send it again.

import { titleThread } from '../../core/agents/title.ts';
import { actorOf } from '../../core/base/actor.ts';
import { isPartyError } from '../../core/base/errors.ts';
import { unsureAfterMs } from '../../core/messages/longUnconfirmed.ts';
import { isToBeReminded, type Message } from '../../core/messages/message.ts';
import type { Obstacle } from '../../core/messages/paneGuard.ts';
import { type Look, lookAtBlocked, lookAtQueued, queuedReason } from '../../core/messages/secondWay.ts';
import { readAgentState } from '../agents/agentState.ts';
import { readCodexProgram } from '../agents/codexProgram.ts';
import { addToQueue, type CodexThread, takeFromQueue } from '../codex/threadQueue.ts';
import { type Delivery, hadLateWord } from './attempt.ts';
import { codexRollouts } from './confirm.ts';

/** For a message that cannot be typed now. Returns why it waits. */
export async function queueIfBlocked(
  delivery: Delivery,
  message: Message,
  obstacle: Obstacle,
): Promise<string | undefined> {
  const { reason, lasting = false } = obstacle;
  const earlier = earlierLine(message);
  const isNew = message.queue === undefined || earlier !== undefined;
  const thread = lasting && isNew ? await openThread(delivery, message) : undefined;
  const look = lookAtBlocked(
    isNew ? { ...message, queue: undefined } : message,
    { lasting, thread: thread?.id },
    Date.now(),
  );
  if (look !== 'act' || thread === undefined) {
    await note(delivery, message, look, 'blocked');
    return reason;
  }
  // If the first line were still in the queue, Codex would get both.
  if (earlier !== undefined && (await takeFromQueue(thread, earlier)) === 'unknown') return reason;
  const { mailbox } = delivery;
  const { id } = message;
  await mailbox.record({ event: 'queueing', id, thread: thread.id });
  const done = await putIntoQueue(delivery, message, thread);
  if (done === 'taken') return undefined;
  if (done !== 'unknown') await mailbox.record({ event: done === 'added' ? 'queued' : 'refused', id });
  return done === 'refused' ? reason : followQueued(delivery, await mailbox.message(id));
}

/** The line that went through the queue before the message met a limit; undefined when `message.line` is not a reminder. */
function earlierLine({ queue, line, ...message }: Message): string | undefined {
  return isToBeReminded(message) && queue !== undefined && queue.line !== line ? queue.line : undefined;
}

/** `taken`: Codex has it already. When a call failed, the queue itself says whether Codex has stored the message. */
async function putIntoQueue(
  delivery: Delivery,
  message: Message,
  thread: CodexThread,
): Promise<'added' | 'refused' | 'taken' | 'unknown'> {
  const done = await addToQueue(thread, message.line);
  if (done !== 'failed') return done;
  const left = await takeFromQueue(thread, message.line);
  if (left === 'taken') return 'refused';
  if (await hadLateWord(delivery, message)) return 'taken';
  return left === 'absent' ? 'refused' : 'unknown';
}

/** For a message in Codex's queue that no record of Codex has yet. Undefined when the next message can go on. */
export async function followQueued(delivery: Delivery, message: Message): Promise<string | undefined> {
  const state = await stateOfCodex(delivery, message);
  const clock = { now: Date.now(), afterMs: delivery.unsureAfterMs ?? unsureAfterMs };
  const look = lookAtQueued(message, state === 'idle', clock);
  if (look !== 'act') {
    await note(delivery, message, look, 'idle');
    return queuedReason(state === 'dead');
  }
  await delivery.mailbox.record({ event: 'unsure', id: message.id });
  return undefined;
}

/** Takes a message out of Codex's queue. Undefined when it is not there any more, else why that is not certain. */
export async function unqueue(delivery: Delivery, message: Message): Promise<string | undefined> {
  const thread = message.queue && (await threadFor(delivery, message.queue.thread));
  const outcome = thread === undefined ? 'unknown' : await takeFromQueue(thread, message.queue?.line ?? message.line);
  // An unsure message is the user's decision either way. Before a reminder, Codex has already taken what was queued.
  if (outcome === 'taken' || message.state === 'unsure' || isToBeReminded(message)) return undefined;
  const state = await stateOfCodex(delivery, message);
  const isRunning = state !== 'dead' && state !== 'absent';
  // A Codex that does not run takes nothing, and its record does not have the message.
  if (!isRunning && (outcome === 'absent' || actorOf(delivery.env) === 'human')) return undefined;
  return outcome === 'absent'
    ? "it is no longer in Codex's queue, so Codex may have just taken it"
    : "Codex does not say whether it is still in Codex's queue";
}

async function note({ mailbox }: Delivery, { id }: Message, look: Look, what: 'blocked' | 'idle'): Promise<void> {
  if (look === 'nothing') return;
  await mailbox.record({ event: 'noticed', id, what: look === 'notice' ? what : null });
}

/** `dead` also without a pane; undefined when the pane is not certain. */
async function stateOfCodex(delivery: Delivery, { to }: Message): Promise<string | undefined> {
  try {
    const { session, pane } = await delivery.locate(to);
    return (await readAgentState(delivery, session, pane)).kind;
  } catch (error) {
    if (isPartyError(error)) return error.code === 'ROLE_NOT_FOUND' ? 'dead' : undefined;
    throw error;
  }
}

/**
 * The thread that Codex shows in its pane, or that a restart of Codex continues. Undefined when the pane shows another
 * thread than the recorded one: the user would not see the message arrive.
 */
async function openThread(delivery: Delivery, { to }: Message): Promise<CodexThread | undefined> {
  if (to !== 'codex' || delivery.session === undefined) return undefined;
  // Nothing is typed here.
  const pane = await delivery.locate(to, 'recently').then(
    (place) => place.pane,
    () => undefined,
  );
  if (pane !== undefined && (pane.adapter !== 'codex' || pane.demo)) return undefined;
  const thread = await threadFor(delivery);
  const shown = pane === undefined || pane.dead ? thread?.id : titleThread(pane.title);
  return shown !== undefined && thread?.id.startsWith(shown) ? thread : undefined;
}

/** The recorded thread, or the one with this id. */
async function threadFor(delivery: Delivery, id?: string): Promise<CodexThread | undefined> {
  const { env, session, mailbox } = delivery;
  const program = await readCodexProgram(mailbox.directory);
  if (program === undefined || session === undefined) return undefined;
  const { home, thread = '' } = await codexRollouts(env, session);
  const known = id ?? thread;
  return known === '' ? undefined : { id: known, program, env: { ...env, CODEX_HOME: home }, cwd: session.path };
}
