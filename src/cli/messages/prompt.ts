// `tmux-codex.sh --prompt TEXT [WORKDIR]`: a task for Codex.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { senderOf } from '../../core/base/actor.ts';
import { PartyError } from '../../core/base/errors.ts';
import { reviewer } from '../../core/base/role.ts';
import { withAnswerWay } from '../../core/messages/messageFile.ts';
import { promptLine } from '../../core/messages/paneLines.ts';
import { codexResponseFile } from '../../node/messages/letterDraft.ts';
import { openPost, send } from '../../node/messages/send.ts';
import type { Cli } from '../party/cli.ts';
import { tmuxClaudeScript } from './scripts.ts';
import { reportSent } from './sent.ts';

export async function prompt(cli: Cli, text: string, workdir: string | undefined): Promise<number> {
  if (text.trim() === '') throw new PartyError('USAGE', '--prompt needs a text');
  const place = workdir === undefined ? undefined : await directoryAt(cli.cwd, workdir);
  const post = await openPost(cli);
  const { message } = await send(post, __dirname, {
    to: reviewer,
    from: senderOf(cli.env),
    kind: 'prompt',
    text,
    line: (facts) => promptLine(facts, place),
    response: (id) => codexResponseFile(post.stateDir, id),
    contents: ({ response = '' }) =>
      withAnswerWay(text, { response, then: [tmuxClaudeScript(cli.paths), `Response ready: ${response}`] }),
  });
  return reportSent(cli, message, 'CODEX_TASK_REQUESTED');
}

/** The path becomes part of the line typed to Codex, and Codex may run in another directory, so it is made absolute. */
async function directoryAt(cwd: string, given: string): Promise<string> {
  const path = resolve(cwd, given);
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(given + path))
    throw new PartyError('USAGE', `WORKDIR ${JSON.stringify(given)} has control characters in it`);
  const there = await stat(path).catch(() => undefined);
  if (given === '' || !there?.isDirectory())
    throw new PartyError(
      'USAGE',
      `WORKDIR "${given}" is not a directory; --prompt takes the whole text as one argument`,
    );
  return path;
}
