// Settles the messages that were being delivered when a party ended. The composer is gone with the agent, so the
// agent's own record of the conversation tells whether a message was submitted. Without a record, Party asks the user
// instead of typing a message twice.

import { roleLabels } from '../../core/base/role.ts';
import { type Message, nameInLine, wasSubmitted } from '../../core/messages/message.ts';
import { turnFailure } from '../../core/messages/turn.ts';
import type { SessionRecord } from '../../core/session/sessionRecord.ts';
import { hasPrompt, turnInTranscript } from '../agents/claudeTranscript.ts';
import { readConversation } from '../agents/conversations.ts';
import { codexHome } from '../codex/codexConfig.ts';
import { threadWith } from '../codex/codexRollout.ts';
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
    const failure = await failureOf(message);
    if (failure !== undefined) {
      const about = submission?.prompt === undefined ? {} : { prompt: submission.prompt };
      await ended.mailbox.record({ event: 'ended', id, reason: failure, ...about });
      continue;
    }
    const taken = await wasTaken(ended, message);
    if (taken === 'yes' && !wasSubmitted(message)) await ended.mailbox.record({ event: 'submitted', id, by: 'record' });
    // Later messages were delivered after it, so the user decides whether to send it again.
    if (message.state === 'unsure') continue;
    if (taken === 'no') await ended.mailbox.record({ event: 'lost', id });
    if (taken === 'unknown') {
      const reason = `${to} may or may not have taken it before it ended. Send it again with: party message resend ${id}`;
      await ended.mailbox.record({ event: 'failed', id, reason });
    }
  }
}

/**
 * The messages that were typed, and the last ones that Claude's hook has seen: Claude records a prompt a moment after
 * the hook. Once Claude has taken a later prompt, it has recorded the one before.
 */
async function inQuestion({ mailbox, role }: Ended): Promise<readonly Message[]> {
  const messages = (await mailbox.messages()).filter(({ to }) => role === undefined || to === role);
  const seen = messages.filter(({ to, state, submission }) => to === 'claude' && state === 'submitted' && submission);
  const typed = messages.filter(({ state }) => state === 'typing' || state === 'typed' || state === 'unsure');
  return [...typed, ...seen.slice(-2)];
}

/** Why Party does not type it again: the user took it back from Claude, or its turn failed. */
async function failureOf(message: Message): Promise<string | undefined> {
  if (message.returned) return turnFailure({ kind: 'dropped' }, roleLabels.claude);
  const turn = message.state === 'submitted' ? await turnInTranscript(message) : undefined;
  return turn && turnFailure(turn, roleLabels.claude);
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
