// What the links of the timeline do. Their arguments are only looked up: a name that the window does not know does nothing.

import { l10n, type QuickPickItem, window, workspace } from 'vscode';
import { isUnresolved, type LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { findingTitle } from '../../core/findings/words.ts';
import type { Round } from '../../core/review/review.ts';
import { findingsOfRound } from '../../core/review/timeline/story.ts';
import { timelineMarkdown } from '../../core/review/timeline/timelineMarkdown.ts';
import { timelineSvg } from '../../core/review/timeline/timelineSvg.ts';
import { isWaiting, outcomeText } from '../../core/review/timeline/timelineWords.ts';
import type { Context } from '../app/context.ts';
import type { Folder, FolderReview } from '../app/snapshot.ts';
import { openLedgerFinding } from '../findings/findingsActs.ts';
import { exportPlace } from '../ui/exportPlace.ts';
import { itemText } from '../ui/plainText.ts';
import { showRound } from './changes/changesActs.ts';

/** The findings of a round to choose from, and what the round changed. */
export async function openRound(context: Context, [top, request]: readonly unknown[]): Promise<void> {
  const known = reviewOf(context, top);
  const round = known?.review.rounds.find((one) => one.request === request);
  if (known === undefined || round === undefined) return sayGone();
  const chosen = await window.showQuickPick(roundItems(known, round), {
    title: l10n.t('Round {0}: {1}', String(round.n), outcomeText(round, { outdated: false }, l10n.t)),
    placeHolder: isWaiting(round) ? l10n.t('Codex has not answered yet') : l10n.t('Which finding?'),
    matchOnDescription: true,
  });
  if (chosen?.finding !== undefined) await openLedgerFinding(context, known.folder, chosen.finding);
  else if (chosen !== undefined) await showRound(context, known, round.n);
}

export async function openTimelineFinding(context: Context, [top, key]: readonly unknown[]): Promise<void> {
  const known = reviewOf(context, top);
  const finding = known?.review.findings.find((one) => one.key === key);
  if (known === undefined || finding === undefined) return sayGone();
  await openLedgerFinding(context, known.folder, finding);
}

/** As a picture, or as Markdown with the story that the timeline shows. */
export async function exportTimeline(context: Context, folder: Folder): Promise<void> {
  const known = reviewOf(context, folder.top);
  if (known === undefined) return sayGone();
  const form = await window.showQuickPick(
    [
      { label: l10n.t('Picture (SVG)'), extension: 'svg' as const },
      { label: l10n.t('Text (Markdown)'), extension: 'md' as const },
    ],
    { title: l10n.t('Export the Timeline of {0}', folder.name) },
  );
  if (form === undefined) return;
  const target = await window.showSaveDialog({
    defaultUri: exportPlace(folder, `review-timeline.${form.extension}`),
    filters: form.extension === 'svg' ? { SVG: ['svg'] } : { Markdown: ['md'] },
  });
  if (target === undefined) return;
  const title = known.review.rounds.at(-1)?.title || folder.name;
  const text =
    form.extension === 'svg'
      ? timelineSvg(known.review, { title, theme: 'plain' })
      : timelineMarkdown(known.review, title, await context.timeline.story(known));
  await workspace.fs.writeFile(target, Buffer.from(text));
  window.setStatusBarMessage(l10n.t('$(check) Exported to {0}', itemText(target.path, 200)), 6000);
}

function reviewOf({ model }: Pick<Context, 'model'>, top: unknown): FolderReview | undefined {
  return model.snapshot?.reviews.find(({ folder }) => folder.top === top);
}

function roundItems({ review }: FolderReview, round: Round): (QuickPickItem & { finding?: LedgerFinding })[] {
  const findings = findingsOfRound(review.findings, round.n).map((finding) => ({
    label: `$(${isUnresolved(finding) ? iconOf(finding) : 'pass'}) ${itemText(findingTitle(finding))}`,
    description: [finding.key, itemText(finding.state), itemText(finding.file, 80)].join(' · '),
    finding,
  }));
  return [...findings, { label: `$(diff-multiple) ${l10n.t('Show What This Round Changed')}` }];
}

function iconOf({ severity }: LedgerFinding): string {
  return severity === 'blocking' ? 'error' : 'info';
}

function sayGone(): void {
  window.setStatusBarMessage(l10n.t('$(info) The timeline has just changed. Try again'), 6000);
}
