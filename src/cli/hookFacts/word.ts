// What the end of a reviewer's turn proves. It is its own bundle, because most turns are not reviews.

import { sessionId } from '../../core/project/ids.ts';
import type { Machine } from '../../node/project/machine.ts';
import type { NotifyProcess } from '../../node/review/reviewersWord.ts';
import { readSessionRecord } from '../../node/session/sessionRecord.ts';

export { vouchForTurn, vouchForWords } from '../../node/review/reviewersWord.ts';

/** This process, with what the record of its party says. */
export function notifyProcess({
  env,
  paths,
  session,
}: Pick<Machine, 'env' | 'paths'> & { readonly session: string }): NotifyProcess {
  const started = async (top: string) => (await readSessionRecord(paths, top, sessionId(session)))?.processes ?? [];
  return { env, paths, session, started };
}
