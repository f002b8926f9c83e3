// The quick fixes of a finding. Each finding of a line has its own actions. When there are several, the title of an
// action also has the first words and the key of its finding. On a line with very many, only the first ones have actions:
// VS Code takes seconds to build such a menu, and it is too long to read.

import { CodeAction, CodeActionKind, type Disposable, l10n, languages } from 'vscode';
import { oneLine } from '../../core/base/outsideText.ts';
import { taskText } from '../../core/findings/words.ts';
import { type CommandName, commandId, diagnosticSource, viewId } from '../app/contributions.ts';
import { findingsAt } from './findingsPlaces.ts';
import type { FindingsStore, PlacedFinding } from './findingsStore.ts';

/** How many findings of one line get actions of their own. */
const mostOffered = 4;

export function registerFixes(store: FindingsStore): Disposable {
  return languages.registerCodeActionsProvider(
    { scheme: 'file' },
    {
      provideCodeActions({ uri }, range, { diagnostics }) {
        const here = findingsAt(store, uri.fsPath, range);
        const actions = here.slice(0, mostOffered).flatMap((placed) => {
          const own = diagnostics.filter(
            ({ source, code }) => source === diagnosticSource && code === placed.finding.key,
          );
          return actionsFor(placed, here.length > 1).map((action) => Object.assign(action, { diagnostics: own }));
        });
        return here.length > mostOffered ? [...actions, showAll(here.length)] : actions;
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}

function actionsFor({ id, finding }: PlacedFinding, several: boolean): CodeAction[] {
  const offers: readonly [CommandName, string][] = [
    ['sendFindingToClaude', l10n.t('Send to Claude')],
    ['markFindingFixed', l10n.t('Mark as Fixed')],
    ['rejectFinding', l10n.t('Reject with Reason…')],
    ['findingOutOfScope', l10n.t('Mark as Out of Scope…')],
    [
      'makeFindingTask',
      finding.task === undefined ? l10n.t('Make Task') : l10n.t('Show {0}', taskText(finding.task, l10n.t)),
    ],
  ];
  return offers.map(([name, words]) => {
    const title = several ? l10n.t('{0}: "{1}" ({2})', words, oneLine(finding.description, 40), finding.key) : words;
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    action.command = { command: commandId(name), title, arguments: [id] };
    return action;
  });
}

function showAll(count: number): CodeAction {
  const title = l10n.t('Show All {0} in Findings', count.toLocaleString());
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  action.command = { command: `${viewId('findings')}.focus`, title };
  return action;
}
