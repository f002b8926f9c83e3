// How it is known that a message was submitted: by the agent's own word where it gives one, else by what its pane shows.

import { join } from 'node:path';
import { type Message, nameInLine, wasSubmitted } from '../../core/messages/message.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { readConversation, recordConversation } from '../agents/conversations.ts';
import { codexHome } from '../codex/codexConfig.ts';
import { isInTurn, type RolloutPlace, threadWith } from '../codex/codexRollout.ts';
import { partyPaths } from '../project/paths.ts';
import type { Tmux } from '../tmux/tmux.ts';
import { watchEcho } from './echo.ts';
import type { Mailbox } from './mailbox.ts';

export interface ConfirmationSource {
  readonly env: NodeJS.ProcessEnv;
  readonly tmux: Tmux;
  readonly mailbox: Mailbox;
}

export interface Confirmation {
  /** Asked again and again after the keys were sent. Answers with who said so, which is kept in the journal. */
  ask(): Promise<string | undefined>;
  /** Whether the text may stand in the agent's composer, unsent. */
  maybeUnsent(): Promise<boolean>;
  /** How often the text stood on the pane before the keys were sent, for a program that only its pane tells about. */
  readonly row: number | undefined;
}

/** Called before anything is typed: the answer of a pane is a comparison with how it was then. */
export async function prepareConfirmation(
  source: ConfirmationSource,
  session: Session,
  pane: Pane,
  message: Message,
): Promise<Confirmation> {
  const unknown = { maybeUnsent: async () => true, row: undefined };
  const recorded = async () => ((await isRecorded(source.mailbox, message.id)) ? 'hook' : undefined);
  if (pane.adapter === 'claude' || (pane.demo && pane.role === 'claude')) return { ask: recorded, ...unknown };
  if (pane.adapter === 'codex' && !pane.demo) {
    const place = await codexPlace(source.env, session);
    return { ask: async () => (await inRollout(source, session, place, message)) ?? recorded(), ...unknown };
  }
  // Whoever was killed while he typed has left the number in the journal.
  const known = message.state === 'written' ? undefined : message.row;
  const echo = await watchEcho(source.tmux, pane.id, message.line, known);
  return {
    ask: async () => ((await echo.read()) === 'submitted' ? 'echo' : recorded()),
    maybeUnsent: async () => (await echo.read()) === 'in-composer',
    row: echo.before,
  };
}

/**
 * A word that comes after everything has stopped waiting for it. Claude's hook and Codex's notify bring theirs by
 * themselves, and what stands on a pane by then may be another message with the same end.
 */
export async function lateWord(
  source: ConfirmationSource,
  session: Session,
  pane: Pane,
  message: Message,
): Promise<string | undefined> {
  if (pane.adapter !== 'codex' || pane.demo) return undefined;
  return inRollout(source, session, await codexPlace(source.env, session), message);
}

async function inRollout(
  { env }: ConfirmationSource,
  session: Session,
  place: RolloutPlace,
  message: Message,
): Promise<'rollout' | undefined> {
  const thread = await threadWith(place, nameInLine(message), Date.parse(message.writtenAt));
  if (thread === undefined) return undefined;
  await rememberThread(env, session, place, thread);
  return 'rollout';
}

async function isRecorded(mailbox: Mailbox, id: string): Promise<boolean> {
  const message = (await mailbox.messages()).find((candidate) => candidate.id === id);
  return message !== undefined && (wasSubmitted(message) || message.ended);
}

/** How long an agent may take to show that it has begun with a message. */
const slowestMs = 5000;

/**
 * For a moment after a message was submitted Codex's title still says that it is ready, and Enter would then steer the
 * turn that has just begun. The rollout file knows better.
 */
export async function hasJustBegun(source: ConfirmationSource, session: Session, pane: Pane): Promise<boolean> {
  if (pane.adapter !== 'codex' || pane.demo) return false;
  const messages = await source.mailbox.messages();
  const taken = messages.findLast(
    ({ to, state }) => to === pane.role && (state === 'submitted' || state === 'answered'),
  );
  const since = taken === undefined ? 0 : Date.parse(taken.since);
  return Date.now() - since < slowestMs && isInTurn(await codexPlace(source.env, session), since);
}

/** Codex itself tells its thread at the end of a turn; should it be killed in the first one, the message is in there. */
async function rememberThread(
  env: NodeJS.ProcessEnv,
  session: Session,
  { thread: known }: RolloutPlace,
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

export async function codexPlace(env: NodeJS.ProcessEnv, session: Session): Promise<RolloutPlace> {
  if (session.project === undefined || session.id === undefined) return { home: codexHome(env) };
  const project = join(partyPaths(env).home, 'projects', session.project);
  const record = await readConversation(project, session.id, 'codex');
  return {
    home: record?.home ?? codexHome(env),
    ...(record === undefined ? {} : { thread: record.conversation }),
  };
}
