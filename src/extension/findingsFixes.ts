// The light bulb of a finding. Each finding of a line has its own three actions, named by its key when there are several.

import { CodeAction, CodeActionKind, type Disposable, l10n, languages, type Range } from 'vscode';
import { isUnresolved } from '../core/review/ledgerFinding.ts';
import { type CommandName, commandId, diagnosticSource } from './contributions.ts';
import { rangeOf } from './findingsDiagnostics.ts';
import type { FindingsStore, Placed } from './findingsStore.ts';

export function registerFixes(store: FindingsStore): Disposable {
  return languages.registerCodeActionsProvider(
    { scheme: 'file' },
    {
      provideCodeActions({ uri }, range, { diagnostics }) {
        const here = findingsAt(store, uri.fsPath, range);
        return here.flatMap((placed) => {
          const own = diagnostics.filter(
            ({ source, code }) => source === diagnosticSource && code === placed.finding.key,
          );
          return actionsFor(placed, here.length > 1).map((action) => Object.assign(action, { diagnostics: own }));
        });
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}

/** Open findings whose line is touched. */
export function findingsAt(store: FindingsStore, path: string, range: Range): Placed[] {
  return store.inFile(path).filter((placed) => {
    const own = isUnresolved(placed.finding) ? rangeOf(store, placed) : undefined;
    return own !== undefined && own.start.line >= range.start.line && own.start.line <= range.end.line;
  });
}

function actionsFor({ id, finding }: Placed, several: boolean): CodeAction[] {
  const offers: readonly [CommandName, string][] = [
    ['sendFindingToClaude', l10n.t('Send to Claude')],
    ['markFindingFixed', l10n.t('Mark as fixed')],
    ['rejectFinding', l10n.t('Reject with a reason…')],
  ];
  return offers.map(([name, words]) => {
    const title = several ? l10n.t('{0} ({1})', words, finding.key) : words;
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    action.command = { command: commandId(name), title, arguments: [{ finding: id }] };
    return action;
  });
}
