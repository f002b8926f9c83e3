// The commands about the way to a pull request, and how the proof for a command is found.

import { l10n, window } from 'vscode';
import type { CommandTable, Resolvers } from '../../app/editorCommand.ts';
import { chooseFolder, folderMeant } from '../../app/folders.ts';
import { copyReviewSummary, createPullRequest, requestDeltaReview } from './endActs.ts';
import { showDenial } from './proofDocuments.ts';
import {
  acceptEvidence,
  askForMissing,
  askForProof,
  openProofLog,
  runChecks,
  runTests,
  verifyEvidence,
} from './readyActs.ts';
import type { readyContributions } from './readyContributions.ts';
import { chooseProof, showProof, showReadiness } from './readyPick.ts';
import { isReadyRow, readyIn } from './readyRows.ts';

export const readyCommands = {
  showReadiness: { needs: 'folder', run: showReadiness },
  showProof: { needs: 'proof', run: showProof },
  runTests: { needs: 'folder', run: runTests },
  runChecks: { needs: 'folder', run: runChecks },
  askForProof: { needs: 'proof', run: askForProof },
  askForMissing: { needs: 'folder', run: askForMissing },
  verifyEvidence: { needs: 'folder', run: verifyEvidence },
  acceptEvidence: { needs: 'folder', run: acceptEvidence },
  openProofLog: { needs: 'proof', run: openProofLog },
  showDenied: { needs: 'nothing', run: (_, [row]) => showDeniedRow(row) },
  createPullRequest: { needs: 'folder', run: createPullRequest },
  copyReviewSummary: { needs: 'folder', run: copyReviewSummary },
  requestDeltaReview: { needs: 'folder', run: requestDeltaReview },
} as const satisfies CommandTable<typeof readyContributions>;

export const readyNeeds: Resolvers<'proof'> = {
  async proof({ context, args, folders }) {
    const all = (await folders()) ?? [];
    const [row] = args;
    const folder = folderMeant(args, all) ?? (await chooseFolder(all));
    // The row may be older than the model.
    const ready = folder && context.model.snapshot && readyIn(context.model.snapshot, folder);
    if (ready === undefined) {
      if (folder !== undefined) void window.showInformationMessage(l10n.t('This folder is not in a git repository'));
      return undefined;
    }
    const kind = isReadyRow(row) && row.kind === 'readyProof' ? row.proof.kind : undefined;
    const proof = ready.readiness.proofs.find((one) => one.kind === kind) ?? (await chooseProof(ready));
    return proof && [ready, proof];
  },
};

function showDeniedRow(row: unknown): Promise<void> | undefined {
  return isReadyRow(row) && row.kind === 'readyDenied' ? showDenial(row.ready, row.denied) : undefined;
}
