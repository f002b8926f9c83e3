// Looks into the agents' own records for the last turn, also one that a person began in the pane.

import { stat } from 'node:fs/promises';
import { lastClaudeTurn } from '../../core/messages/claudeTurn.ts';
import { lastCodexTurn } from '../../core/messages/codexTurn.ts';
import type { LastTurn } from '../../core/messages/turn.ts';
import type { LocatedPane } from '../../core/tmux/pane.ts';
import { noteFailure, noteSuccess, projectOf } from '../agents/limits.ts';
import { linesSince } from '../system/linesSince.ts';
import { recordFile } from './recordFile.ts';

/** Notes whether the last turn met a limit. */
export async function lookForLimit(env: NodeJS.ProcessEnv, place: LocatedPane): Promise<void> {
  const { role } = place.pane;
  const project = projectOf(env, place.session);
  if (project === undefined || role === undefined || place.pane.demo) return;
  const turn = await lastTurn(env, place);
  if (turn?.kind === 'failed') await noteFailure(project, role, turn);
  if (turn?.kind === 'done' && turn.at !== undefined) await noteSuccess(project, role, turn.at);
}

/** Undefined when there is no record yet. */
export async function lastTurn(env: NodeJS.ProcessEnv, { session, pane }: LocatedPane): Promise<LastTurn | undefined> {
  const file = await recordFile(env, session, pane);
  const changed = file === undefined ? undefined : (await stat(file).catch(() => undefined))?.mtimeMs;
  if (file === undefined || changed === undefined) return undefined;
  const lines = await linesSince(file, changed - tailMs).catch(() => []);
  return pane.adapter === 'codex' ? lastCodexTurn(lines) : lastClaudeTurn(lines);
}

/** The last lines of a turn are written within this time. */
const tailMs = 60_000;
