// Turns a letter of Codex into a message to Claude, and names the files for the answers of both.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { author, reviewer } from '../../core/base/role.ts';
import type { Message } from '../../core/messages/message.ts';
import { withAnswerWay } from '../../core/messages/messageFile.ts';
import {
  findingsLine,
  isBareNotice,
  noticeLine,
  questionLine,
  requestsNamedIn,
} from '../../core/messages/paneLines.ts';
import type { Draft } from './mailbox.ts';

/** A letter that names the answer to one of our requests announces that answer. Any other letter is a question. */
export function letterDraft(stateDir: string, text: string, messages: readonly Message[]): Draft {
  const named = requestsNamedIn(text);
  // A review may have been sent again, or Codex reminded of it, each time with the same answer file.
  const asked = messages.findLast(
    (message) => isRequestToCodex(message) && answersTo(message).some((id) => named.includes(id)),
  );
  const common = { to: author, from: reviewer, text };
  // A question of Codex about a review may name the answer file before that file exists.
  if (asked === undefined || (asked.kind === 'review' && !existsSync(answerFile(stateDir, asked)))) {
    return {
      ...common,
      kind: 'question',
      line: questionLine,
      response: (id) => responseFile(stateDir, id),
      contents: ({ response = '' }) =>
        withAnswerWay(text, { response, then: ['tmux-codex.sh', '--respond', response] }),
    };
  }
  const file = answerFile(stateDir, asked);
  const hasRemarks = !isBareNotice(text, file);
  const line = asked.kind === 'review' ? findingsLine : noticeLine;
  return {
    ...common,
    kind: 'notice',
    answers: asked.id,
    subject: asked.subject ?? '',
    ...(asked.round === undefined ? {} : { round: asked.round }),
    line: (facts) => line(facts, file, { hasRemarks }),
  };
}

/** True for a message that Codex answers by writing a file. */
export function isRequestToCodex({ to, kind }: Message): boolean {
  return to === reviewer && (kind === 'prompt' || kind === 'review');
}

function answersTo({ id, response = '' }: Message): string[] {
  return [id, ...requestsNamedIn(response)];
}

/** The file for the answer to a request, as the request named it. A letter cannot change it. */
export function answerFile(stateDir: string, asked: Message): string {
  return asked.response ?? codexResponseFile(stateDir, asked.id);
}

/** The file for Claude's answer to a question of Codex. */
function responseFile(stateDir: string, id: string): string {
  return join(stateDir, 'messages', 'to-codex', `response-${id}.md`);
}

/** The file for Codex's answer to a prompt, in the only folder that Codex can write to. */
export function codexResponseFile(stateDir: string, id: string): string {
  return join(stateDir, 'codex', 'responses', `response-${id}.md`);
}

/** The file for Codex's findings of a review. */
export function codexFindingsFile(stateDir: string, request: string): string {
  return join(stateDir, 'codex', 'findings', `${request}.json`);
}
