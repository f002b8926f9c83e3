// Shows a finding that an address or a word in a terminal names. It changes nothing.

import { l10n, commands as registry, type Uri, type UriHandler, window, workspace } from 'vscode';
import { isUnresolved } from '../../../core/findings/ledgerFinding.ts';
import { type FindingAddress, linkOf, readFindingUri } from '../../../core/findings/reading/findingLink.ts';
import type { Context } from '../../app/context.ts';
import { viewId } from '../../app/contributions.ts';
import { chooseOne } from '../../app/folders.ts';
import { askFor } from '../../ui/askFor.ts';
import { messageText } from '../../ui/plainText.ts';
import { showInCode } from '../findingsActs.ts';
import type { PlacedFinding } from '../findingsStore.ts';

type Revealing = Pick<Context, 'findings' | 'model' | 'report'>;

/** Any page or program can open such an address, so it is checked, and all that it can do is to show a finding. */
export function findingUris(context: Revealing): UriHandler {
  return {
    async handleUri({ path, query }: Uri) {
      try {
        const link = readFindingUri(path, query);
        if (link === undefined) {
          tell(l10n.t('This link does not name a finding: {0}. A finding has a key such as r1-F1', path));
        } else await follow(context, link);
      } catch (error) {
        context.report(error);
      }
    },
  };
}

/** In the Findings view, and in the code if the finding has a place there. */
export async function revealFinding({ findings }: Pick<Context, 'findings'>, placed: PlacedFinding): Promise<void> {
  await registry.executeCommand(`${viewId('findings')}.focus`);
  await findings.view.reveal(placed);
  if (placed.path === undefined || findings.store.shownAt(placed).kind === 'absent') return;
  await showInCode(findings, placed, { preview: true });
}

async function follow(context: Revealing, link: FindingAddress): Promise<void> {
  if (!workspace.isTrusted) {
    const refusal = l10n.t('This folder is not trusted, so Party does not read its reviews.');
    return askFor(refusal, l10n.t('Manage Trust'), 'workbench.trust.manage');
  }
  const { findings, model } = context;
  // A window that was opened by the link has not read anything yet, and the finding may have just been written.
  if (candidates(context, link).length === 0) await model.refresh();
  const found = candidates(context, link);
  if (found.length === 0) {
    const isElsewhere = findings.store.all.some(({ finding }) => finding.key === link.key);
    return tell(
      isElsewhere
        ? l10n.t('{0} belongs to another change than the one that is reviewed here', link.key)
        : l10n.t('No project in this window has the finding {0}', link.key),
    );
  }
  const items = found.map((value) => ({ label: value.folder.name, description: value.folder.path, value }));
  const chosen = await chooseOne(items, l10n.t('Which {0}?', link.key));
  if (chosen !== undefined) await revealFinding(context, chosen);
}

/** Of each folder at most one. Open ones first: they are more likely meant. */
function candidates({ findings, model }: Revealing, { key, change }: FindingAddress): PlacedFinding[] {
  const cycles = new Map(model.snapshot?.reviews.map(({ folder, review }) => [folder.top, review.cycle]));
  return findings.store.all
    .filter(({ folder, finding }) => {
      const own = linkOf(finding, cycles.get(folder.top) ?? null);
      return own.key === key && (change === undefined || own.change === undefined || own.change === change);
    })
    .sort((one, other) => Number(isUnresolved(other.finding)) - Number(isUnresolved(one.finding)));
}

function tell(text: string): void {
  void window.showWarningMessage(messageText(text));
}
