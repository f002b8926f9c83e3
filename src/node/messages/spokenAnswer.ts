// Codex ended its turn and did not do what the request asked for: it wrote no file, or did not say that the file is
// there. Its last message, from its own record and never from the screen, is then the answer. It goes into a folder that
// Codex cannot write to, and everything that reads it says where it comes from.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { author, reviewer } from '../../core/base/role.ts';
import type { Message } from '../../core/messages/message.ts';
import { findingsLine, noticeLine } from '../../core/messages/paneLines.ts';
import { spokenFindings } from '../review/spokenFindings.ts';
import { writeAtomic } from '../system/store.ts';
import { answerFile } from './letterDraft.ts';
import type { Mailbox } from './mailbox.ts';

/**
 * `asked` is a request of the turn that has just ended. `onFindings` gets a message that Party keeps as findings, before
 * Claude hears of them.
 */
export async function takeSpokenAnswer(
  mailbox: Mailbox,
  asked: Message,
  words: string,
  onFindings: (words: string) => Promise<void>,
): Promise<void> {
  const messages = await mailbox.messages();
  if (messages.some(({ answers, kind }) => kind === 'notice' && answers === asked.id)) return;
  // Codex waits for Claude: what it said last is not the answer.
  const hasAsked = messages.some(
    ({ from, kind, writtenAt }) => from === reviewer && kind === 'question' && writtenAt >= asked.writtenAt,
  );
  if (hasAsked) return;
  const file = answerFile(mailbox.directory, asked);
  if (existsSync(file)) return announce(mailbox, asked, file, 'Codex has written it, but did not say so.');
  const spoken = await keepSpoken(mailbox, asked, file, words);
  if (spoken === undefined) return;
  if (asked.kind === 'review') await onFindings(words);
  await announce(mailbox, asked, spoken, 'Codex wrote no file. This is its last message, from its own record.');
}

/** Undefined when the message is empty, or is not a list of findings although findings were asked for. */
async function keepSpoken(
  { directory }: Mailbox,
  { kind, id }: Message,
  file: string,
  text: string,
): Promise<string | undefined> {
  if (text.trim() === '') return undefined;
  if (kind !== 'review') {
    const response = join(directory, 'spoken', `response-${id}.md`);
    await writeAtomic(response, text);
    return response;
  }
  const findings = spokenFindings(file);
  // `--review-complete` reads it like any other file, and may still refuse it.
  if (findings === undefined || !/"findings"\s*:/.test(text)) return undefined;
  await writeAtomic(findings, text);
  return findings;
}

async function announce(mailbox: Mailbox, asked: Message, file: string, remark: string): Promise<void> {
  const line = asked.kind === 'review' ? findingsLine : noticeLine;
  await mailbox.write({
    to: author,
    from: reviewer,
    kind: 'notice',
    text: remark,
    answers: asked.id,
    line: (facts) => line(facts, file, { hasRemarks: true }),
  });
  await mailbox.record({ event: 'answered', id: asked.id, file });
}
