// The findings that Codex's issues become: each with its file, and with the code it was about.

import { type CollabIssue, type CollabVerdict, isBlockingIssue } from '../../core/collab/collab.ts';
import type { WarningCode } from '../../core/findings/codes.ts';
import { readFile as readPlace } from '../../core/findings/place.ts';
import type { RecordedFinding } from '../../core/project/event.ts';
import { projectFiles } from '../review/findingsFile.ts';
import { readLines } from '../review/snapshotTree.ts';
import type { Git } from '../system/git.ts';

interface Judged {
  readonly type: 'design' | 'task';
  readonly design: { readonly file: string; readonly text: string };
  /** The tree that Codex was shown; null for the design. */
  readonly tree: string | null;
  readonly verdict: CollabVerdict;
}

export async function issueFindings(git: Git, { type, design, tree, verdict }: Judged): Promise<RecordedFinding[]> {
  const project = projectFiles(git.top);
  const quiet = (_: WarningCode) => {};
  const placed = verdict.issues.map((issue) => {
    // An issue about the whole design belongs to the file of the design.
    const named = type === 'design' && issue.file === '' ? design.file : issue.file;
    return { issue, ...(named === '' ? { file: '', linked: false } : readPlace(named, project, quiet)) };
  });
  const anchors = await anchorsFor(git, tree, design, placed);
  return placed.map(({ issue, file, linked }, index) => ({
    id: `F${index + 1}`,
    file,
    linked,
    line: issue.line,
    severity: isBlockingIssue(issue) ? 'blocking' : 'non-blocking',
    category: issue.category,
    description: descriptionOf(issue),
    suggestion: issue.suggestion,
    anchor: anchors[index] ?? '',
    conflicts: issue.conflicts_with_design,
  }));
}

/** The title comes first, because lists of findings show the first line. */
function descriptionOf({ title, description }: CollabIssue): string {
  return [title, description].filter((text) => text !== '').join('\n\n');
}

interface Placed {
  readonly issue: CollabIssue;
  readonly file: string;
  readonly linked: boolean;
}

async function anchorsFor(
  git: Git,
  tree: string | null,
  design: Judged['design'],
  placed: readonly Placed[],
): Promise<readonly string[]> {
  if (tree === null) {
    const lines = design.text.split('\n');
    return placed.map(({ file, issue: { line } }) =>
      file === design.file && line !== null ? (lines[line - 1] ?? '').trim().slice(0, longestAnchor) : '',
    );
  }
  const places = placed.map(({ file, linked, issue }) => ({ file, line: linked ? issue.line : null }));
  // Without an anchor, the ledger recognizes a finding by its words.
  return readLines(git, tree, places).catch(() => []);
}

const longestAnchor = 400;
