// What the user can do about a finding, under the mouse at its line. VS Code already shows the text of the diagnostic
// there, so this adds only its name and the links. Nothing of the reviewer's text becomes Markdown, and no command
// other than these can be a link.

import { type Disposable, Hover, l10n, languages, MarkdownString, Range } from 'vscode';
import { asMarkdown, oneLine } from '../../../core/base/outsideText.ts';
import { hasPatch } from '../../../core/findings/reading/suggestedEdit.ts';
import { findingMarks, severityText } from '../../../core/findings/words.ts';
import { type CommandName, commandId } from '../../app/contributions.ts';
import type { TitleOf } from '../../ui/commandTitles.ts';
import { findingsAt, rangeOf } from '../findingsPlaces.ts';
import type { FindingsStore, PlacedFinding } from '../findingsStore.ts';

const acts = [
  'showSuggestion',
  'sendFindingToClaude',
  'askCodexAboutFinding',
  'markFindingFixed',
  'rejectFinding',
  'showFindingThread',
] as const satisfies readonly CommandName[];

/** More do not fit on the screen. The Findings view has them all. */
const mostShown = 3;

export function registerHover(store: FindingsStore, titleOf: TitleOf): Disposable {
  return languages.registerHoverProvider(
    { scheme: 'file' },
    {
      provideHover({ uri }, position) {
        const here = findingsAt(store, uri.fsPath, new Range(position, position));
        const [first] = here;
        if (first === undefined) return undefined;
        const parts = here.slice(0, mostShown).map((placed) => actsOn(store, placed, titleOf));
        return new Hover(parts, rangeOf(store, first));
      },
    },
  );
}

function actsOn(store: FindingsStore, placed: PlacedFinding, titleOf: TitleOf): MarkdownString {
  const { id, finding } = placed;
  const name = [
    severityText(finding, l10n.t),
    oneLine(finding.category, 60),
    ...findingMarks(finding, store.shownAt(placed), l10n.t),
  ];
  const offered = acts.filter((command) => command !== 'showSuggestion' || hasPatch(finding));
  const links = offered.map((command) => `[${asMarkdown(titleOf(command))}](${commandLink(command, id)})`);
  const text = new MarkdownString();
  text.isTrusted = { enabledCommands: acts.map(commandId) };
  text.appendMarkdown(
    `**${asMarkdown(finding.key)}** · ${asMarkdown(name.filter(Boolean).join(' · '))}\n\n${links.join(' | ')}`,
  );
  return text;
}

function commandLink(command: CommandName, id: string): string {
  return `command:${commandId(command)}?${encodeURIComponent(JSON.stringify([id]))}`;
}
