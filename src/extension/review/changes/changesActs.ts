// The user's commands about the change itself: what differs from the base, from the approved code, or between rounds.

import { l10n, Range, commands as registry, window } from 'vscode';
import {
  type Comparison,
  comparisonText,
  fixOf,
  ofRound,
  roundComparisons,
  sinceReview,
  wholeChange,
} from '../../../core/review/changes/comparisons.ts';
import type { DiffFile } from '../../../core/review/changes/diffFile.ts';
import type { Context } from '../../app/context.ts';
import { commandId } from '../../app/contributions.ts';
import { workspaceUri } from '../../app/folders.ts';
import type { Folder, FolderReview } from '../../app/snapshot.ts';
import type { PlacedFinding } from '../../findings/findingsStore.ts';
import { act } from '../../ui/act.ts';
import { askFor } from '../../ui/askFor.ts';
import type { ChangesRow } from './changesRows.ts';
import { fileNamed, type Shown, showFile, showFiles } from './showDiffs.ts';

type Changed = Pick<FolderReview, 'folder' | 'review'>;

export async function showAllChanges(context: Context, { folder, review }: Changed): Promise<void> {
  await compare(context, folder, wholeChange(review), showFiles);
}

/** What made the approval stale; before the first approval, what has changed since the last review. */
export async function showSinceApproval(context: Context, { folder, review }: Changed): Promise<void> {
  const comparison = sinceReview(review);
  if (comparison !== undefined) return compare(context, folder, comparison, showFiles);
  const problem =
    review.rounds.length === 0
      ? l10n.t('Nothing has been reviewed yet, so there is nothing to compare with')
      : l10n.t('git has not kept the code that was reviewed, so there is nothing to compare with');
  askFor(problem, l10n.t('Show All Changes'), commandId('changes.showAll'));
}

/** The same for one file. */
export async function showFileSinceApproval(context: Context, changed: Changed, path: string): Promise<void> {
  const { folder, review } = changed;
  const comparison = sinceReview(review);
  const openFile = () => registry.executeCommand('vscode.open', workspaceUri(folder, path));
  if (comparison === undefined) return void (await openFile());
  await compare(context, folder, comparison, async (shown, files) => {
    const file = fileNamed(files, path);
    // The code may have changed back since the reader saw the name.
    await (file === undefined ? openFile() : showFile(shown, file));
  });
}

/** Without a number, the user chooses. */
export async function showRound(context: Context, changed: Changed, n?: number): Promise<void> {
  const { folder, review } = changed;
  const comparison = n === undefined ? await chooseRound(changed) : ofRound(review, n);
  if (comparison === 'turned away') return;
  if (comparison !== undefined) return compare(context, folder, comparison, showFiles);
  askFor(l10n.t('No round has code to compare'), l10n.t('Show All Changes'), commandId('changes.showAll'));
}

/** What was changed in the file of a finding; when the fix is elsewhere, everything that was changed. */
export async function showFix(context: Context, placed: PlacedFinding): Promise<void> {
  const { folder, finding } = placed;
  const review = context.model.snapshot?.reviews.find((one) => one.folder.top === folder.top)?.review;
  const comparison = review && fixOf(review, finding);
  if (comparison === undefined) {
    const problem = l10n.t('git has not kept the code that {0} was found in', finding.key);
    return askFor(problem, l10n.t('Show All Changes'), commandId('changes.showAll'));
  }
  await compare(context, folder, comparison, async (shown, files) => {
    const file = fileNamed(files, finding.file);
    const isOnDisk = comparison.after.kind === 'now';
    await (file === undefined
      ? showFiles(shown, files)
      : showFile(shown, file, isOnDisk ? rangeOf(context, placed) : undefined));
  });
}

export async function showChangedFile(_: Context, { folder, review }: FolderReview, row?: ChangesRow): Promise<void> {
  const comparison = wholeChange(review);
  if (row?.kind === 'changedFile' && comparison !== undefined) await showFile({ folder, comparison }, row.file);
}

export async function openChangedFile(_: Context, { folder }: FolderReview, row?: ChangesRow): Promise<void> {
  if (row?.kind === 'changedFile') {
    await registry.executeCommand('vscode.open', workspaceUri(folder, row.file.path), { preview: true });
  }
}

async function compare(
  context: Context,
  folder: Folder,
  comparison: Comparison | undefined,
  show: (shown: Shown, files: readonly DiffFile[]) => Promise<void>,
): Promise<void> {
  if (comparison === undefined) return;
  await act(context, {
    folder,
    doing: l10n.t('Comparing {0}', comparisonText(comparison, l10n.t)),
    run: () => context.changes.read(folder, comparison),
    done: (files) => show({ folder, comparison }, files),
  });
}

async function chooseRound({ review }: Changed): Promise<Comparison | undefined | 'turned away'> {
  const comparisons = roundComparisons(review);
  if (comparisons.length === 0) return undefined;
  const items = comparisons.map((comparison) => ({
    label: `$(diff) ${comparisonText(comparison, l10n.t)}`,
    description: meaningOf(comparison),
    comparison,
  }));
  const placeHolder = l10n.t('Choose what to compare');
  const chosen = await window.showQuickPick(items, { title: l10n.t('Changes of a Round'), placeHolder });
  return chosen === undefined ? 'turned away' : chosen.comparison;
}

function meaningOf({ before, after }: Comparison): string {
  if (after.kind === 'now') return l10n.t('what has changed since the last round');
  const n = after.kind === 'round' ? String(after.n) : '';
  return before.kind === 'base'
    ? l10n.t('everything that Codex read in round {0}', n)
    : l10n.t('what changed before round {0}', n);
}

function rangeOf({ findings }: Context, placed: PlacedFinding): Range | undefined {
  const at = findings.store.shownAt(placed);
  return at.kind === 'line' ? new Range(at.line, 0, at.line, 0) : undefined;
}
