// Findings files for the tests: one that is right in everything, and what a test changes about it.
import type { Finding, ProjectFiles } from '../../../src/core/findings/finding.ts';
import { readFindings } from '../../../src/core/findings/intake.ts';

export const finding = {
  id: 'F1',
  file: 'src/auth.ts',
  line: 42,
  severity: 'blocking',
  category: 'correctness',
  description: 'Missing null check',
  suggestion: 'Add a guard',
};

export const stats = { blocking_count: 1, non_blocking_count: 0, files_reviewed: 3 };

export function documentWith(change: object = {}): Record<string, unknown> {
  return { findings: [finding], summary: 'One paragraph.', stats, ...change };
}

export function findingWith(change: object): Record<string, unknown> {
  return documentWith({ findings: [{ ...finding, ...change }] });
}

/** `src` is its only directory, `src/leak.ts` a link that leads out of it. */
export const project: ProjectFiles = {
  roots: ['/repo'],
  kind: (path) => (path === 'src' ? 'directory' : path === 'src/leak.ts' ? 'outside' : 'absent'),
};

export function intake(source: string | Uint8Array | object) {
  if (source instanceof Uint8Array) return readFindings(source, project);
  return readFindings(Buffer.from(typeof source === 'string' ? source : JSON.stringify(source)), project);
}

/** The only finding of a document in which this one finding has been changed. */
export function only(change: object): Finding {
  const { findings } = intake(findingWith(change));
  const [first] = findings;
  if (first === undefined || findings.length !== 1) throw new Error(`${findings.length} findings`);
  return first;
}
