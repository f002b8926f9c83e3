// What an open round waits for while it is not stuck, so that the user knows who is next and what to do if nothing
// comes.

import type { Remark } from '../base/remark.ts';
import { reviewer } from '../base/role.ts';
import type { Translate } from '../base/translate.ts';
import { isMessageOnItsWay } from '../messages/messageTrouble.ts';
import type { Review } from '../review/review.ts';
import { partyOfFindings, waitingRound } from '../review/standstill.ts';
import type { Status } from './status.ts';

/**
 * `sending`: the request is on its way. `beginning`: Codex has it and is idle. `run`: a process runs Codex without a
 * pane.
 */
export type Awaited = 'sending' | 'beginning' | 'reading' | 'run';

/** Undefined when nothing is awaited: no round is open, or it is stuck, which has its own words and acts. */
export function awaited({ review, session, agents, messages }: Status, known: Review | undefined): Awaited | undefined {
  const round = waitingRound(known?.rounds ?? []);
  if (review.kind !== 'requested' || (review.standstill ?? null) !== null || round === undefined) return undefined;
  if (round.headless) return 'run';
  if (session === null || partyOfFindings(round.file) !== session.id) return 'reading';
  const last = messages.findLast(({ to, kind }) => to === reviewer && kind === 'review');
  if (last === undefined || isMessageOnItsWay(last)) return 'sending';
  return agents.find(({ role }) => role === reviewer)?.state === 'idle' ? 'beginning' : 'reading';
}

/** The text after the number of the round. */
export function awaitedText(what: Awaited, t: Translate): Remark {
  const next = what === 'beginning' ? [{ act: 'nudgeCodex' as const }] : [];
  return { problem: awaitedWords(what, t), next };
}

function awaitedWords(what: Awaited, t: Translate): string {
  switch (what) {
    case 'sending':
      return t('the request is on its way to Codex');
    case 'beginning':
      return t('Codex has the request and is idle');
    case 'reading':
      return t('Codex is working on it');
    case 'run':
      return t('Codex is working on it without a pane');
    default: {
      const unreachable: never = what;
      return unreachable;
    }
  }
}
