// Links in the terminals of parties: the key of a finding shows the finding, and a place in a file of the project opens
// it. Agents decide what a terminal shows, so a link only shows something that exists, and runs nothing.

import {
  type Disposable,
  l10n,
  Position,
  Range,
  type Terminal,
  TerminalLink,
  type TerminalLinkProvider,
  window,
} from 'vscode';
import { keysIn, type NamedPlace, placesIn } from '../../../core/findings/reading/namedPlaces.ts';
import { projectFiles } from '../../../node/review/findingsFile.ts';
import type { Context } from '../../app/context.ts';
import { workspaceUri } from '../../app/folders.ts';
import type { Folder } from '../../app/snapshot.ts';
import type { PlacedFinding } from '../findingsStore.ts';
import { revealFinding } from './revealFinding.ts';

type Linking = Pick<Context, 'findings' | 'terminals' | 'report'>;

class PartyLink extends TerminalLink {
  readonly show: () => Promise<unknown>;

  constructor({ start, length }: { start: number; length: number }, tooltip: string, show: () => Promise<unknown>) {
    super(start, length, tooltip);
    this.show = show;
  }
}

export function registerTerminalLinks(context: Linking): Disposable {
  const provider: TerminalLinkProvider<PartyLink> = {
    provideTerminalLinks: ({ line, terminal }) => linksIn(context, line, terminal),
    async handleTerminalLink({ show }) {
      try {
        await show();
      } catch (error) {
        context.report(error);
      }
    },
  };
  return window.registerTerminalLinkProvider(provider);
}

function linksIn(context: Linking, line: string, terminal: Terminal): PartyLink[] {
  const folder = context.terminals.folderOf(terminal);
  if (folder === undefined) return [];
  const keys = keysIn(line).flatMap((named) => {
    const placed = inFolder(context, folder, named.key);
    if (placed === undefined) return [];
    return [new PartyLink(named, l10n.t('Show finding'), () => revealFinding(context, placed))];
  });
  const places = placesIn(line, projectFiles(folder.top)).map(
    (named) => new PartyLink(named, l10n.t('Open file'), () => openPlace(folder, named)),
  );
  return [...keys, ...places];
}

function inFolder({ findings }: Linking, { top }: Folder, key: string): PlacedFinding | undefined {
  return findings.store.all.find(({ folder, finding }) => folder.top === top && finding.key === key);
}

async function openPlace(folder: Folder, { file, line, column = 1 }: NamedPlace): Promise<void> {
  const at = new Position(line - 1, Math.max(0, column - 1));
  await window.showTextDocument(workspaceUri(folder, file), { preview: true, selection: new Range(at, at) });
}
