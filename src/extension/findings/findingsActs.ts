// The user's commands about a finding. They run the shipped program, as agents do.

import { env, l10n, type Range, commands as registry, Selection, TextEditorRevealType, Uri, window } from 'vscode';
import { withoutLinks } from '../../core/base/outsideText.ts';
import type { LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { findingDetails, findingLetter, findingTitle } from '../../core/findings/words.ts';
import type { TriageState } from '../../core/project/event.ts';
import type { Context } from '../app/context.ts';
import { commandId, viewId } from '../app/contributions.ts';
import { type Folder, partiesOf } from '../app/snapshot.ts';
import { sendText } from '../messages/send.ts';
import { chooseParty } from '../session/chooseParty.ts';
import { askFor } from '../ui/askFor.ts';
import { itemText } from '../ui/plainText.ts';
import { inStatusBar } from '../ui/progress.ts';
import { findingsAt, rangeOf } from './findingsPlaces.ts';
import { findingsProgram } from './findingsProgram.ts';
import { filterOf, type Grouping } from './findingsRows.ts';
import { type FindingsStore, type PlacedFinding, placedId } from './findingsStore.ts';

/**
 * The id of the finding for a command: the one of the row or the quick fix, or the one at the cursor when the user
 * pressed a key. VS Code passes undefined for a row that it is redrawing; do not take the finding at the cursor then.
 */
export function findingMeant(store: FindingsStore, args: readonly unknown[]): string | undefined {
  const [given] = args;
  if (args.length > 0) return typeof given === 'string' ? given : undefined;
  const editor = window.activeTextEditor;
  return editor && findingsAt(store, editor.document.uri.fsPath, editor.selection)[0]?.id;
}

export async function openFinding({ findings }: Context, args: readonly unknown[]): Promise<void> {
  const placed = findings.store.find(findingMeant(findings.store, args) ?? '');
  if (placed === undefined) sayNoFinding(args.length > 0);
  else await show(findings.store, placed, { preview: true });
}

/** Opens the finding in the code, or in the list if it has no place in the code. */
export async function openLedgerFinding({ findings }: Context, folder: Folder, finding: LedgerFinding): Promise<void> {
  const placed = findings.store.find(placedId(folder, finding));
  if (placed?.path !== undefined && findings.store.shownAt(placed).kind !== 'absent') {
    return show(findings.store, placed, { preview: true });
  }
  await registry.executeCommand(`${viewId('findings')}.focus`);
  if (placed !== undefined) await findings.view.reveal(placed);
}

/** `clicked`: the user clicked a row that is gone, or one that VS Code was redrawing. */
export function sayNoFinding(clicked: boolean): void {
  if (clicked) window.setStatusBarMessage(l10n.t('$(info) The list has just changed. Try again'), 6000);
  else void window.showInformationMessage(l10n.t('No finding here. Put the cursor on one first'));
}

export async function sendFinding(context: Context, placed: PlacedFinding): Promise<void> {
  const { snapshot } = context.model;
  const parties = snapshot ? partiesOf(snapshot, placed.folder) : [];
  if (parties.length === 0) return askFor(l10n.t('No party is running here'), l10n.t('Start'), commandId('start'));
  const party = await chooseParty(parties);
  if (party === undefined) return;
  const shownAt = context.findings.store.shownAt(placed);
  await sendText(context, party, 'claude', findingLetter(placed.finding, shownAt));
}

/** One click marks it, so one click undoes it. */
export async function markFixed(context: Context, placed: PlacedFinding): Promise<void> {
  await triage(context, placed, 'fixed');
  context.findings.undo.offer(placed.id, l10n.t('{0} is marked as fixed', placed.finding.key));
}

export function resolveWithReason(as: 'rejected' | 'out-of-scope') {
  return async (context: Context, placed: PlacedFinding): Promise<void> => {
    const { key } = placed.finding;
    const reason = await window.showInputBox({
      title: as === 'rejected' ? l10n.t('Reject {0}', key) : l10n.t('{0} is out of scope', key),
      placeHolder: l10n.t('Reason (Codex reads it in the next round)'),
      prompt: withoutLinks(itemText(findingTitle(placed.finding, 120))),
      ignoreFocusOut: true,
      validateInput: (value) => (value.trim() === '' ? l10n.t('A reason is required') : ''),
    });
    if (reason === undefined) return;
    await triage(context, placed, as, reason.trim());
    const told = as === 'rejected' ? l10n.t('{0} is rejected', key) : l10n.t('{0} is out of scope', key);
    context.findings.undo.offer(placed.id, told);
  };
}

export async function reopenFinding(context: Context, placed: PlacedFinding): Promise<void> {
  context.findings.undo.withdraw();
  await triage(context, placed, 'open');
}

export async function copyFinding({ findings }: Context, placed: PlacedFinding): Promise<void> {
  await env.clipboard.writeText(findingDetails(placed.finding, findings.store.shownAt(placed), l10n.t));
  window.setStatusBarMessage(l10n.t('$(check) Copied {0}', placed.finding.key), 4000);
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
    await show(store, placed, { preview: false });
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

/** The row and the status bar show it at once; the lists change when the log has it. */
async function triage(
  { host, model, findings }: Context,
  placed: PlacedFinding,
  as: TriageState,
  reason?: string,
): Promise<void> {
  const { folder, finding } = placed;
  const decision = { key: finding.key, as, reason };
  const work = () => findingsProgram.triage(host, folder.path, decision).finally(model.refresh);
  const doing = as === 'open' ? l10n.t('reopening…') : l10n.t('marking…');
  const title = `${finding.key}: ${doing}`;
  await inStatusBar(title, () => findings.view.during(placed, doing, work), 'findings');
  host.log.info(`Finding ${finding.key}: ${as}`);
}

async function show(store: FindingsStore, placed: PlacedFinding, { preview }: { preview: boolean }): Promise<void> {
  const { path, finding } = placed;
  if (path === undefined) return;
  const editor = await window.showTextDocument(Uri.file(path), { preview });
  const range = rangeOf(store, placed) ?? lineAsSaid(finding.line, editor.document.lineCount, editor.selection);
  const at = editor.document.validateRange(range);
  editor.selection = new Selection(at.start, at.start);
  editor.revealRange(at, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The line that the reviewer named: the best guess for a finding that has lost its place. */
function lineAsSaid(line: number | null, count: number, fallback: Range): Range {
  if (line === null || line > count) return fallback;
  return new Selection(line - 1, 0, line - 1, 0);
}
