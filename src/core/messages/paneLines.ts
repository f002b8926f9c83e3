// What the panes get to read about a message: a short line with the sender, the file, and where the answer goes. The
// text itself stays in the file, where nothing can expand, execute or cut it.

import { shellWord } from '../agents/instructions.ts';
import { utf8Length } from '../base/utf8.ts';
import { composerText, paneText } from '../tmux/paneText.ts';

export interface LetterFacts {
  readonly id: string;
  readonly file: string;
  readonly response: string | undefined;
}

export function promptLine({ file, response }: LetterFacts, workdir?: string): string {
  const place = workdir === undefined ? '' : ` Work in: ${workdir} —`;
  return composerText('[CLAUDE]', `Task waiting.${place} Read: ${file} — Write response to: ${response} .`);
}

/** For Codex: what to review, in which form to answer and how to notify is in the file. */
export function reviewLine({ file, response }: LetterFacts): string {
  return composerText('[CLAUDE]', `Review waiting. Read: ${file} — Write findings to: ${response} .`);
}

/** For Codex: the review that it was asked for has not come. */
export function nudgeLine({ file, response }: LetterFacts): string {
  return composerText('[CLAUDE]', `Review overdue. Read: ${file} — Write findings to: ${response} .`);
}

export function questionLine({ file, response }: LetterFacts): string {
  return composerText('[CODEX]', `Question waiting. Read: ${file} — Write response to: ${response}`);
}

/** For Codex: Claude has answered its question. */
export function responseLine({ file }: LetterFacts): string {
  return composerText('[CLAUDE]', `Response waiting. Read: ${file} .`);
}

interface Notice {
  /** Whether Codex says more than that it has finished. */
  readonly hasRemarks: boolean;
}

/**
 * For Claude: Codex has finished what it was asked for, and perhaps says something about it. The name of the response
 * holds the id of the request, so this one has its own in the prefix.
 */
export function noticeLine({ id, file }: LetterFacts, response: string, { hasRemarks }: Notice): string {
  const remarks = hasRemarks ? ` — and what Codex says about it: ${file}` : '';
  return composerText(`[CODEX ${id}]`, `Response ready. Read: ${response}${remarks}`);
}

/** For Claude: Codex has written the findings that it was asked for; reading them is the next step. */
export function findingsLine({ id, file }: LetterFacts, findings: string, { hasRemarks }: Notice): string {
  const remarks = hasRemarks ? ` — and what Codex says about it: ${file}` : '';
  return composerText(
    `[CODEX ${id}]`,
    `Findings ready. Run: tmux-codex.sh --review-complete ${shellWord(findings)}${remarks}`,
  );
}

/** What fits is pasted whole; what does not is handed over as a file. */
const pastedAtMost = 8000;

export function talkLine(from: string, text: string, { id, file }: LetterFacts): string {
  const prefix = `[${from.toUpperCase()} ${id}]`;
  return text.length <= pastedAtMost
    ? composerText(prefix, text)
    : composerText(prefix, `Message waiting (${text.length} characters). Read: ${file} .`);
}

/** A terminal cuts a line that a program reads as such: at 4,095 bytes, on macOS at 1,024. */
const lineAtMost = 1000;

/** A program without a composer gets the words as they are. */
export function plainLine(text: string, { file }: LetterFacts): string {
  const fits =
    text.length <= pastedAtMost &&
    paneText(text)
      .split('\n')
      .every((line) => utf8Length(line) <= lineAtMost);
  return fits ? text : `Message waiting (${text.length} characters). Read: ${file}`;
}

/**
 * The requests whose answers a letter names, as `response-<id>.md` or `findings/<id>.json`. Where that file lies is not
 * for the letter to say.
 */
export function requestsNamedIn(letter: string): string[] {
  const found = [
    ...letter.matchAll(/\bresponse-([a-z0-9]{8,24})\.md\b/g),
    ...letter.matchAll(/\bfindings\/([a-z0-9]{8,24})\.json\b/g),
  ];
  return [...new Set(found.map((match) => match[1] ?? ''))];
}

/** "Response ready: FILE" says nothing but FILE; whoever writes more has something to say that must be read as well. */
export function isBareNotice(letter: string, file: string): boolean {
  const said = /^(?:Response|Findings) ready:?\s*(.*?)\.?$/.exec(letter.trim())?.[1] ?? '';
  // The folder has another name for those who look where its links lead.
  const inFolder = /\/codex\/(?:responses|findings)\/[^/]+$/.exec(file)?.[0];
  return said === file || (inFolder !== undefined && /^\/\S+$/.test(said) && said.endsWith(inFolder));
}
