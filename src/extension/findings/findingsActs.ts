// The user's commands that show findings, and how the finding for a command is found.

import { l10n, type Range, commands as registry, Selection, TextEditorRevealType, Uri, window } from 'vscode';
import type { LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { findingTitle } from '../../core/findings/words.ts';
import type { Context } from '../app/context.ts';
import { commandId, viewId } from '../app/contributions.ts';
import type { Folder } from '../app/snapshot.ts';
import { itemText } from '../ui/plainText.ts';
import type { Findings } from './findings.ts';
import { findingsAt, rangeOf } from './findingsPlaces.ts';
import { filterOf, type Grouping } from './findingsRows.ts';
import { type PlacedFinding, placedId } from './findingsStore.ts';
import { suggestedFinding } from './reading/suggestions.ts';

/**
 * The id of the finding for a command: the one of the row, the quick fix or the comment thread, or the one at the cursor
 * when the user pressed a key. VS Code passes undefined for a row that it is redrawing; do not take the finding at the
 * cursor then.
 */
export function findingMeant({ store, threads }: Findings, args: readonly unknown[]): string | undefined {
  const [given] = args;
  if (args.length > 0) return typeof given === 'string' ? given : (suggestedFinding(given) ?? threads.find(given)?.id);
  const editor = window.activeTextEditor;
  // The earlier side of a diff has the path of the file, and other lines.
  if (editor?.document.uri.scheme !== 'file') return undefined;
  return findingsAt(store, editor.document.uri.fsPath, editor.selection)[0]?.id;
}

/** The ids for a command that takes several: those of the selected rows, or the one that `findingMeant` finds. */
export function findingsMeant(findings: Findings, args: readonly unknown[]): readonly string[] {
  const [clicked, selected] = args;
  const ids = Array.isArray(selected) ? selected.filter((one) => typeof one === 'string') : [];
  // VS Code passes the selection also when the user has clicked a row outside it.
  if (ids.length > 1 && typeof clicked === 'string' && ids.includes(clicked)) return ids;
  const only = findingMeant(findings, args);
  return only === undefined ? [] : [only];
}

export async function openFinding({ findings }: Context, args: readonly unknown[]): Promise<void> {
  const placed = findings.store.find(findingMeant(findings, args) ?? '');
  if (placed === undefined) sayNoFinding(args.length > 0);
  else await showInCode(findings, placed, { preview: true });
}

/** Opens the finding in the code, or in the list if it has no place in the code. */
export async function openLedgerFinding({ findings }: Context, folder: Folder, finding: LedgerFinding): Promise<void> {
  const placed = findings.store.find(placedId(folder, finding));
  if (placed?.path !== undefined && findings.store.shownAt(placed).kind !== 'absent') {
    return showInCode(findings, placed, { preview: true });
  }
  await registry.executeCommand(`${viewId('findings')}.focus`);
  if (placed !== undefined) await findings.view.reveal(placed);
}

/** `clicked`: the user clicked a row that is gone, or one that VS Code was redrawing. */
export function sayNoFinding(clicked: boolean): void {
  if (clicked) window.setStatusBarMessage(l10n.t('$(info) The list has just changed. Try again'), 6000);
  else void window.showInformationMessage(l10n.t('No finding here. Put the cursor on one first'));
}

/** Nothing can be decided about a finding that is not in the log yet. */
export function sayNotRead({ report }: Pick<Context, 'report'>, { finding }: PlacedFinding): void {
  const load = l10n.t('Load Findings');
  const told = l10n.t(
    '{0} has arrived, and Claude has not read it yet. Load the findings to decide about it',
    finding.key,
  );
  void window
    .showInformationMessage(told, load)
    .then((chosen) => chosen === load && registry.executeCommand(commandId('completeReview')))
    .then(undefined, report);
}

export function walkFindings(direction: 1 | -1) {
  return async ({ findings }: Context): Promise<void> => {
    const { store, view, walk } = findings;
    const editor = window.activeTextEditor;
    const here = editor && { path: editor.document.uri.fsPath, line: editor.selection.active.line };
    const shown = store.all.filter(filterOf(view.preferences));
    const step = walk.step(shown, (placed) => store.shownAt(placed), { here, direction });
    if (step === undefined) {
      window.setStatusBarMessage(l10n.t('Party: no open finding has a location in the code'), 4000);
      return;
    }
    const { placed, number, of } = step;
    await showInCode(findings, placed, { preview: false });
    await view.reveal(placed);
    const told = l10n.t('{0} of {1}: {2}', String(number), String(of), findingTitle(placed.finding, 100));
    window.setStatusBarMessage(itemText(told), 8000);
  };
}

export async function filterFindings({ findings: { view } }: Context): Promise<void> {
  const text = await window.showInputBox({
    title: l10n.t('Filter Findings'),
    placeHolder: l10n.t('File or text (empty shows all)'),
    value: view.preferences.text,
  });
  if (text !== undefined) await view.prefer({ text });
}

export const clearFilter = ({ findings }: Context) => findings.view.prefer({ text: '', nonBlocking: true });
export const showNonBlocking = (nonBlocking: boolean) => (context: Context) =>
  context.findings.view.prefer({ nonBlocking });
export const groupBy = (grouping: Grouping) => (context: Context) => context.findings.view.prefer({ grouping });

/** Opens the file at the finding, and its thread. */
export async function showInCode(
  { store, threads }: Findings,
  placed: PlacedFinding,
  { preview }: { preview: boolean },
): Promise<void> {
  const { path, finding } = placed;
  if (path === undefined) return;
  const editor = await window.showTextDocument(Uri.file(path), { preview });
  const range = rangeOf(store, placed) ?? lineAsSaid(finding.line, editor.document.lineCount, editor.selection);
  const at = editor.document.validateRange(range);
  editor.selection = new Selection(at.start, at.start);
  editor.revealRange(at, TextEditorRevealType.InCenterIfOutsideViewport);
  threads.open(placed);
}

/** The line that the reviewer named: the best guess for a finding that has lost its place. */
function lineAsSaid(line: number | null, count: number, fallback: Range): Range {
  if (line === null || line > count) return fallback;
  return new Selection(line - 1, 0, line - 1, 0);
}
