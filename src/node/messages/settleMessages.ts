// Settles the messages that were being delivered when a party ended. The composer is gone with the agent, so the
// agent's own record of the conversation tells whether a message was submitted. Without a record, Party asks the user
// instead of typing a message twice.

import { roleLabels } from '../../core/base/role.ts';
import { isQueued, type Message, nameInLine, wasSubmitted } from '../../core/messages/message.ts';
import { type FailedTurn, type Turn, turnFailure } from '../../core/messages/turn.ts';
import type { SessionRecord } from '../../core/session/sessionRecord.ts';
import { hasPrompt, turnInTranscript } from '../agents/claudeTranscript.ts';
import { readConversation } from '../agents/conversations.ts';
import { noteFailure } from '../agents/limits.ts';
import { codexHome } from '../codex/codexConfig.ts';
import { threadWith } from '../codex/codexRollout.ts';
import { remindLater } from './limitedTurns.ts';
import type { Mailbox } from './mailbox.ts';

export interface Ended {
  readonly env: NodeJS.ProcessEnv;
  /** The project's directory under `$PARTY_HOME/projects`. */
  readonly project: string;
  readonly record: SessionRecord;
  readonly mailbox: Mailbox;
  /** Only this agent has ended; all of them when undefined. */
  readonly role?: string;
}

export async function settleMessages(ended: Ended): Promise<void> {
  for (const message of await inQuestion(ended)) {
    const { id, to, submission } = message;
    const turn = await endOf(message);
    if (turn?.kind === 'failed' && (await metLimit(ended, message, turn))) continue;
    const failure = turn && turnFailure(turn, roleLabels.claude);
    if (failure !== undefined) {
      const about = submission?.prompt === undefined ? {} : { prompt: submission.prompt };
      await ended.mailbox.record({ event: 'ended', id, reason: failure, ...about });
      continue;
    }
    const taken = await wasTaken(ended, message);
    if (taken === 'yes' && !wasSubmitted(message)) await ended.mailbox.record({ event: 'submitted', id, by: 'record' });
    // Later messages were delivered after an unsure one, so the user decides whether to send it again. Codex keeps its
    // queue, and takes a queued one when it opens the thread again.
    if (message.state === 'unsure' || isQueued(message)) continue;
    if (taken === 'no') await ended.mailbox.record({ event: 'lost', id });
    if (taken === 'unknown') {
      const reason = `${to} may or may not have taken it before it ended. Send it again with: party message resend ${id}`;
      await ended.mailbox.record({ event: 'failed', id, reason });
    }
  }
}

/**
 * The messages that were typed or queued, and the last ones that Claude's hook has seen: Claude records a prompt a moment after
 * the hook. Once Claude has taken a later prompt, it has recorded the one before.
 */
async function inQuestion({ mailbox, role }: Ended): Promise<readonly Message[]> {
  const messages = (await mailbox.messages()).filter(({ to }) => role === undefined || to === role);
  const seen = messages.filter(({ to, state, submission }) => to === 'claude' && state === 'submitted' && submission);
  const sent = (message: Message) => ['typing', 'typed', 'unsure'].includes(message.state) || isQueued(message);
  const typed = messages.filter(sent);
  return [...typed, ...seen.slice(-2)];
}

/** Its turn, or that the user took it back from Claude. Undefined when it was not submitted. */
async function endOf(message: Message): Promise<Turn | undefined> {
  if (message.returned) return { kind: 'dropped' };
  return message.state === 'submitted' ? turnInTranscript(message) : undefined;
}

/** True when the message goes on after the limit. */
async function metLimit({ project, mailbox }: Ended, message: Message, turn: FailedTurn): Promise<boolean> {
  if (message.ended || (await noteFailure(project, message.to, turn)) === undefined) return false;
  return remindLater(mailbox, message, turn);
}

type Taken = 'yes' | 'no' | 'unknown';

async function wasTaken({ env, project, record }: Ended, message: Message): Promise<Taken> {
  const agent = record.agents?.[message.to];
  const conversation = async (role: 'claude' | 'codex') => readConversation(project, record.id, role);
  if (agent?.adapter === 'claude') {
    const transcript = message.submission?.transcript ?? (await conversation('claude'))?.transcript;
    const seen = transcript === undefined ? undefined : await hasPrompt(transcript, nameInLine(message));
    // The hook saw the message but the transcript is gone: the message was submitted.
    return seen === true || (seen === undefined && message.state === 'submitted') ? 'yes' : 'no';
  }
  if (agent?.adapter === 'codex') {
    const thread = await conversation('codex');
    const place = {
      home: thread?.home ?? codexHome(env),
      ...(thread === undefined ? {} : { thread: thread.conversation }),
    };
    const seen = await threadWith(place, nameInLine(message), Date.parse(message.writtenAt));
    return seen === undefined ? 'no' : 'yes';
  }
  // The demo Claude runs the hook before it takes a message.
  if (message.state === 'submitted') return 'yes';
  return agent?.demo && message.to === 'claude' ? 'no' : 'unknown';
}
