// What a reviewer reports in one call, instead of in a file. The reviewer is still in its turn and can correct it, so a
// report is refused where a file would be repaired with a warning.

import { oneLine } from '../base/outsideText.ts';
import { type WarningCode, warningWords } from './codes.ts';
import type { Finding, Intake, Severity } from './finding.ts';

export interface ReportedFinding {
  readonly file: string;
  /** From 1; null means the file as a whole. */
  readonly line: number | null;
  readonly severity: Severity;
  readonly category: string;
  readonly description: string;
  readonly suggestion: string;
}

export interface FindingsReport {
  readonly findings: readonly ReportedFinding[];
  readonly summary: string;
  readonly filesReviewed: number;
}

/** The document that a reviewer without this call writes itself. */
export function reportDocument({ findings, summary, filesReviewed }: FindingsReport): string {
  const blocking = findings.filter(({ severity }) => severity === 'blocking').length;
  const stats = {
    blocking_count: blocking,
    non_blocking_count: findings.length - blocking,
    files_reviewed: filesReviewed,
  };
  const numbered = findings.map((finding, at) => ({ id: `F${at + 1}`, ...finding }));
  return `${JSON.stringify({ findings: numbered, summary, stats }, undefined, 2)}\n`;
}

/** Repairs that leave the meaning alone. A report has a line or null, which intake takes for a line left out. */
const harmless: ReadonlySet<WarningCode> = new Set(['file-relativised', 'controls-stripped', 'line-adjusted']);

/**
 * Why a report is not accepted; empty when it is. `linesOf` says how many lines a file of the project has, now or before
 * the change; undefined when there is no such file.
 */
export function reportProblems(intake: Intake, linesOf: (file: string) => number | undefined): string[] {
  if (intake.error !== null) return [intake.error];
  const places = intake.findings.flatMap((finding, at) => {
    const problem = placeProblem(finding, linesOf);
    return problem === undefined ? [] : [`findings[${at}]: ${problem}`];
  });
  const said = intake.warnings.filter(
    (code) => !harmless.has(code) && !(code === 'file-unlinked' && places.length > 0),
  );
  return [...places, ...said.map((code) => warningWords[code])];
}

function placeProblem({ file, line, linked }: Finding, linesOf: (file: string) => number | undefined) {
  const shown = `"${oneLine(file, 200)}"`;
  const lines = linked ? linesOf(file) : undefined;
  if (lines === undefined) {
    return `${shown} is not a file of this project, now or before the change; name it relative to the top level`;
  }
  if (line === null || line <= lines) return undefined;
  return `${shown} has ${lines} lines, so it has no line ${line}; null is the file as a whole`;
}
