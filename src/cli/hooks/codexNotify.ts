// Codex calls this program at the end of every turn, outside its sandbox. It records the thread for `party restore`,
// takes what Codex left in its outbox, or what it said last instead, records the answers that senders wait for, and
// calls the user's own notify program, which Party's replaced.

import { spawn } from 'node:child_process';
import { messageOf } from '../../core/base/errors.ts';
import { CodexNotification, isTitleHelper } from '../../core/gates/hookInput.ts';
import { hasLine, readArrival } from '../../core/messages/arrival.ts';
import { saidInTurn } from '../../core/messages/codexTurn.ts';
import type { Message } from '../../core/messages/message.ts';
import { recordConversation } from '../../node/agents/conversations.ts';
import { noteSuccess } from '../../node/agents/limits.ts';
import { readUserNotify } from '../../node/agents/userNotify.ts';
import { codexHome } from '../../node/codex/codexConfig.ts';
import { linesOfTurn } from '../../node/codex/codexRollout.ts';
import { isRequestToCodex, letterDraft } from '../../node/messages/letterDraft.ts';
import type { Mailbox } from '../../node/messages/mailbox.ts';
import { carryLetters } from '../../node/messages/outbox.ts';
import { takeSpokenAnswer } from '../../node/messages/spokenAnswer.ts';
import { projectDirectory, projectTop, stateDirectory } from '../../node/project/paths.ts';
import type { ReviewersTurn } from '../../node/review/reviewersWord.ts';
import type { HookContext } from './hook.ts';
import { checkSession, deliverWhatWaits, hookMailbox } from './hookMailbox.ts';

/** Set for the user's program: if that is Party's own script again, the loop ends here. */
const nested = 'PARTY_NOTIFY_NESTED';

export async function codexNotify(context: HookContext): Promise<undefined> {
  if (context.env[nested]) return;
  checkSession(context);
  // The user's program got every payload before Party was installed, so it still gets every one. If one of the three
  // fails, the others still run.
  const done = await Promise.allSettled([
    callUserNotify(context),
    recordThread(context),
    hookMailbox(context).then((mailbox) => mailbox && endTurn(context, mailbox)),
  ]);
  const failures = new Set(done.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : [])));
  for (const failure of failures) await context.log('error', failure);
}

function readNotification({ argument = '' }: HookContext): CodexNotification | undefined {
  const notification = CodexNotification.parse(JSON.parse(argument));
  const own = notification.type === 'agent-turn-complete' && !isTitleHelper(notification);
  return own ? notification : undefined;
}

async function recordThread(context: HookContext): Promise<void> {
  const notification = readNotification(context);
  if (notification === undefined) return;
  const { env, paths, session } = context;
  await recordConversation(projectDirectory(paths, projectTop(notification.cwd)), session, 'codex', {
    conversation: notification['thread-id'],
    cwd: notification.cwd,
    at: new Date().toISOString(),
    ...(env['CODEX_HOME'] ? { home: env['CODEX_HOME'] } : {}),
  });
}

async function endTurn(context: HookContext, mailbox: Mailbox): Promise<void> {
  const notification = readNotification(context);
  const turn = notification && (await endedTurn(context, notification));
  // This comes first, because the letters tell Claude to load the findings. If it fails, the findings are unproven.
  if (turn !== undefined) await vouchForFindings(context, mailbox, turn).catch((error) => logFailure(context, error));
  const { unreadable } = await carryLetters(mailbox, (text, messages) =>
    letterDraft(mailbox.directory, text, messages),
  );
  for (const problem of unreadable) await context.log('error', problem);
  if (turn !== undefined) {
    await endLimit(context, turn).catch((error) => logFailure(context, error));
    await tellAnswers(context, mailbox, turn);
  }
  await deliverWhatWaits(context, mailbox, 'codex');
}

/** Before the answer is told: the next message of a sender who has it must not be held back by a limit that is over. */
async function endLimit({ paths }: HookContext, { notification }: EndedTurn): Promise<void> {
  if (!notification['last-assistant-message']) return;
  await noteSuccess(projectDirectory(paths, projectTop(notification.cwd)), 'codex', Date.now());
}

/**
 * Codex names every message of the thread, so all of them were submitted, even if no process saw that in the rollout
 * file. Only the messages of this turn are answered: the turn of an earlier one was interrupted or failed.
 */
async function tellAnswers(context: HookContext, mailbox: Mailbox, turn: EndedTurn): Promise<void> {
  const { notification } = turn;
  const said = notification['input-messages'] ?? [];
  const text = notification['last-assistant-message'] ?? '';
  const messages = await mailbox.messages();
  const { arrived } = readArrival(said.join('\n'), messages, 'codex');
  // A message whose turn failed stays in the thread, and every later turn names it again. Do not record it each time.
  for (const { id } of arrived.filter(({ ended }) => !ended))
    await mailbox.record({ event: 'submitted', id, by: 'notify' });
  const prompt = turn.prompts.join('\n');
  // A person may mention a message by its id in a prompt. That answers none of them.
  const shown = messages.filter((one) => one.to === 'codex' && (wasTaken(one) || arrived.includes(one)));
  for (const message of shown.filter((one) => hasLine(prompt, one))) {
    if (message.kind === 'talk') await mailbox.record({ event: 'answered', id: message.id, text });
    else await mailbox.record({ event: 'ended', id: message.id });
    if (!isRequestToCodex(message)) continue;
    await takeSpokenAnswer(mailbox, message, text, (words) =>
      vouchForSaid(context, turn, message, words).catch((error) => logFailure(context, error)),
    );
  }
}

/** Codex has the message, or had it in a turn that failed: a person may have sent it again from Codex's own history. */
function wasTaken({ state, ended }: Message): boolean {
  return state === 'submitted' || (state === 'failed' && ended);
}

interface EndedTurn extends ReviewersTurn {
  readonly notification: CodexNotification;
}

/**
 * The prompts are found by the id of the turn. Without it (an older Codex, or a rollout file that cannot be read), the
 * last message is the one that began the turn.
 */
async function endedTurn({ env }: HookContext, notification: CodexNotification): Promise<EndedTurn> {
  const { 'thread-id': thread, 'turn-id': turn, 'input-messages': said = [], 'party-wrote': wrote = [] } = notification;
  const lines = turn === undefined ? [] : await linesOfTurn({ home: codexHome(env), thread }, turn).catch(() => []);
  const found = turn === undefined ? [] : saidInTurn(lines, turn);
  const { cwd } = notification;
  return { notification, thread, turn, cwd, lines, wrote, prompts: found.length === 0 ? said.slice(-1) : found };
}

/** Loads what it needs only in a party in which a review was asked for. */
async function vouchForFindings(context: HookContext, mailbox: Mailbox, turn: EndedTurn): Promise<void> {
  const messages = await mailbox.messages();
  if (!messages.some(({ kind }) => kind === 'review')) return;
  const { notifyProcess, vouchForTurn } = await import('../hookFacts/word.ts');
  if (await vouchForTurn(notifyProcess(context), turn, messages)) return;
  await context.log('info', 'not called by the reviewer, so the findings stay unproven');
}

async function vouchForSaid(context: HookContext, turn: EndedTurn, asked: Message, words: string): Promise<void> {
  const { notifyProcess, vouchForWords } = await import('../hookFacts/word.ts');
  await vouchForWords(notifyProcess(context), turn, asked, words);
}

function logFailure(context: HookContext, error: unknown): Promise<void> {
  return context.log('error', `the findings stay unproven: ${messageOf(error)}`);
}

/** Starts the program the way Codex would, and does not wait for it. */
async function callUserNotify({ env, paths, session, argument = '' }: HookContext): Promise<void> {
  const [program, ...args] = (await readUserNotify(stateDirectory(paths, session))) ?? [];
  if (program === undefined) return;
  const { ELECTRON_RUN_AS_NODE: _, ...outside } = env;
  const child = spawn(program, [...args, argument], {
    detached: true,
    stdio: 'ignore',
    env: { ...outside, [nested]: '1' },
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`your notify program "${program}" did not start`, { cause })));
  });
  child.unref();
}
