// Reminds Codex of a review that does not come.

import { stat } from 'node:fs/promises';
import { exits } from '../../core/exits.ts';
import { nudgeLine } from '../../core/letters.ts';
import { isPending, type Message } from '../../core/message.ts';
import { oneLine } from '../../core/outsideText.ts';
import { openRequest, reduceCycles } from '../../core/review/cycle.ts';
import type { EventOf } from '../../core/review/event.ts';
import { currentCycle } from '../../core/review/reduce.ts';
import { giveUpRound } from '../../node/giveUpRound.ts';
import { codexFindingsFile } from '../../node/letterDraft.ts';
import { drain, openPost, type Post, send } from '../../node/post.ts';
import { openReviewDesk, refused } from '../../node/reviewDesk.ts';
import { readText } from '../../node/store.ts';
import type { Host } from '../host.ts';
import { sentState } from '../sent.ts';

export async function nudge(host: Host): Promise<number> {
  const asked = await openRequestHere(host);
  if (await isThere(asked.file)) {
    throw refused(`Codex has written ${asked.file}. Read it with: tmux-codex.sh --review-complete ${asked.file}`);
  }
  if (asked.headless) return giveUp(host, asked, 'Codex was run without a pane and has not come back');
  const post = await openPost(host);
  const message = (await post.mailbox.messages()).find(({ id }) => id === asked.request);
  if (message === undefined || asked.file !== codexFindingsFile(post.stateDir, asked.request)) {
    return giveUp(host, asked, 'it was not sent to this party');
  }
  if (isPending(message)) return report(host, await waitingFor(post, message), asked);
  const sent = await send(post, __dirname, {
    ...{ to: 'codex', from: 'claude', kind: 'review' },
    text: `Reminder: this review has been asked for at ${asked.at}, and there are no findings yet.\n\n${await textOf(message)}`,
    line: nudgeLine,
    response: () => asked.file,
  });
  return report(host, { message: sent.message, reason: sent.waiting?.reason }, asked);
}

async function openRequestHere(host: Host): Promise<EventOf<'requested'>> {
  const desk = await openReviewDesk(host);
  const events = await desk.log.events();
  const cycles = reduceCycles(events).all.filter(({ collab }) => collab === null);
  const current = currentCycle(cycles, await desk.change(events));
  const open = (current && openRequest(current)) ?? cycles.flatMap((cycle) => openRequest(cycle) ?? []).at(-1);
  if (open === undefined) throw refused('No review waits for Codex. Ask for one with: tmux-codex.sh --review');
  return open;
}

/** Nobody will answer it, so it must not stand in the way of the next one. */
async function giveUp(host: Host, { request, round }: EventOf<'requested'>, reason: string): Promise<never> {
  await giveUpRound(host, { request }, reason);
  throw refused(`Nobody works on round ${round}: ${reason}. It is taken back; ask again with: tmux-codex.sh --review`);
}

async function waitingFor(post: Post, { id, to }: Message): Promise<{ message: Message; reason: string | undefined }> {
  const waiting = (await drain(post)).find((one) => one.message.to === to);
  const message = (await post.mailbox.messages()).find((one) => one.id === id);
  if (message === undefined) throw refused(`The request ${id} is no longer among the messages`);
  return { message, reason: waiting?.reason };
}

function report(
  host: Host,
  { message, reason }: { message: Message; reason: string | undefined },
  { request, file: findings }: EventOf<'requested'>,
): number {
  const state = sentState(message);
  const why = reason === undefined ? null : oneLine(reason, 200);
  const lines = ['CODEX_REVIEW_NUDGED', `state: ${state}`, `id: ${message.id}`, `request: ${request}`];
  host.print({
    json: { sentinel: 'CODEX_REVIEW_NUDGED', state, id: message.id, request, findings, reason: why },
    text: `${[...lines, `findings: ${findings}`, ...(why === null ? [] : [`waits: ${why}`])].join('\n')}\n`,
  });
  return exits.success;
}

async function textOf({ file }: Message): Promise<string> {
  return (await readText(file)) ?? '';
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
