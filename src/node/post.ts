// The post of a running party: its mailbox, and the delivery from there into its panes.

import { join } from 'node:path';
import { PartyError } from '../core/errors.ts';
import { sessionId } from '../core/ids.ts';
import { answeredBy, noticeLine, questionLine } from '../core/letters.ts';
import { isPending, type Message } from '../core/message.ts';
import type { Session } from '../core/pane.ts';
import { agentRoles } from '../core/role.ts';
import { findSession, parseRole, resolveRole } from '../core/routing.ts';
import { type Delivery, deliverTo, type Waiting } from './deliver.ts';
import { startPartyDetached } from './detached.ts';
import { type Draft, type Mailbox, openMailbox } from './mailbox.ts';
import { carryLetters, type Letter } from './outbox.ts';
import { discover, type Surroundings } from './parties.ts';
import { partyPaths, stateDirectory } from './paths.ts';
import { checkStateDirectory } from './stateDirectory.ts';

export interface Post {
  readonly session: Session;
  readonly stateDir: string;
  readonly mailbox: Mailbox;
  readonly delivery: Delivery;
}

export async function openPost(where: Surroundings, named?: string): Promise<Post> {
  const session = await discover(where, named);
  const stateDir = stateDirectory(partyPaths(where.env), session.id ?? sessionId(session.name));
  if (!(await checkStateDirectory(stateDir))) {
    throw new PartyError(
      'NO_SESSION',
      `${session.name} has no state directory (${stateDir}). Start a new one: party start --new`,
    );
  }
  const mailbox = openMailbox(stateDir);
  const locate = async (to: string) => {
    const current = findSession(await where.tmux.sessions(), session.id ?? session.name);
    if (current === undefined) throw new PartyError('NO_SESSION', `${session.name} has ended`);
    return { session: current, pane: resolveRole(current, parseRole(to)) };
  };
  return { session, stateDir, mailbox, delivery: { env: where.env, tmux: where.tmux, mailbox, locate } };
}

/** Writes a message and tries at once; what cannot be delivered now is left to the relay. */
export async function send(
  post: Post,
  bundles: string,
  draft: Draft,
): Promise<{ message: Message; waiting?: Waiting }> {
  const { id } = await post.mailbox.write(draft);
  const waiting = await deliverTo(post.delivery, draft.to, 5000);
  const message = (await post.mailbox.messages()).find((candidate) => candidate.id === id);
  if (message === undefined) throw new PartyError('INTERNAL', `message ${id} is not in the journal`);
  if (!isPending(message)) return { message };
  startRelay(post, bundles);
  return waiting === undefined ? { message } : { message, waiting };
}

/** One look at everything that waits: Codex's outbox, then each agent. Answers with what still waits, and why. */
export async function drain(post: Post): Promise<Waiting[]> {
  await carryLetters(post.mailbox, (letter) => letterDraft(post, letter));
  await markAnswered(post);
  const waiting = await Promise.all(agentRoles.map((role) => deliverTo(post.delivery, role)));
  return waiting.filter((one) => one !== undefined);
}

/** Harmless when one is running: the second finds the lock taken and ends. */
export function startRelay({ session, delivery }: Pick<Post, 'session' | 'delivery'>, bundles: string): void {
  startPartyDetached(bundles, ['relay'], { ...delivery.env, PARTY_SESSION: session.id ?? session.name });
}

/** A letter that names the file of an answer is the news of that answer; any other is a question. */
export function letterDraft({ stateDir }: Pick<Post, 'stateDir'>, { text }: Pick<Letter, 'text'>): Draft {
  const answered = answeredBy(text);
  const common = { to: 'claude', from: 'codex', text };
  return answered === undefined
    ? { ...common, kind: 'question', line: questionLine, response: (id) => responseFile(stateDir, id) }
    : {
        ...common,
        kind: 'notice',
        answers: answered.id,
        line: (facts) => noticeLine({ ...facts, file: answered.file }),
      };
}

/** A prompt is answered when Codex has said where its answer is. */
async function markAnswered({ mailbox }: Post): Promise<void> {
  const messages = await mailbox.messages();
  for (const notice of messages) {
    const asked = messages.find((message) => message.id === notice.answers);
    if (asked === undefined || asked.state === 'answered') continue;
    const file = answeredBy(notice.line)?.file ?? notice.file;
    await mailbox.record({ event: 'answered', id: asked.id, file });
  }
}

/** Where Claude writes its answer to a question of Codex. */
export function responseFile(stateDir: string, id: string): string {
  return join(stateDir, 'messages', 'to-codex', `response-${id}.md`);
}

/** Where Codex writes its answer to a prompt: the only folder that it can write to. */
export function codexResponseFile(stateDir: string, id: string): string {
  return join(stateDir, 'codex', 'responses', `response-${id}.md`);
}
