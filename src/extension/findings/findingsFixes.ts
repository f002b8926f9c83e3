// The quick fixes of a finding. Each finding of a line has its own actions. An action has the words of the command in the
// menus, and the first words of its finding. On a line with very many, only the first ones have actions:
// VS Code takes seconds to build such a menu, and it is too long to read.

import { CodeAction, CodeActionKind, type Diagnostic, type Disposable, l10n, languages } from 'vscode';
import { wordsOfEach } from '../../core/findings/reading/severalFindings.ts';
import { hasPatch } from '../../core/findings/reading/suggestedEdit.ts';
import { taskText } from '../../core/findings/words.ts';
import { type CommandName, commandId, diagnosticSource, viewId } from '../app/contributions.ts';
import type { TitleOf } from '../ui/commandTitles.ts';
import { findingsAt } from './findingsPlaces.ts';
import type { FindingsStore, PlacedFinding } from './findingsStore.ts';

/** How many findings of one line get actions of their own. */
const mostOffered = 4;

export function registerFixes(store: FindingsStore, titleOf: TitleOf): Disposable {
  return languages.registerCodeActionsProvider(
    { scheme: 'file' },
    {
      provideCodeActions({ uri }, range, { diagnostics }) {
        const here = findingsAt(store, uri.fsPath, range);
        const offered = here.slice(0, mostOffered);
        const words = wordsOfEach(offered.map(({ finding }) => finding));
        const actions = offered.flatMap((placed, index) => {
          const own = diagnostics.filter((diagnostic) => isOf(diagnostic, placed));
          const named = (title: string) => l10n.t('{0}: {1}', title, words[index] ?? '');
          return actionsFor(placed, titleOf, named).map((action) => Object.assign(action, { diagnostics: own }));
        });
        return here.length > mostOffered ? [...actions, showAll(here.length)] : actions;
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}

const always = ['sendFindingToClaude', 'markFindingFixed', 'rejectFinding', 'findingOutOfScope'] as const;

function actionsFor({ id, finding }: PlacedFinding, titleOf: TitleOf, named: (title: string) => string): CodeAction[] {
  // Nothing can be said or decided about it yet.
  if (finding.arrived !== undefined) return [];
  const patch = hasPatch(finding) ? (['showSuggestion', 'applySuggestion'] as const) : [];
  const offers: (readonly [CommandName, string])[] = [...patch, ...always].map((name) => [name, titleOf(name)]);
  const { task } = finding;
  offers.push([
    'makeFindingTask',
    task === undefined ? titleOf('makeFindingTask') : l10n.t('Show {0}', taskText(task, l10n.t)),
  ]);
  return offers.map(([name, words]) => {
    const title = named(words);
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    action.command = { command: commandId(name), title, arguments: [id] };
    return action;
  });
}

function isOf({ source, code }: Diagnostic, { finding }: PlacedFinding): boolean {
  return source === diagnosticSource && typeof code === 'object' && code.value === finding.key;
}

function showAll(count: number): CodeAction {
  const title = l10n.t('Show All {0} in Findings', count.toLocaleString());
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  action.command = { command: `${viewId('findings')}.focus`, title };
  return action;
}
