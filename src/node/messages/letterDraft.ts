// How a letter of Codex becomes a message to Claude, and where the answers of both go.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../core/messages/message.ts';
import {
  findingsLine,
  isBareNotice,
  noticeLine,
  questionLine,
  requestsNamedIn,
} from '../../core/messages/paneLines.ts';
import type { Draft } from './mailbox.ts';

/** A letter that names the answer to one of our requests is the news of that answer; any other is a question. */
export function letterDraft(stateDir: string, text: string, messages: readonly Message[]): Draft {
  const named = requestsNamedIn(text);
  // A review may have been sent again or reminded of, each time for the same file.
  const asked = messages.findLast(
    (message) => isRequestToCodex(message) && answersTo(message).some((id) => named.includes(id)),
  );
  const common = { to: 'claude', from: 'codex', text };
  // Whoever asks something about a review may name the file that is still to be written.
  if (asked === undefined || (asked.kind === 'review' && !existsSync(answerFile(stateDir, asked)))) {
    return { ...common, kind: 'question', line: questionLine, response: (id) => responseFile(stateDir, id) };
  }
  const file = answerFile(stateDir, asked);
  const hasRemarks = !isBareNotice(text, file);
  const line = asked.kind === 'review' ? findingsLine : noticeLine;
  return { ...common, kind: 'notice', answers: asked.id, line: (facts) => line(facts, file, { hasRemarks }) };
}

/** Something that Codex answers by writing a file. */
export function isRequestToCodex({ to, kind }: Message): boolean {
  return to === 'codex' && (kind === 'prompt' || kind === 'review');
}

function answersTo({ id, response = '' }: Message): string[] {
  return [id, ...requestsNamedIn(response)];
}

/** Where the answer to a request goes: as we said when we asked, whatever a letter says. */
export function answerFile(stateDir: string, asked: Message): string {
  return asked.response ?? codexResponseFile(stateDir, asked.id);
}

/** Where Claude writes its answer to a question of Codex. */
export function responseFile(stateDir: string, id: string): string {
  return join(stateDir, 'messages', 'to-codex', `response-${id}.md`);
}

/** Where Codex writes its answer to a prompt: the only folder that it can write to. */
export function codexResponseFile(stateDir: string, id: string): string {
  return join(stateDir, 'codex', 'responses', `response-${id}.md`);
}

/** Where Codex writes the findings of a review. */
export function codexFindingsFile(stateDir: string, request: string): string {
  return join(stateDir, 'codex', 'findings', `${request}.json`);
}
