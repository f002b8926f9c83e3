// Confirms that a message was submitted: by a report of the agent itself if it gives one, else by what its pane shows.

import { join } from 'node:path';
import { type Message, nameInLine, wasSubmitted } from '../../core/messages/message.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { readConversation, recordConversation } from '../agents/conversations.ts';
import { codexHome } from '../codex/codexConfig.ts';
import { isCodexInTurn, type RolloutQuery, threadWith } from '../codex/codexRollout.ts';
import { partyPaths } from '../project/paths.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { watchEcho } from './echo.ts';
import type { Mailbox } from './mailbox.ts';

export interface MailMachine extends Pick<TmuxMachine, 'env' | 'tmux'> {
  readonly mailbox: Mailbox;
}

export interface Confirmation {
  /** Polled after the keys were sent. Returns the source of the confirmation, which goes into the journal. */
  ask(): Promise<string | undefined>;
  /** True when the text may still be in the agent's composer, unsent. */
  maybeUnsent(): Promise<boolean>;
  /** How often the text was on the pane before the keys were sent; only for a program that reports nothing itself. */
  readonly row: number | undefined;
}

/** Call this before anything is typed: the check of a pane compares it with its content at this moment. */
export async function prepareConfirmation(
  machine: MailMachine,
  session: Session,
  pane: Pane,
  message: Message,
): Promise<Confirmation> {
  const unknown = { maybeUnsent: async () => true, row: undefined };
  const recorded = async () => ((await isRecorded(machine.mailbox, message.id)) ? 'hook' : undefined);
  if (pane.adapter === 'claude' || (pane.demo && pane.role === 'claude')) return { ask: recorded, ...unknown };
  if (pane.adapter === 'codex' && !pane.demo) {
    const query = await codexRollouts(machine.env, session);
    return { ask: async () => (await inRollout(machine, session, query, message)) ?? recorded(), ...unknown };
  }
  // A process that was killed while it typed has left the number in the journal.
  const known = message.state === 'written' ? undefined : message.row;
  const echo = await watchEcho(machine.tmux, pane.id, message.line, known);
  return {
    ask: async () => ((await echo.read()) === 'submitted' ? 'echo' : recorded()),
    maybeUnsent: async () => (await echo.read()) === 'in-composer',
    row: echo.before,
  };
}

/**
 * A confirmation that comes after the wait has ended. Only Codex's rollout file can give one here: Claude's hook and
 * Codex's notify report on their own, and text on a pane may by then be another message with the same end.
 */
export async function lateWord(
  machine: MailMachine,
  session: Session,
  pane: Pane,
  message: Message,
): Promise<string | undefined> {
  if (pane.adapter !== 'codex' || pane.demo) return undefined;
  return inRollout(machine, session, await codexRollouts(machine.env, session), message);
}

async function inRollout(
  { env }: MailMachine,
  session: Session,
  query: RolloutQuery,
  message: Message,
): Promise<'rollout' | undefined> {
  const thread = await threadWith(query, nameInLine(message), Date.parse(message.writtenAt));
  if (thread === undefined) return undefined;
  await rememberThread(env, session, query, thread);
  return 'rollout';
}

async function isRecorded(mailbox: Mailbox, id: string): Promise<boolean> {
  const message = (await mailbox.messages()).find((candidate) => candidate.id === id);
  return message !== undefined && (wasSubmitted(message) || message.ended);
}

/** How long an agent may take to show that it has started on a message. */
const slowestMs = 5000;

/**
 * For a moment after a message is submitted, Codex's title still says that it is ready. Enter would then steer the turn
 * that has just begun. The rollout file shows that turn earlier.
 */
export async function hasJustBegun(machine: MailMachine, session: Session, pane: Pane): Promise<boolean> {
  if (pane.adapter !== 'codex' || pane.demo) return false;
  const messages = await machine.mailbox.messages();
  const taken = messages.findLast(
    ({ to, state }) => to === pane.role && (state === 'submitted' || state === 'answered'),
  );
  const since = taken === undefined ? 0 : Date.parse(taken.since);
  return Date.now() - since < slowestMs && isCodexInTurn(await codexRollouts(machine.env, session), since);
}

/**
 * Codex reports its thread only at the end of a turn. If it is killed in its first turn, this record still has the
 * thread.
 */
async function rememberThread(
  env: NodeJS.ProcessEnv,
  session: Session,
  { thread: known }: RolloutQuery,
  thread: string,
): Promise<void> {
  if (session.project === undefined || session.id === undefined || thread === '' || thread === known) return;
  await recordConversation(join(partyPaths(env).home, 'projects', session.project), session.id, 'codex', {
    conversation: thread,
    cwd: session.path,
    at: new Date().toISOString(),
    ...(env['CODEX_HOME'] ? { home: env['CODEX_HOME'] } : {}),
  });
}

export async function codexRollouts(env: NodeJS.ProcessEnv, session: Session): Promise<RolloutQuery> {
  if (session.project === undefined || session.id === undefined) return { home: codexHome(env) };
  const project = join(partyPaths(env).home, 'projects', session.project);
  const record = await readConversation(project, session.id, 'codex');
  return {
    home: record?.home ?? codexHome(env),
    ...(record === undefined ? {} : { thread: record.conversation }),
  };
}
