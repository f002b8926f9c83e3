// A suggestion that is a small patch: shown as a diff of the file, and applied when the user says so. Core decides what it
// changes, each time with the text as it is then. Only these commands apply it: no verb of the program does, so no agent
// can.

import { basename } from 'node:path';
import {
  type Disposable,
  EventEmitter,
  l10n,
  Range,
  commands as registry,
  Selection,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { oneLine } from '../../../core/base/outsideText.ts';
import { linesOf } from '../../../core/findings/lines.ts';
import {
  asEdits,
  type SuggestedEdit,
  suggestedEdit,
  withChanges,
} from '../../../core/findings/reading/suggestedEdit.ts';
import type { Context } from '../../app/context.ts';
import { commandId, suggestionScheme } from '../../app/contributions.ts';
import { messageText } from '../../ui/plainText.ts';
import type { FindingsStore, PlacedFinding } from '../findingsStore.ts';

/** The documents for the right side of a diff. An address names a finding of this window, never a file. */
export function registerSuggestions(store: FindingsStore): Disposable {
  const changed = new EventEmitter<Uri>();
  const parts = [
    changed,
    workspace.registerTextDocumentContentProvider(suggestionScheme, {
      onDidChange: changed.event,
      async provideTextDocumentContent(address) {
        const placed = store.find(suggestedFinding(address) ?? '');
        return placed?.path === undefined ? '' : textWith(store, placed, await openDocument(placed.path));
      },
    }),
    workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      if (uri.scheme !== 'file') return;
      for (const { uri: shown } of workspace.textDocuments) {
        if (store.find(suggestedFinding(shown) ?? '')?.path === uri.fsPath) changed.fire(shown);
      }
    }),
  ];
  return { dispose: () => parts.forEach((part) => void part.dispose()) };
}

/** The id of the finding whose suggestion a document shows. */
export function suggestedFinding(given: unknown): string | undefined {
  return given instanceof Uri && given.scheme === suggestionScheme ? given.query : undefined;
}

export async function showSuggestion({ findings: { store } }: Context, placed: PlacedFinding): Promise<void> {
  const { id, finding, path } = placed;
  const edit = await editFor(store, placed);
  if (path === undefined || edit.kind === 'refused') return sayRefused(placed, edit);
  const address = Uri.from({ scheme: suggestionScheme, path, query: id });
  const [first] = edit.changes;
  const title = l10n.t('{0} ({1}: Current ↔ Suggested)', oneLine(basename(path)), finding.key);
  const selection = new Range(first?.first ?? 0, 0, first?.first ?? 0, 0);
  await registry.executeCommand('vscode.diff', Uri.file(path), address, title, { preview: true, selection });
}

/** An edit of the document, which the user can undo there, and which is not saved. It decides nothing about the finding. */
export async function applySuggestion({ host, findings: { store } }: Context, placed: PlacedFinding): Promise<void> {
  const { finding, path } = placed;
  const edit = await editFor(store, placed);
  if (path === undefined || edit.kind === 'refused') return sayRefused(placed, edit);
  const document = await openDocument(path);
  const changes = new WorkspaceEdit();
  for (const { start, end, text } of asEdits(edit.changes, linesOf(document.getText()))) {
    changes.replace(document.uri, new Range(start.line, start.character, end.line, end.character), text);
  }
  // VS Code refuses it when the document has changed in the meantime.
  if (!(await workspace.applyEdit(changes))) return sayRefused(placed, changedMeanwhile());
  host.log.info(`Finding ${finding.key}: the user applied its suggestion`);
  const line = edit.changes[0]?.first ?? 0;
  await window.showTextDocument(document, { preview: false, selection: new Selection(line, 0, line, 0) });
  window.setStatusBarMessage(l10n.t('$(check) Applied the suggestion of {0}. Undo reverts it', finding.key), 8000);
}

async function editFor(store: FindingsStore, placed: PlacedFinding): Promise<SuggestedEdit> {
  if (placed.path === undefined || !placed.inWorkspace) {
    return { kind: 'refused', problem: l10n.t('{0} is not about a file in this workspace', placed.finding.key) };
  }
  return editIn(store, placed, await openDocument(placed.path));
}

/** The place of the finding must be known for exactly this text. */
function editIn(store: FindingsStore, placed: PlacedFinding, document: TextDocument): SuggestedEdit {
  const shownAt = store.shownAt(placed);
  const lines = linesOf(document.getText());
  const isKnown = store.isRead(placed.path ?? '');
  if (shownAt.kind === 'line' && (!isKnown || store.textOf(placed) !== lines.at(shownAt.line)))
    return changedMeanwhile();
  return suggestedEdit(placed.finding, shownAt, lines, l10n.t);
}

/** The text itself when nothing can be applied, for example because it has been: the diff is empty then. */
function textWith(store: FindingsStore, placed: PlacedFinding, document: TextDocument): string {
  const text = document.getText();
  const edit = editIn(store, placed, document);
  if (edit.kind === 'refused') return text;
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  return withChanges(text.split(/\r\n|\r|\n/), edit.changes).join(lineBreak);
}

function changedMeanwhile(): SuggestedEdit & { kind: 'refused' } {
  return { kind: 'refused', problem: l10n.t('The file is changing right now. Try again') };
}

async function openDocument(path: string): Promise<TextDocument> {
  return await workspace.openTextDocument(Uri.file(path));
}

function sayRefused({ id, finding }: PlacedFinding, edit: SuggestedEdit): void {
  const problem = edit.kind === 'refused' ? edit.problem : '';
  const send = l10n.t('Send to Claude');
  void window
    .showWarningMessage(messageText(l10n.t('{0}: {1}', finding.key, problem)), send)
    .then((chosen) => chosen === send && registry.executeCommand(commandId('sendFindingToClaude'), id));
}
