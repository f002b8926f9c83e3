// Whether a plan gate is on according to the project's log. Only `party plan stop` turns a gate off, and it says so in
// the log: removing gate.json and the mark does not.

import { type Stats, statSync } from 'node:fs';
import { actorOf } from '../../core/base/actor.ts';
import type { LogState } from '../../core/review/logState.ts';
import type { Machine } from '../project/machine.ts';
import type { Paths } from '../project/paths.ts';
import { eventsFile, openProjectLog } from '../project/projectLog.ts';

/** False also when the log cannot be read: then the file and the mark decide. */
export async function isRecordedOn(paths: Paths, top: string): Promise<boolean> {
  const file = eventsFile(paths, top);
  const found = statOf(file);
  if (found === undefined) return false;
  const stamp = `${found.ino} ${found.size} ${found.mtimeMs}`;
  const before = known.get(file);
  if (before?.stamp === stamp) return before.isOn;
  const state = await openProjectLog(paths, top)
    .state()
    .catch(() => undefined);
  if (state === undefined) return false;
  const isOn = isOnIn(state);
  known.set(file, { stamp, isOn });
  return isOn;
}

/** For a worktree that was never finished, and whose log is older than the worktree. */
export async function recordOff({ env, paths }: Pick<Machine, 'env' | 'paths'>, top: string): Promise<void> {
  if (!(await isRecordedOn(paths, top))) return;
  await openProjectLog(paths, top).append({
    ...{ event: 'plan', what: 'stopped', actor: actorOf(env), version: 0, hash: null },
    reason: 'The worktree was not made to the end',
  });
}

export function isOnIn(state: Pick<LogState, 'planEvents'>): boolean {
  return state.planEvents().findLast(({ what }) => what === 'started' || what === 'stopped')?.what === 'started';
}

/** Without promises, which a status would load for this alone. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The editor asks at every change of the project, and reading a log of several years takes a while. */
const known = new Map<string, { readonly stamp: string; readonly isOn: boolean }>();
