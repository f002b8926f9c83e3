// The ways out of a problem as buttons. Where a terminal names a command, the editor offers its own command under its
// own title.

import { env, l10n, commands as registry, type window } from 'vscode';
import { commandLine, type Remark, type WayOut } from '../../core/base/remark.ts';
import { commandId, viewId } from '../app/contributions.ts';
import { type Folder, namedFolder } from '../app/snapshot.ts';
import { placedId } from '../findings/findingsStore.ts';
import { offering } from '../install/installOffer.ts';
import type { TitleOf } from './commandTitles.ts';
import { editorWay } from './editorWays.ts';
import { messageText } from './plainText.ts';
import { typedCommand } from './typedCommand.ts';

export interface WayButton {
  readonly label: string;
  run(): unknown;
}

/** One button for each way out. `folder` is the one that the problem is about, if known. */
export function wayButtons(next: readonly WayOut[], titleOf: TitleOf, folder?: Folder): WayButton[] {
  const buttons = next.flatMap((way) => buttonFor(way, titleOf, folder) ?? []);
  return buttons.filter(({ label }, index) => buttons.findIndex((one) => one.label === label) === index);
}

function buttonFor(way: WayOut, titleOf: TitleOf, folder: Folder | undefined): WayButton | undefined {
  const target = editorWay(way);
  switch (target) {
    case 'nothing':
      return undefined;
    case 'terminal':
      return { label: l10n.t('Copy Command'), run: () => copyCommand(commandLine(way, 'human')) };
    case 'findingsView':
      return showFindings();
    case 'markFindingFixed':
    case 'rejectFinding': {
      if (way.key === undefined || folder === undefined) return showFindings();
      const id = placedId(folder, { document: null, key: way.key });
      return { label: titleOf(target), run: () => registry.executeCommand(commandId(target), id) };
    }
    default: {
      const args = folder === undefined ? [] : [namedFolder(folder)];
      return { label: titleOf(target), run: () => registry.executeCommand(commandId(target), ...args) };
    }
  }
}

async function copyCommand(command: string): Promise<void> {
  const typed = typedCommand(command);
  await env.clipboard.writeText(typed);
  if (typed !== command) await registry.executeCommand(commandId('installCommandLine'), offering);
}

function showFindings(): WayButton {
  return { label: l10n.t('Show Findings'), run: () => registry.executeCommand(`${viewId('findings')}.focus`) };
}

/** The text for a notification. It names a command line only where the editor has no command of its own. */
export function remarkMessage({ problem, next }: Remark): string {
  const typed = next
    .filter((way) => editorWay(way) === 'terminal')
    .map((way) => typedCommand(commandLine(way, 'human')));
  return [messageText(problem), ...typed.map((command) => l10n.t('In a terminal: {0}', messageText(command)))].join(
    '. ',
  );
}

/** Shows a message with buttons, and runs the one that the user clicks. */
export async function tellWithButtons(
  show: typeof window.showInformationMessage,
  text: string,
  buttons: readonly WayButton[],
): Promise<void> {
  const chosen = await show(text, ...buttons.map(({ label }) => label));
  await buttons.find(({ label }) => label === chosen)?.run();
}
