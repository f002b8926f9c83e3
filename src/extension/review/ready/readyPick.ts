// What a pull request needs, as a list, and one proof with what the user can do about it. For the keyboard, and for a
// project without a party, whose view says how to start.

import { l10n, type QuickPickItem, QuickPickItemKind, commands as registry, window } from 'vscode';
import type { Proof } from '../../../core/review/ready/readiness.ts';
import {
  endText,
  proofMeaning,
  proofName,
  proofStateText,
  readinessText,
} from '../../../core/review/ready/readinessText.ts';
import type { Context } from '../../app/context.ts';
import { type CommandName, commandId } from '../../app/contributions.ts';
import type { Folder } from '../../app/snapshot.ts';
import { itemText } from '../../ui/plainText.ts';
import { type ProofAct, proofAct } from './proofAct.ts';
import { showDenial } from './proofDocuments.ts';
import { stateIcons } from './readyItem.ts';
import { type FolderReady, type ReadyRow, readyIn, runOf } from './readyRows.ts';

interface Item extends QuickPickItem {
  readonly run?: () => unknown;
}

export async function showReadiness(context: Context, folder: Folder): Promise<void> {
  const ready = context.model.snapshot && readyIn(context.model.snapshot, folder);
  if (ready === undefined) {
    void window.showInformationMessage(l10n.t('A pull request needs a git repository, and this folder is not in one'));
    return;
  }
  const { readiness, denied } = ready;
  const proofs = readiness.proofs.map((proof) => proofEntry(proof, () => showProof(context, ready, proof)));
  const denials = denied.map((one): Item => {
    const [first = ''] = one.reason.split('\n');
    const label = `$(circle-slash) ${l10n.t('Denied: {0}', itemText(one.what, 80))}`;
    return { label, description: itemText(first), run: () => showDenial(ready, one) };
  });
  const items = denials.length === 0 ? proofs : [...proofs, separator(l10n.t('denied')), ...denials];
  const state = readinessText(readiness, l10n.t);
  const title = l10n.t(
    'Ready for a pull request: {0}',
    readiness.state === 'ready' ? l10n.t('{0}. {1}', state, endText(readiness, l10n.t)) : state,
  );
  const placeHolder =
    items.length === 0 ? l10n.t('Nothing is required') : l10n.t('Choose a check to see what it proves');
  const chosen = await window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  await chosen?.run?.();
}

/** The proof, what it means, its log and its act. */
export async function showProof(_: Context, ready: FolderReady, proof: Proof): Promise<void> {
  const row = rowOf(ready, proof);
  const go = (icon: string, name: CommandName, label: string): Item => ({
    label: `$(${icon}) ${label}`,
    run: () => registry.executeCommand(commandId(name), row),
  });
  const act = proofAct(proof);
  const hasLog = (runOf(ready.runs, proof.kind)?.log ?? null) !== null;
  const isOfCodex = proof.kind === 'codex-ran' || proof.kind === 'codex-approved';
  const items: Item[] = [
    ...(act === undefined ? [] : [go(actWords[act].icon, act, actWords[act].label())]),
    ...(hasLog ? [go('output', 'openProofLog', l10n.t('Open Log'))] : []),
    ...(isOfCodex ? [go('graph', 'showTimeline', l10n.t('Show Review Timeline'))] : []),
    separator(l10n.t('what it proves')),
    {
      label: `$(info) ${proofMeaning(proof.kind, l10n.t)}`,
      detail: l10n.t('Gates and terminals call it {0}.', proof.kind),
    },
  ];
  const title = l10n.t('{0}: {1}', proofName(proof.kind, l10n.t), itemText(proofStateText(proof, l10n.t)));
  const chosen = await window.showQuickPick(items, { title });
  await chosen?.run?.();
}

/** For a command that was not called from a row. Undefined when the user cancelled. */
export async function chooseProof({ readiness }: FolderReady): Promise<Proof | undefined> {
  const items = readiness.proofs.map((proof) => ({ ...proofEntry(proof), proof }));
  const placeHolder = items.length === 0 ? l10n.t('Nothing is required') : l10n.t('Which check?');
  return (await window.showQuickPick(items, { placeHolder }))?.proof;
}

function proofEntry(proof: Proof, run?: () => unknown): Item {
  const [icon] = stateIcons[proof.state];
  const label = `$(${icon}) ${proofName(proof.kind, l10n.t)}`;
  return { label, description: itemText(proofStateText(proof, l10n.t)), ...(run && { run }) };
}

function rowOf(ready: FolderReady, proof: Proof): ReadyRow {
  const { folder, runs } = ready;
  return { kind: 'readyProof', ready, proof, run: runOf(runs, proof.kind), partyFolder: folder.top };
}

const separator = (label: string): Item => ({ label, kind: QuickPickItemKind.Separator });

const actWords: Readonly<Record<ProofAct, { readonly icon: string; label(): string }>> = {
  runTests: { icon: 'play', label: () => l10n.t('Run Tests') },
  runChecks: { icon: 'play', label: () => l10n.t('Run Checks') },
  askForProof: { icon: 'comment', label: () => l10n.t('Ask Claude for This Check') },
  requestReview: { icon: 'eye', label: () => l10n.t('Request Review') },
  approve: { icon: 'pass', label: () => l10n.t('Approve') },
  verifyEvidence: { icon: 'verified', label: () => l10n.t('Verify Everything') },
  acceptEvidence: { icon: 'check', label: () => l10n.t('Accept Command…') },
};
