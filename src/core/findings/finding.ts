// What is left of a reviewer's file once it has been read: findings, and how far they can be trusted.

import type { IntakeError, WarningCode } from './codes.ts';

export type Severity = 'blocking' | 'non-blocking';

export interface Finding {
  /** One of its kind within the file. */
  readonly id: string;
  /** Relative to the project if `linked`; otherwise only a text to show. */
  readonly file: string;
  /** The file can be opened: its path stays within the project. */
  readonly linked: boolean;
  /** From 1; null is the file as a whole. */
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
  /** What the reviewer says; null when he does not. */
  readonly filesReviewed: number | null;
}

/** What has to be known about the project in order to link a finding to its file. */
export interface Project {
  /** Absolute, without a slash at the end. */
  readonly roots: readonly string[];
  /** Of a path relative to the root; `outside` is one that leads out of the project by a link. */
  kind(path: string): 'file' | 'directory' | 'outside' | 'absent';
}

export const limits = {
  bytes: 32 * 1024 * 1024,
  findings: 10_000,
  text: 10_000,
  file: 1000,
  category: 100,
  id: 64,
  /** Beyond it an editor cannot go, and nobody reviews such a file. */
  line: 1_000_000,
  depth: 200,
} as const;
