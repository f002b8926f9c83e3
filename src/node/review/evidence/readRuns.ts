// Reads the last attempt at each proof and its output, to show them to people.

import { basename, join } from 'node:path';
import { parseJson } from '../../../core/base/json.ts';
import { withoutTricks } from '../../../core/base/outsideText.ts';
import * as z from '../../../core/base/schema.ts';
import { type EvidenceKind, evidenceKinds } from '../../../core/project/evidenceKinds.ts';
import { isRunning } from '../../system/processIdentity.ts';
import { readSmallFile } from '../../system/readSmallFile.ts';
import { readText } from '../../system/store.ts';
import { logsFolder, mostBytes, type RunRecord, runRecordFile } from './runRecords.ts';

const Record = z.looseObject({
  at: z.string(),
  runner: z.nullable(z.string()),
  command: z.nullable(z.array(z.string())),
  log: z.nullable(z.string()),
});

/** A record, as far as a view needs it. */
export interface ProofRun {
  readonly kind: EvidenceKind;
  readonly at: string;
  readonly isRunning: boolean;
  readonly command: readonly string[] | null;
  readonly log: string | null;
}

/** Unreadable records are left out. */
export async function readRuns(directory: string): Promise<ProofRun[]> {
  const found = await Promise.all(
    evidenceKinds.map(async (kind) => ({ kind, record: await readRun(directory, kind) })),
  );
  return found.flatMap(({ kind, record }) => {
    if (record === undefined) return [];
    const { at, command, log, runner } = record;
    return [{ kind, at, command, log, isRunning: runner !== null && isRunning(runner) }];
  });
}

/** Undefined when there is none, or no longer. Without control characters: a log may come from a terminal. */
export async function readRunLog(directory: string, { log }: Pick<ProofRun, 'log'>): Promise<string | undefined> {
  if (log === null) return undefined;
  const path = join(directory, logsFolder, basename(log));
  const file = await readSmallFile(path, { largest: 3 * mostBytes, links: 'refuse' }).catch(() => undefined);
  return file?.kind === 'text' ? withoutTricks(file.text) : undefined;
}

async function readRun(directory: string, kind: EvidenceKind): Promise<RunRecord | undefined> {
  try {
    const text = await readText(runRecordFile(directory, kind));
    return text === undefined ? undefined : Record.parse(parseJson(text));
  } catch {
    return undefined;
  }
}
