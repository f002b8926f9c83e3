// What a diagnostic of a finding leads to: the finding's own address, the other places that the reviewer names, and the
// file as it was in the earlier rounds that raised the finding.

import { DiagnosticRelatedInformation, env, Location, l10n, Position, UIKind, Uri } from 'vscode';
import { oneLine } from '../../../core/base/outsideText.ts';
import type { ProjectFiles } from '../../../core/findings/finding.ts';
import { findingUri, linkOf } from '../../../core/findings/reading/findingLink.ts';
import { otherPlaces } from '../../../core/findings/reading/namedPlaces.ts';
import { severityText } from '../../../core/findings/words.ts';
import { projectFiles } from '../../../node/review/findingsFile.ts';
import { commandId } from '../../app/contributions.ts';
import { workspaceUri } from '../../app/folders.ts';
import type { Model } from '../../app/model.ts';
import { codeAddressInTree } from '../../review/changes/codeDocuments.ts';
import type { PlacedFinding } from '../findingsStore.ts';

export class RelatedPlaces {
  readonly #model: Model;
  /** By the top of the project. What is a file is asked again when the list of findings changes. */
  #projects = new Map<string, ProjectFiles>();

  constructor(model: Model) {
    this.#model = model;
  }

  forget(): void {
    this.#projects = new Map();
  }

  /** In a browser, the editor's own addresses lead to a program on the user's machine, so a command has to do. */
  addressOf({ id, folder, finding }: PlacedFinding): Uri {
    if (env.uiKind === UIKind.Web) {
      return Uri.parse(`command:${commandId('openFinding')}?${encodeURIComponent(JSON.stringify([id]))}`);
    }
    return Uri.parse(findingUri(linkOf(finding, this.#reviewOf(folder.top)?.cycle ?? null), `${env.uriScheme}:`));
  }

  of(placed: PlacedFinding): DiagnosticRelatedInformation[] {
    return [...this.#named(placed), ...this.#rounds(placed)];
  }

  #named({ folder, finding }: PlacedFinding): DiagnosticRelatedInformation[] {
    return otherPlaces(finding, this.#filesOf(folder.top)).map(({ file, line }) => {
      const at = new Location(workspaceUri(folder, file), new Position(line - 1, 0));
      return new DiagnosticRelatedInformation(at, l10n.t('{0} names this place', finding.key));
    });
  }

  /** The line is the one that the reviewer named last: what was named before is not kept. */
  #rounds({ folder, finding }: PlacedFinding): DiagnosticRelatedInformation[] {
    if (finding.document !== null || finding.raised.length < 2) return [];
    const { rounds = [] } = this.#reviewOf(folder.top) ?? {};
    return finding.raised.slice(0, -1).flatMap(({ round, severity }) => {
      const tree = rounds.findLast(({ n }) => n === round)?.tree ?? null;
      if (tree === null) return [];
      const at = new Location(
        codeAddressInTree(folder, finding.file, tree),
        new Position(Math.max(0, (finding.line ?? 1) - 1), 0),
      );
      const told = l10n.t('Round {0} raised it as {1}', String(round), severityText({ severity }, l10n.t));
      return [new DiagnosticRelatedInformation(at, oneLine(told, 200))];
    });
  }

  #filesOf(top: string): ProjectFiles {
    const known = this.#projects.get(top) ?? projectFiles(top);
    this.#projects.set(top, known);
    return known;
  }

  #reviewOf(top: string) {
    return this.#model.snapshot?.reviews.find(({ folder }) => folder.top === top)?.review;
  }
}
