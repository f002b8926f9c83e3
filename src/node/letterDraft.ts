// How a letter of Codex becomes a message to Claude, and where the answers of both go.

import { join } from 'node:path';
import { isBareNotice, noticeLine, questionLine, requestsNamedIn } from '../core/letters.ts';
import type { Message } from '../core/message.ts';
import type { Draft } from './mailbox.ts';

/** A letter that names the answer to one of our prompts is the news of that answer; any other is a question. */
export function letterDraft(stateDir: string, text: string, messages: readonly Message[]): Draft {
  const named = requestsNamedIn(text);
  const asked = messages.find((message) => isPromptToCodex(message) && named.includes(message.id));
  const common = { to: 'claude', from: 'codex', text };
  if (asked === undefined) {
    return { ...common, kind: 'question', line: questionLine, response: (id) => responseFile(stateDir, id) };
  }
  const file = codexResponseFile(stateDir, asked.id);
  const hasRemarks = !isBareNotice(text, file);
  return { ...common, kind: 'notice', answers: asked.id, line: (facts) => noticeLine(facts, file, hasRemarks) };
}

export function isPromptToCodex({ to, kind }: Message): boolean {
  return to === 'codex' && kind === 'prompt';
}

/** Where Claude writes its answer to a question of Codex. */
export function responseFile(stateDir: string, id: string): string {
  return join(stateDir, 'messages', 'to-codex', `response-${id}.md`);
}

/** Where Codex writes its answer to a prompt: the only folder that it can write to. */
export function codexResponseFile(stateDir: string, id: string): string {
  return join(stateDir, 'codex', 'responses', `response-${id}.md`);
}
