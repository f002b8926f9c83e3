// What Party keeps from a reviewer's file: the findings, and how far to trust them.

import type { IntakeError, WarningCode } from './codes.ts';

export type Severity = 'blocking' | 'non-blocking';

export interface Finding {
  /** Unique within the file. */
  readonly id: string;
  /** Relative to the project if `linked`; otherwise only text to show. */
  readonly file: string;
  /** True when the path stays within the project, so that the editor can open it. */
  readonly linked: boolean;
  /** From 1; null means the file as a whole. */
  readonly line: number | null;
  readonly severity: Severity;
  readonly category: string;
  readonly description: string;
  readonly suggestion: string;
}

export interface Intake {
  readonly verdict: 'accept' | 'accept-with-warning' | 'reject';
  readonly warnings: readonly WarningCode[];
  readonly error: IntakeError | null;
  /** Empty after a reject, which says nothing about the code. */
  readonly findings: readonly Finding[];
  readonly blocking: number;
  readonly summary: string;
  /** As the reviewer reports it; null when missing. */
  readonly filesReviewed: number | null;
}

/** The facts about the project that link a finding to its file. */
export interface ProjectFiles {
  /** Absolute, without a trailing slash. */
  readonly roots: readonly string[];
  /** Takes a path relative to the root; `outside` means that a link leads out of the project. */
  kind(path: string): 'file' | 'directory' | 'outside' | 'absent';
}

export const limits = {
  bytes: 32 * 1024 * 1024,
  findings: 10_000,
  text: 10_000,
  file: 1000,
  category: 100,
  id: 64,
  /** Editors do not go beyond this, and no reviewed file is that long. */
  line: 1_000_000,
  depth: 200,
} as const;
