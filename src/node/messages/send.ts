// The messages of a running party: its mailbox, and the delivery from there into its panes.

import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { agentRoles, reviewer } from '../../core/base/role.ts';
import { isPending, isToBeReminded, type Message } from '../../core/messages/message.ts';
import { sessionId } from '../../core/project/ids.ts';
import { findSession, parseRole, resolveRole } from '../../core/session/routing.ts';
import type { Session } from '../../core/tmux/pane.ts';
import { appendToHooksLog } from '../project/hooksLog.ts';
import { partyPaths, stateDirectory } from '../project/paths.ts';
import { checkStateDirectory } from '../project/stateDirectory.ts';
import { isLocked } from '../system/lock.ts';
import { discover } from '../tmux/parties.ts';
import type { Tmux } from '../tmux/tmux.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import type { Delivery } from './attempt.ts';
import { deliverMessage, deliverToEach, type Waiting } from './deliver.ts';
import { answerFile, isRequestToCodex, letterDraft } from './letterDraft.ts';
import { type Draft, type Mailbox, openMailbox } from './mailbox.ts';
import { lockIn } from './mailboxLock.ts';
import { carryLetters } from './outbox.ts';
import { recentLook } from './recentLook.ts';
import { turnsToWatch } from './settleTurns.ts';
import { relayLock, startRelay } from './startRelay.ts';

export interface Post extends SendTarget {
  readonly session: Session;
  readonly stateDir: string;
  readonly mailbox: Mailbox;
}

export async function openPost(machine: TmuxMachine): Promise<Post> {
  const session = await discover(machine);
  const stateDir = stateDirectory(partyPaths(machine.env), session.id ?? sessionId(session.name));
  if (!(await checkStateDirectory(stateDir))) {
    throw new PartyError('NO_SESSION', `${session.name} has no state directory (${stateDir})`, {
      next: [{ act: 'startAnother' }],
    });
  }
  const mailbox = openMailbox(stateDir);
  const look = recentLook(machine.tmux, [session]);
  const locateIn = async (sessions: () => Promise<Session[]>, to: string) => {
    const current = await findLive({ sessions }, session);
    return { session: current, pane: resolveRole(current, parseRole(to)) };
  };
  const locate: Delivery['locate'] = (to, how) => locateIn(() => look(how), to);
  const lastSeen: Delivery['lastSeen'] = async (to) => {
    const seen = look.last();
    return seen && locateIn(() => seen, to).catch(() => undefined);
  };
  const { env, tmux } = machine;
  return { session, stateDir, mailbox, delivery: { env, tmux, mailbox, locate, lastSeen, session } };
}

/** Throws NO_SESSION when the party has ended. */
export async function mustBeLive({ session, delivery }: Post): Promise<void> {
  await findLive(delivery.tmux, session);
}

async function findLive(tmux: Pick<Tmux, 'sessions'>, { id, name }: Session): Promise<Session> {
  const current = findSession(await tmux.sessions(), id ?? name);
  if (current === undefined) throw new PartyError('NO_SESSION', `${name} has ended`);
  return current;
}

/** A party, or the registered agents of a project. */
export interface SendTarget {
  /** Undefined for registered agents, which have no relay: their messages wait for the next sender. */
  readonly session: Session | undefined;
  readonly delivery: Delivery;
}

export interface SentMessage {
  readonly message: Message;
  /** The message that waits: this one or one before it. Left out when this one was submitted. */
  readonly waiting?: Waiting;
}

/**
 * Writes a message and tries to deliver it at once; if that fails, the relay goes on trying. Writes nothing when no
 * pane is certain to be the receiver's. `bundles` is the folder with the relay's program.
 */
export async function send(target: SendTarget, bundles: string, draft: Draft, waitMs = 5000): Promise<SentMessage> {
  const { delivery, session } = target;
  await delivery.locate(draft.to, 'recently');
  const written = await delivery.mailbox.write(draft);
  const { message, waiting } = await deliverMessage(delivery, written, waitMs);
  const isWatched = !isPending(message) && session !== undefined && (await turnsToWatch(delivery)).length > 0;
  if (!isPending(message) && !isWatched) return { message };
  if (session !== undefined) await relayFor(delivery, session, bundles);
  return waiting === undefined ? { message } : { message, waiting };
}

/**
 * A turn that met a limit leaves a reminder, and the relay that watched the turn may have ended. A relay that runs is
 * not woken, because commands that only read may come every few seconds.
 */
export async function relayReminders({ delivery, session }: SendTarget, bundles: string): Promise<void> {
  const { mailbox } = delivery;
  if (session === undefined || !(await mailbox.messages()).some(isToBeReminded)) return;
  if (!(await isLocked(lockIn(mailbox.directory, relayLock)))) await relayFor(delivery, session, bundles);
}

function relayFor({ env, mailbox }: Delivery, { id, name }: Session, bundles: string): Promise<void> {
  return startRelay(mailbox.directory, bundles, { ...env, PARTY_SESSION: id ?? name });
}

/** One look at everything that waits: Codex's outbox, then each agent. Returns what still waits, and why. */
export async function drain(post: Post): Promise<Waiting[]> {
  const { unreadable } = await carryLetters(post.mailbox, (text, messages) =>
    letterDraft(post.stateDir, text, messages),
  );
  for (const problem of unreadable) await logProblem(post, problem);
  await markAnswered(post);
  return deliverToEach(post.delivery, agentRoles);
}

/** Logs like the hooks, so that hooks.jsonl has the problem no matter which process read the letter. */
async function logProblem({ session, delivery }: Post, message: string): Promise<void> {
  if (session.project === undefined) return;
  const project = join(partyPaths(delivery.env).home, 'projects', session.project);
  await appendToHooksLog(project, { hook: 'relay', session: session.id, level: 'error', message });
}

/**
 * A request is answered when Codex has announced its answer, also if its delivery was unsure. A request that Codex has
 * not been shown stays open, no matter what a letter names.
 */
async function markAnswered({ mailbox, stateDir }: Post): Promise<void> {
  const messages = await mailbox.messages();
  const requests = messages.filter(isRequestToCodex);
  const news = new Set(
    messages.flatMap(({ kind, from, answers }) => (kind === 'notice' && from === reviewer ? answers : [])),
  );
  const written = new Set(requests.filter(({ id }) => news.has(id)).map((asked) => answerFile(stateDir, asked)));
  for (const asked of requests) {
    const file = answerFile(stateDir, asked);
    // An answer that Codex writes after a turn that failed or met a limit counts too.
    const met = asked.limits !== undefined || (asked.state === 'failed' && asked.ended);
    const shown = ['submitted', 'unsure'].includes(asked.state) || met;
    if (shown && written.has(file)) await mailbox.record({ event: 'answered', id: asked.id, file });
  }
}
