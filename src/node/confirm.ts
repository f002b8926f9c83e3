// How it is known that a message was submitted: by the agent's own word where it gives one, else by what its pane shows.

import { join } from 'node:path';
import type { Message } from '../core/message.ts';
import type { Pane, Session } from '../core/pane.ts';
import { codexHome } from './codexConfig.ts';
import { wasSubmitted } from './codexRollout.ts';
import { readConversation } from './conversations.ts';
import { cursorRow, readEcho } from './echo.ts';
import type { Mailbox } from './mailbox.ts';
import { partyPaths } from './paths.ts';
import type { Tmux } from './tmux.ts';

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
  /** The row of the cursor before the keys were sent, for a program that only its pane tells about. */
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
    const since = Date.parse(message.writtenAt);
    const { home, thread } = await codexThread(source.env, session);
    const ask = async () => ((await wasSubmitted(home, message.id, since, thread)) ? 'rollout' : recorded());
    return { ask, ...unknown };
  }
  // Whoever was killed while he typed has left the row in the journal.
  const row = message.row ?? (await cursorRow(source.tmux, pane.id));
  const echo = () => readEcho(source.tmux, pane.id, message.line, row);
  return {
    ask: async () => ((await echo()) === 'submitted' ? 'echo' : recorded()),
    maybeUnsent: async () => (await echo()) === 'in-composer',
    row,
  };
}

async function isRecorded(mailbox: Mailbox, id: string): Promise<boolean> {
  const message = (await mailbox.messages()).find((candidate) => candidate.id === id);
  return message?.state === 'submitted' || message?.state === 'answered';
}

async function codexThread(env: NodeJS.ProcessEnv, session: Session): Promise<{ home: string; thread?: string }> {
  if (session.project === undefined || session.id === undefined) return { home: codexHome(env) };
  const project = join(partyPaths(env).home, 'projects', session.project);
  const record = await readConversation(project, session.id, 'codex');
  return {
    home: record?.home ?? codexHome(env),
    ...(record === undefined ? {} : { thread: record.conversation }),
  };
}
