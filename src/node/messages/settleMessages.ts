// What became of the messages that were on their way when a party ended. The composer they stood in is gone with the
// agent, so whether one was submitted is read from the agent's own record of the conversation; where there is none, a
// person is asked rather than a message typed twice.

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
}

export async function settleMessages(ended: Ended): Promise<void> {
  for (const message of await inQuestion(ended.mailbox)) {
    const { id, to, submission } = message;
    const failure = await failureOf(message);
    if (failure !== undefined) {
      const about = submission?.prompt === undefined ? {} : { prompt: submission.prompt };
      await ended.mailbox.record({ event: 'ended', id, reason: failure, ...about });
      continue;
    }
    const taken = await wasTaken(ended, message);
    if (taken === 'yes' && !wasSubmitted(message)) await ended.mailbox.record({ event: 'submitted', id, by: 'record' });
    // Later messages have gone past it, so that the human decides whether it is sent again.
    if (message.state === 'unsure') continue;
    if (taken === 'no') await ended.mailbox.record({ event: 'lost', id });
    if (taken === 'unknown') {
      const reason = `${to} may or may not have taken it before the party ended. Send it again with: party message resend ${id}`;
      await ended.mailbox.record({ event: 'failed', id, reason });
    }
  }
}

/**
 * Those that were typed; and the last that Claude's hook has seen, because Claude itself writes a prompt down a moment
 * later. When it has taken another since, the one before was written down.
 */
async function inQuestion(mailbox: Mailbox): Promise<readonly Message[]> {
  const messages = await mailbox.messages();
  const seen = messages.filter(({ to, state, submission }) => to === 'claude' && state === 'submitted' && submission);
  const typed = messages.filter(({ state }) => state === 'typing' || state === 'typed' || state === 'unsure');
  return [...typed, ...seen.slice(-2)];
}

/** Why it is not typed again by itself: Claude had it, and a person took it back, or its turn failed. */
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
    // The hook's word without the file to it: it may have been removed, but the message was there.
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
  // The stand-in for Claude runs the hook before it takes anything.
  if (message.state === 'submitted') return 'yes';
  return agent?.demo && message.to === 'claude' ? 'no' : 'unknown';
}
