// Plans for tests: a state in which a test sets only what it is about, and the files of a plan on disk.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  annotatedFile,
  approvalFile,
  gateFile,
  type PlanState,
  type PlanVerdict,
  type PlanVersion,
  planHeadings,
  planPath,
  snapshotFile,
  verdictFile,
} from '../../src/core/plan/plan.ts';
import type { Paths } from '../../src/node/project/paths.ts';
import { openProjectLog } from '../../src/node/project/projectLog.ts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export type Note = PlanVerdict['notes'][number];

export const note = (more: Partial<Note> = {}): Note => ({
  ...{ line: 1, severity: 'blocking', text: 'What about errors?', suggestion: '' },
  ...more,
});

export function verdict(isOptimal: boolean, ...notes: Note[]): PlanVerdict {
  return { is_optimal: isOptimal, summary: 'Read it', notes };
}

export function version(number: number, said?: PlanVerdict, hash = `hash${number}`): PlanVersion {
  return { version: number, hash, verdict: said };
}

/** By default, the gate is on and the plan has no review. */
export function planState(more: Partial<PlanState> = {}): PlanState {
  return {
    ...{ gated: true, hash: 'now', problem: undefined, missingHeadings: [], versions: [], approval: undefined },
    ...{ withdrawn: false, reviewing: false, mostRevisions: 5, needsHuman: false, ...more },
  };
}

/** A plan with all headings. */
export function planText(...lines: string[]): string {
  return `${['# Plan', ...planHeadings.map((heading) => `## ${heading}`), ...lines].join('\n')}\n`;
}

export function writeFile(top: string, path: string, text: string): void {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
}

/** Writes what `party plan start` leaves behind. */
export function gateOn(top: string): void {
  writeFile(top, gateFile, '{}\n');
}

/** Writes what a review of the text leaves behind. */
export function reviewed(top: string, number: number, text: string, said: PlanVerdict): void {
  writeFile(top, snapshotFile(number), text);
  writeFile(top, annotatedFile(number), `${text}\n> annotated v${number}\n`);
  writeFile(top, verdictFile(number), JSON.stringify(said));
}

/** As a review leaves it behind; without `paths`, as a repository could bring it. */
export async function approved(top: string, number: number, text: string, paths?: Paths): Promise<void> {
  const approval = { is_optimal: true, plan_hash: sha256(text), review_version: number };
  const when = { approved_at: '2026-01-01T00:00:00Z', codex_thread_id: 'thread' };
  const write = async () => writeFile(top, approvalFile, JSON.stringify({ ...approval, ...when }));
  if (paths === undefined) return write();
  // Under the log's lock, as Party does it: a withdrawal that is under way ends first.
  await openProjectLog(paths, top).transaction(async () => {
    await recordApproval(paths, top, sha256(text));
    await write();
  });
}

/** Writes the approval to the project's log. */
export async function recordApproval(paths: Paths, top: string, hash: string): Promise<void> {
  await openProjectLog(paths, top).append({ actor: 'codex', event: 'plan', what: 'approved', version: 1, hash });
}

export const writePlan = (top: string, text: string) => writeFile(top, planPath, text);
