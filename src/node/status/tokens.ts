// What the conversation in a pane has used so far, by the agent's own record.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { claudeTokens, TokenCount } from '../../core/agents/tokens.ts';
import { tryJson } from '../../core/base/json.ts';
import * as z from '../../core/base/schema.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { projectOf } from '../agents/limits.ts';
import { tokensIn } from '../codex/codexRollout.ts';
import { recordFile } from '../messages/recordFile.ts';
import { followJsonLines } from '../system/followLines.ts';
import { lastLines } from '../system/linesSince.ts';
import { readText, writeAtomic } from '../system/store.ts';

/** Null when the record does not say, or is not known yet. */
export async function readTokens(env: NodeJS.ProcessEnv, session: Session, pane: Pane): Promise<number | null> {
  const project = projectOf(env, session);
  if (project === undefined || session.id === undefined) return null;
  const path = await recordFile(env, session, pane);
  if (path === undefined) return null;
  const kept = join(project, 'sessions', session.id, 'claude-tokens.json');
  return (pane.adapter === 'codex' ? countInRollout(path) : countInTranscript(path, kept)).catch(() => null);
}

const lastCounts = new Map<string, number>();

/** Codex writes the sum of the whole thread after each answer of the model. */
async function countInRollout(path: string): Promise<number | null> {
  const count = tokensIn(await lastLines(path));
  if (count !== null) lastCounts.set(path, count);
  // A long output may stand after the last count.
  return lastCounts.get(path) ?? null;
}

const counts = new Map<string, Promise<() => Promise<number | null>>>();

/** A long-running process reads only what is new. A short one leaves the sum of a long transcript in a file. */
async function countInTranscript(path: string, kept: string): Promise<number | null> {
  let count = counts.get(path);
  if (count === undefined) {
    count = counterOf(path, kept);
    counts.set(path, count);
  }
  return (await count)();
}

const Kept = z.object({ transcript: z.string(), offset: z.number(), count: TokenCount });

/** Reading this much is fast enough, so a shorter transcript needs no file. */
const keepEvery = 1024 * 1024;

async function counterOf(path: string, kept: string): Promise<() => Promise<number | null>> {
  const known = Kept.safeParse(tryJson((await readText(kept).catch(() => undefined)) ?? '')).data;
  const isOf = known?.transcript === path && ((await stat(path).catch(() => undefined))?.size ?? 0) >= known.offset;
  let [sum, offset, keptAt] = isOf ? [known.count, known.offset, known.offset] : [undefined, 0, 0];
  const take = (values: readonly unknown[], end: number) => {
    [sum, offset] = [claudeTokens(values, sum), end];
  };
  const readOn = followJsonLines(path, take, offset);
  return async () => {
    await readOn();
    if (sum === undefined) return null;
    if (offset - keptAt >= keepEvery) {
      keptAt = offset;
      // Without the file, the next process reads everything again.
      await writeAtomic(kept, `${JSON.stringify({ transcript: path, offset, count: sum })}\n`).catch(() => {});
    }
    return sum.before + sum.last;
  };
}
