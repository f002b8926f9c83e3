// Checks the chain of the project log from its first line to its last, and lets a human accept what was found.

import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { refused } from '../../core/base/errors.ts';
import { type ChainVerdict, problemText } from '../../core/project/chain.ts';
import { stateOf } from '../../core/review/logState.ts';
import { checkpointBytes, checkpointFile, parseCheckpoint } from '../project/checkpoint.ts';
import { readWhole, type WholeLog } from '../project/logArchive.ts';
import { chainStart } from '../project/logLines.ts';
import { eventsOf, positionAfter } from '../project/logReader.ts';
import type { Machine } from '../project/machine.ts';
import { eventsFile, openProjectLog } from '../project/projectLog.ts';
import { noTable } from '../project/rowTable.ts';
import { mustBeHumanWithReason } from '../tmux/caller.ts';
import { topWithGate } from './gatedTop.ts';

export interface LogCheck extends Pick<ChainVerdict, 'problems' | 'broken' | 'torn'> {
  readonly file: string;
  /** With the archived ones. */
  readonly lines: number;
  /** How many of them are archived. */
  readonly archived: number;
  /** Every line counts, or a human has accepted that it does not; and the checkpoint follows from the lines. */
  readonly ok: boolean;
  /** The checkpoint did not follow from the lines. It was removed, and is made again. */
  readonly forged: boolean;
}

/** Reads the log itself, and no checkpoint. */
export async function checkLog({ cwd, paths }: Pick<Machine, 'cwd' | 'paths'>): Promise<LogCheck> {
  const top = topWithGate(paths, cwd);
  const file = eventsFile(paths, top);
  const directory = dirname(file);
  const whole = await readWhole(directory);
  const { problems, broken, torn } = whole.verdict;
  const forged = !broken && (await removeForged(directory, whole));
  const ok = !forged && problems.every(({ accepted }) => accepted);
  return { file, lines: whole.lines.length, archived: whole.archived, ok, problems, broken, torn, forged };
}

export const forgedText = 'the checkpoint did not follow from the log; it was removed, and Party makes it again';

/** For one row of a table. */
export function logDetail({ ok, forged, problems }: Pick<LogCheck, 'ok' | 'forged' | 'problems'>): string {
  if (ok) return 'each line continues the line before';
  if (forged) return forgedText;
  const open = problems.filter(({ accepted }) => !accepted).map(problemText);
  const more = open.length > 3 ? [`and ${open.length - 3} more`] : [];
  return `${[...open.slice(0, 3), ...more].join('; ')}. See: party log check`;
}

/**
 * A checkpoint is made again when it does not fit the log. A checkpoint that fits the log but says something else was
 * written by another program.
 */
async function removeForged(directory: string, { lines, archived, verdict }: WholeLog): Promise<boolean> {
  const path = checkpointFile(directory);
  const bytes = await readFile(path).catch(() => undefined);
  const found = bytes === undefined ? undefined : parseCheckpoint(bytes);
  if (bytes === undefined || found === undefined) return false;
  const { offset, last, seen, epoch } = found.position;
  const before = lines.slice(archived).filter(({ to }) => to < offset);
  if (before.at(-1)?.hash !== last?.hash) return false;
  const all = lines.slice(0, archived + before.length);
  const believed = all.filter((_, index) => verdict.believed[index]);
  const problems = verdict.problems.filter(({ line }) => line <= all.length);
  const tip = believed.at(-1)?.hash ?? chainStart;
  const position = { ...positionAfter(before, { tip, broken: false, problems }, archived), seen, epoch };
  if (checkpointBytes(position, stateOf(eventsOf(believed)), noTable).equals(bytes)) return false;
  await rm(path, { force: true });
  // A checkpoint from before a human accepted the problems, or from before they were found, is old, not forged.
  return JSON.stringify(found.position.problems) === JSON.stringify(position.problems);
}

/** Only a human may do this: otherwise an agent could remove a line and then call the rest good. */
export async function anchorLog(machine: Machine, reason: string): Promise<LogCheck> {
  const refusal = 'Only the human anchors the log: ask for it, and wait';
  await mustBeHumanWithReason(machine, reason, { act: 'anchorLog', refusal });
  const log = openProjectLog(machine.paths, topWithGate(machine.paths, machine.cwd));
  return log.transaction(async () => {
    if ((await checkLog(machine)).ok) {
      throw refused('Nothing is wrong with the log: each line continues the line before');
    }
    await log.append({ event: 'anchored', actor: 'human', reason });
    return checkLog(machine);
  });
}
