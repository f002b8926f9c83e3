// The line that a pane gets about a message: the sender, the file, and where the answer goes. The text itself stays in
// the file, where nothing can expand, execute or cut it.

import { shellWord } from '../base/shellWord.ts';
import { utf8Length } from '../base/utf8.ts';
import { composerText, paneText } from '../tmux/paneText.ts';
import { type Message, reminderName } from './message.ts';

export interface LetterFacts {
  readonly id: string;
  readonly file: string;
  readonly response: string | undefined;
}

export function promptLine({ file, response }: LetterFacts, workdir?: string): string {
  const place = workdir === undefined ? '' : ` Work in: ${workdir} —`;
  return composerText('[CLAUDE]', `Task waiting.${place} Read: ${file} — Write response to: ${response} .`);
}

/** For Codex. The file names what to review, the form of the answer and how to notify. */
export function reviewLine({ file, response }: LetterFacts): string {
  return composerText('[CLAUDE]', `Review waiting. Read: ${file} — Write findings to: ${response} .`);
}

/** For Codex: a reminder of an overdue review. */
export function nudgeLine({ file, response }: LetterFacts): string {
  return composerText('[CLAUDE]', `Review overdue. Read: ${file} — Write findings to: ${response} .`);
}

/** For an agent whose turn with this message met a limit, when the limit is over. It names the message, not its text. */
export function reminderLine(message: Pick<Message, 'id' | 'from' | 'file' | 'response' | 'limits'>): string {
  const { id, from, file, response, limits = 0 } = message;
  const answer = response === undefined ? '' : ` — Write the answer to: ${response}`;
  const name = reminderName(id, limits + 1);
  return composerText(
    `[${from.toUpperCase()} ${id}]`,
    `Your limit is over. Go on with the message ${name}. Read: ${file}${answer} .`,
  );
}

/** For Claude: Codex can be asked again. */
export function limitOverLine(id: string, what: string): string {
  return composerText(`[CODEX ${id}]`, `The limit of Codex is over. ${what} .`);
}

export function questionLine({ file, response }: LetterFacts): string {
  return composerText('[CODEX]', `Question waiting. Read: ${file} — Write response to: ${response}`);
}

/** For Codex: Claude has answered its question. */
export function responseLine({ file }: LetterFacts): string {
  return composerText('[CLAUDE]', `Response waiting. Read: ${file} .`);
}

interface Notice {
  /** Whether Codex writes more than that it has finished. */
  readonly hasRemarks: boolean;
}

/**
 * For Claude: Codex has finished, and may have remarks. The response file's name has the id of the request, so this
 * message has its own id in the prefix.
 */
export function noticeLine({ id, file }: LetterFacts, response: string, { hasRemarks }: Notice): string {
  const remarks = hasRemarks ? ` — and what Codex says about it: ${file}` : '';
  return composerText(`[CODEX ${id}]`, `Response ready. Read: ${response}${remarks}`);
}

/** For Claude: Codex has written its findings, and Claude should read them next. */
export function findingsLine({ id, file }: LetterFacts, findings: string, { hasRemarks }: Notice): string {
  const remarks = hasRemarks ? ` — and what Codex says about it: ${file}` : '';
  return composerText(
    `[CODEX ${id}]`,
    `Findings ready. Run: tmux-codex.sh --review-complete ${shellWord(findings)}${remarks}`,
  );
}

/** Longer texts are passed as a file instead of pasted. */
const pastedAtMost = 8000;

export function talkLine(from: string, text: string, { id, file }: LetterFacts): string {
  const prefix = `[${from.toUpperCase()} ${id}]`;
  return text.length <= pastedAtMost
    ? composerText(prefix, text)
    : composerText(prefix, `Message waiting (${text.length} characters). Read: ${file} .`);
}

/** A terminal cuts the line that a program reads: at 4,095 bytes, on macOS at 1,024. */
const lineAtMost = 1000;

/** A program without a composer gets the text itself. */
export function plainLine(text: string, { file }: LetterFacts): string {
  const fits =
    text.length <= pastedAtMost &&
    paneText(text)
      .split('\n')
      .every((line) => utf8Length(line) <= lineAtMost);
  return fits ? text : `Message waiting (${text.length} characters). Read: ${file}`;
}

/**
 * The requests whose answers a letter names, as `response-<id>.md` or `findings/<id>.json`. Party ignores the folder
 * that the letter gives.
 */
export function requestsNamedIn(letter: string): string[] {
  const found = [
    ...letter.matchAll(/\bresponse-([a-z0-9]{8,24})\.md\b/g),
    ...letter.matchAll(/\bfindings\/([a-z0-9]{8,24})\.json\b/g),
  ];
  return [...new Set(found.map((match) => match[1] ?? ''))];
}

/** "Response ready: FILE" contains only FILE. A longer letter has remarks, which Claude must read too. */
export function isBareNotice(letter: string, file: string): boolean {
  const said = /^(?:Response|Findings) ready:?\s*(.*?)\.?$/.exec(letter.trim())?.[1] ?? '';
  // After following links, the folder has another path.
  const inFolder = /\/codex\/(?:responses|findings)\/[^/]+$/.exec(file)?.[0];
  return said === file || (inFolder !== undefined && /^\/\S+$/.test(said) && said.endsWith(inFolder));
}
