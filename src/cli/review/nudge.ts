// `party review nudge`: reminds Codex of a review request that it has not answered.

import { senderOf } from '../../core/base/actor.ts';
import { isPartyError, refused } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { reviewer } from '../../core/base/role.ts';
import { english } from '../../core/base/translate.ts';
import { isPending, type Message, wasSubmitted } from '../../core/messages/message.ts';
import { nudgeLine } from '../../core/messages/paneLines.ts';
import type { EventOf } from '../../core/project/event.ts';
import type { Asked } from '../../core/review/cycle.ts';
import { isInterrupted, partyOfFindings, standstillText } from '../../core/review/standstill.ts';
import type { WrittenFindings } from '../../core/status/actFacts.ts';
import { readAgentState } from '../../node/agents/agentState.ts';
import { codexFindingsFile } from '../../node/messages/letterDraft.ts';
import { drain, openPost, type Post, send } from '../../node/messages/send.ts';
import { settleParty } from '../../node/messages/settleParty.ts';
import { lookAtFindings, waitingRoundOf } from '../../node/review/arrivals/answer.ts';
import { areThere, isRunHeadless } from '../../node/review/beginRound.ts';
import { giveUpRound } from '../../node/review/giveUpRound.ts';
import { openReview } from '../../node/review/openReview.ts';
import { readStandstill } from '../../node/status/standstill.ts';
import { readText } from '../../node/system/store.ts';
import { sentState } from '../messages/sent.ts';
import type { Cli } from '../party/cli.ts';
import { codexEnded, withoutParty } from './request.ts';

export async function nudge(cli: Cli): Promise<number> {
  await settleParty(cli, __dirname);
  const round = await openRoundHere(cli);
  const asked = round.event;
  const written = await lookAtFindings(cli.cwd, waitingRoundOf(round));
  if (written === 'findings') throw refused(areThere(asked));
  if (asked.headless) return headless(cli, asked);
  const post = await openPostHere(cli);
  const messages = await post.mailbox.messages();
  const message = messages.find(({ id }) => id === asked.request);
  if (message === undefined || asked.file !== codexFindingsFile(post.stateDir, asked.request)) {
    return elsewhere(cli, asked);
  }
  const { pane } = await post.delivery.locate(reviewer);
  if (pane.dead) throw refused(codexEnded({ act: 'nudgeCodex' }));
  // If one reminder is still on its way, send no second one.
  const last = messages.findLast(({ response }) => response === asked.file) ?? message;
  if (isPending(last)) {
    const now = await waitingFor(post, last);
    if (!mayBeForgotten(last, now.message)) return report(cli, post, now, asked);
  }
  const sent = await send(post, __dirname, {
    to: reviewer,
    from: senderOf(cli.env),
    kind: 'review',
    subject: message.subject ?? '',
    round: asked.round,
    text: `${reminder(asked, written)}\n\n${await textOf(message)}`,
    line: nudgeLine,
    response: () => asked.file,
  });
  // The relay follows a message that was just typed: within a minute it is submitted, or known not to be.
  const followed = sent.message.state === 'typed';
  return report(cli, post, { message: sent.message, reason: sent.waiting?.reason, followed }, asked);
}

function reminder({ at, file }: EventOf<'requested'>, written: WrittenFindings): string {
  const asked = `Reminder: this review was requested at ${at}`;
  if (written === 'nothing') return `${asked}, and there are no findings yet.`;
  if (written === 'unproven') {
    return `${asked}, and nothing shows that you wrote ${file}. Review the change, and write the file again yourself.`;
  }
  return `${asked}, and ${file} cannot be read as findings. Write it again, whole, in the form that is described here.`;
}

/** The only process to remind is the one that runs Codex, and it is either at work or has ended. */
async function headless(cli: Cli, asked: EventOf<'requested'>): Promise<never> {
  const { log } = await openReview(cli);
  const why = await readStandstill(cli, log.directory, asked);
  if (why === null) throw refused(isRunHeadless(asked, `Round ${asked.round}`));
  return giveUp(cli, asked, standstillText(why, english));
}

/** The request went to another party, which may be at work on it, or another process is sending it right now. */
async function elsewhere(cli: Cli, asked: EventOf<'requested'>): Promise<never> {
  const { log } = await openReview(cli);
  const why = await readStandstill(cli, log.directory, asked);
  const id = partyOfFindings(asked.file);
  if (id === undefined) return giveUp(cli, asked, 'it was not sent to this party');
  if (isInterrupted(why)) return giveUp(cli, asked, standstillText(why, english));
  throw refused(`Round ${asked.round} is with the party ${id}, unless it is being sent just now`, {
    act: 'nudgeOther',
    id,
  });
}

async function openPostHere(cli: Cli): Promise<Post> {
  try {
    return await openPost(cli);
  } catch (error) {
    if (!isPartyError(error, 'NO_SESSION')) throw error;
    throw withoutParty(error);
  }
}

async function openRoundHere(cli: Cli): Promise<Asked> {
  const opened = await openReview(cli);
  const state = await opened.log.state();
  const current = state.currentCycle(await opened.change(state));
  const waiting = state.openRounds().filter(({ event }) => event.collab === undefined);
  const open = waiting.find(({ event }) => event.cycle === current?.id) ?? waiting.at(-1);
  if (open === undefined) throw refused('No review waits for Codex', { act: 'requestReview' });
  return open;
}

/** Codex will not answer this round, so take it back: it must not block the next one. */
async function giveUp(cli: Cli, { request, round }: EventOf<'requested'>, reason: string): Promise<never> {
  await giveUpRound(cli, { request }, reason);
  throw refused(`Codex does not work on round ${round}: ${reason}. The round is taken back`, { act: 'requestReview' });
}

/**
 * Codex may have taken the request some time ago and no longer work on it: if this call did not press Enter, the
 * request was submitted before. The reminder names the same file, so a second arrival is harmless.
 */
function mayBeForgotten(before: Message, now: Message): boolean {
  if (now.state === 'unsure') return true;
  return before.state === 'typed' && wasSubmitted(now) && now.retried === before.retried;
}

async function waitingFor(post: Post, { id, to }: Message): Promise<{ message: Message; reason: string | undefined }> {
  const waiting = (await drain(post)).find((one) => one.message.to === to);
  const message = (await post.mailbox.messages()).find((one) => one.id === id);
  if (message === undefined) throw refused(`The request ${id} is no longer among the messages`);
  return { message, reason: waiting?.reason };
}

async function report(
  cli: Cli,
  post: Post,
  { message, reason, followed = false }: { message: Message; reason: string | undefined; followed?: boolean },
  { request, file: findings }: EventOf<'requested'>,
): Promise<number> {
  const state = sentState(message);
  const why = reason === undefined ? null : oneLine(reason, 200);
  if (state === 'queued' && !followed && !(await goesOnByItself(post))) {
    const later = message.state === 'written' ? '. The message arrives when that is over' : '';
    throw refused(
      `Codex was not reminded: ${why ?? 'the message waits'}${later}`,
      ...([{ act: 'attach' }, { act: 'showMessage', id: message.id }] as const),
    );
  }
  const lines = ['CODEX_REVIEW_NUDGED', `state: ${state}`, `id: ${message.id}`, `request: ${request}`];
  cli.print({
    json: { sentinel: 'CODEX_REVIEW_NUDGED', state, id: message.id, request, findings, reason: why },
    text: `${[...lines, `findings: ${findings}`, ...(why === null ? [] : [`waits: ${why}`])].join('\n')}\n`,
  });
  return exits.success;
}

/** True when the relay will submit the message by itself: once the agent ends its turn or a person stops scrolling. */
async function goesOnByItself({ delivery }: Post): Promise<boolean> {
  const { session, pane } = await delivery.locate(reviewer);
  return pane.inMode || (await readAgentState(delivery, session, pane)).kind === 'busy';
}

async function textOf({ file }: Message): Promise<string> {
  return (await readText(file)) ?? '';
}
