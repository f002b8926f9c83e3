// Shows a version of the plan, or the copy with Codex's notes, as a read-only document. Its address names a version of
// the model, never a file. The address also holds a hash of the version, because a new cycle counts from 1 again and
// may have other notes on the same text.

import { join } from 'node:path';
import { type Disposable, l10n, Uri } from 'vscode';
import { annotatedFile, type PlanVersion, snapshotFile } from '../../core/plan/plan.ts';
import { sha256 } from '../../node/system/hash.ts';
import { readBeginning } from '../../node/system/readSmallFile.ts';
import { planScheme } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import type { FolderPlan } from '../app/snapshot.ts';
import { readonlyDocuments } from '../ui/readonlyDocuments.ts';

const planTexts = ['snapshot', 'annotated'] as const;
export type PlanText = (typeof planTexts)[number];

/**
 * The annotated copy has no file extension, so that VS Code shows plain text: a link that Codex wrote in Markdown could
 * be clicked, and could run a command.
 */
export function planAddress({ folder }: FolderPlan, { version, hash, verdict }: PlanVersion, text: PlanText): Uri {
  const name = text === 'snapshot' ? `plan v${version}.md` : `plan v${version} annotated`;
  const said = text === 'snapshot' ? [] : [sha256(JSON.stringify(verdict ?? null))];
  return Uri.from({
    scheme: planScheme,
    path: `/${folder.name}/${name}`,
    query: [folder.top, hash, ...said].join('\n'),
  });
}

export function registerPlanDocuments(model: Model): Disposable {
  return readonlyDocuments(model, {
    scheme: planScheme,
    all: ({ plans }) =>
      plans.flatMap((plan) =>
        plan.plan.versions.flatMap((version) =>
          planTexts.map((text) => ({
            address: planAddress(plan, version, text),
            read: () => readVersion(plan, version, text),
          })),
        ),
      ),
    gone: () => l10n.t('This version of the plan was deleted.'),
  });
}

/** More than a plan and its notes may have. */
const largestBytes = 4 * 1024 * 1024;

/** Undefined when the file is gone. */
export async function readVersion(
  { folder }: FolderPlan,
  { version }: PlanVersion,
  text: PlanText,
): Promise<string | undefined> {
  const file = join(folder.top, text === 'snapshot' ? snapshotFile(version) : annotatedFile(version));
  return readBeginning(file, largestBytes);
}
