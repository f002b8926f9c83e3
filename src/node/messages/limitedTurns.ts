// Messages and the limits of the agents' providers: what a turn that met a limit means for its message, and whether a
// message has to wait for the end of one.

import { stat } from 'node:fs/promises';
import { limitedText } from '../../core/agents/limits/limitText.ts';
import { isRole, roleLabels } from '../../core/base/role.ts';
import { english } from '../../core/base/translate.ts';
import { claudeWentOn } from '../../core/messages/claudeTurn.ts';
import { codexWentOn } from '../../core/messages/codexTurn.ts';
import type { Message } from '../../core/messages/message.ts';
import { reminderLine } from '../../core/messages/paneLines.ts';
import { type FailedTurn, turnFailure } from '../../core/messages/turn.ts';
import type { LocatedPane } from '../../core/tmux/pane.ts';
import { noteFailure, noteSuccess, projectOf, readLimit } from '../agents/limits.ts';
import { linesSince } from '../system/linesSince.ts';
import type { Delivery } from './attempt.ts';
import { lookForLimit } from './lastTurn.ts';
import { recordFile } from './recordFile.ts';

/**
 * A message that meets this many limits in a row fails. At the growing distances of an overload, that is about an hour.
 */
export const mostLimits = 6;

/** True when the turn met a limit, so that the message goes on when the limit is over. */
export async function metLimit(
  { env, mailbox }: Pick<Delivery, 'env' | 'mailbox'>,
  { session }: Pick<LocatedPane, 'session'>,
  message: Message,
  turn: FailedTurn,
): Promise<boolean> {
  const project = projectOf(env, session);
  if (project === undefined || (await noteFailure(project, message.to, turn)) === undefined) return false;
  return remindLater(mailbox, message, turn);
}

/** False when the message has met too many limits. */
export async function remindLater(mailbox: Delivery['mailbox'], message: Message, turn: FailedTurn): Promise<boolean> {
  const n = (message.limits ?? 0) + 1;
  if (n > mostLimits) return false;
  const prompt = message.submission?.prompt;
  const reason = turnFailure(turn, isRole(message.to) ? roleLabels[message.to] : message.to) ?? turn.reason;
  const about = { id: message.id, ...(prompt === undefined ? {} : { prompt }) };
  await mailbox.record({ event: 'limited', ...about, n, reason, line: reminderLine(message) });
  return true;
}

/** A turn that went well shows that there is no limit any more. */
export async function metNoLimit(
  { env }: Pick<Delivery, 'env'>,
  { session }: LocatedPane,
  message: Message,
): Promise<void> {
  const project = projectOf(env, session);
  if (project !== undefined) await noteSuccess(project, message.to, Date.parse(message.since));
}

export interface HeldBack {
  /** For users: which agent is limited, and until when. */
  readonly reason: string;
  readonly until: string;
}

/** The limit that the message has to wait for; undefined when it does not wait for one. */
export async function heldBack(
  delivery: Delivery,
  message: Message,
  place: LocatedPane,
): Promise<HeldBack | undefined> {
  const { env } = delivery;
  const project = projectOf(env, place.session);
  if (message.released === true || project === undefined) return undefined;
  await lookForLimit(env, place);
  for (const role of [message.to, ...(message.awaits === undefined ? [] : [message.awaits])]) {
    const limit = await readLimit(project, role);
    if (limit === undefined) continue;
    const { until } = limit;
    const name = isRole(role) ? roleLabels[role] : role;
    return { reason: `${name} is ${limitedText(until, Date.now(), english)}`, until };
  }
  return undefined;
}

/**
 * The user has worked with the agent since the message met a limit: the agent has seen the message, and needs no
 * reminder. A turn of another message of Party says nothing about this one.
 */
export async function hasGoneOn({ env }: Delivery, message: Message, { session, pane }: LocatedPane): Promise<boolean> {
  const file = await recordFile(env, session, pane);
  const since = Date.parse(message.since);
  const changed = file === undefined ? undefined : (await stat(file).catch(() => undefined))?.mtimeMs;
  // File systems round times, some to the second.
  if (file === undefined || changed === undefined || changed < since - 2000) return false;
  const lines = await linesSince(file, since).catch(() => []);
  return pane.adapter === 'codex' ? codexWentOn(lines, since) : claudeWentOn(lines, since);
}
