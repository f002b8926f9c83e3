// How a letter of Codex becomes a message to Claude, and where the answers of both go.

import { join } from 'node:path';
import { answeredBy, noticeLine, questionLine } from '../core/letters.ts';
import type { Draft } from './mailbox.ts';

/** A letter that names the file of an answer is the news of that answer; any other is a question. */
export function letterDraft(stateDir: string, text: string): Draft {
  const answered = answeredBy(text);
  const common = { to: 'claude', from: 'codex', text };
  if (answered === undefined) {
    return { ...common, kind: 'question', line: questionLine, response: (id) => responseFile(stateDir, id) };
  }
  // "Response ready: F" says nothing but F; whoever writes more has something to say that must be read as well.
  const hasRemarks = text.replace(answered.file, '').trim().length > 60;
  return {
    ...common,
    kind: 'notice',
    answers: answered.id,
    line: (facts) => noticeLine(facts, answered.file, hasRemarks),
  };
}

/** Where Claude writes its answer to a question of Codex. */
export function responseFile(stateDir: string, id: string): string {
  return join(stateDir, 'messages', 'to-codex', `response-${id}.md`);
}

/** Where Codex writes its answer to a prompt: the only folder that it can write to. */
export function codexResponseFile(stateDir: string, id: string): string {
  return join(stateDir, 'codex', 'responses', `response-${id}.md`);
}
