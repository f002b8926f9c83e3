// The verb behind `tmux-claude.sh`: Codex's side of the transport, inside or outside its sandbox.

import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { inCodexSandbox } from '../../core/base/actor.ts';
import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { sessionId } from '../../core/project/ids.ts';
import { letterDraft } from '../../node/messages/letterDraft.ts';
import { openMailbox } from '../../node/messages/mailbox.ts';
import { leaveLetter } from '../../node/messages/outbox.ts';
import { openPost, send } from '../../node/messages/send.ts';
import { stateDirectory } from '../../node/project/paths.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { givenText } from '../party/textInput.ts';
import { reportSent } from './sent.ts';

export const tmuxClaude: Command = {
  ...headings['tmux-claude'],
  operandCount: [1, 1],
  options: {},
  details: 'TEXT - reads from stdin.',
  async run(cli, { operands: [given = ''] }) {
    const text = await givenText(given);
    if (text.trim() === '') throw new PartyError('USAGE', 'tmux-claude.sh needs a text');
    if (inCodexSandbox(cli.env)) return queue(cli, text);
    const post = await openPost(cli);
    const { message } = await send(post, __dirname, letterDraft(post.stateDir, text, await post.mailbox.messages()));
    return reportSent(cli, message, 'CLAUDE_REQUEST_DISPATCHED');
  },
};

/** The sandbox gives no access to tmux, so the pane's environment names the party. */
async function queue(cli: Cli, text: string): Promise<number> {
  const name = cli.env['PARTY_SESSION'];
  if (!name)
    throw new PartyError('NO_SESSION', 'PARTY_SESSION is not set, so this Codex belongs to no party', {
      next: [{ act: 'start' }],
    });
  const stateDir = stateDirectory(cli.paths, sessionId(name));
  await access(`${stateDir}/codex`, constants.W_OK).catch((error: unknown) => {
    throw new PartyError(
      'NO_SESSION',
      `${stateDir}/codex cannot be written: the party has ended, or this is another sandbox`,
      { cause: error },
    );
  });
  // Read-only, and only to say where an answer will be. A sandbox that hides the journal must not stop the write.
  const messages = await openMailbox(stateDir)
    .messages()
    .catch(() => []);
  const { id } = await leaveLetter(stateDir, text);
  // Only a question has a response file.
  const response = letterDraft(stateDir, text, messages).response?.(id);
  const lines = ['CLAUDE_REQUEST_QUEUED', 'state: queued', `id: ${id}`];
  if (response !== undefined) lines.push(`response: ${response}`);
  cli.print({
    json: { sentinel: 'CLAUDE_REQUEST_QUEUED', state: 'queued', id, response: response ?? null },
    text: `${lines.join('\n')}\n`,
  });
  return exits.success;
}
