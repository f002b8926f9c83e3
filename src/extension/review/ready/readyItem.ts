// How the way to a pull request looks in the Session view.

import { env, l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { oneLine } from '../../../core/base/outsideText.ts';
import type { ProofState } from '../../../core/review/ready/readiness.ts';
import {
  endText,
  proofLines,
  proofName,
  proofRowText,
  proofStateText,
  readinessText,
} from '../../../core/review/ready/readinessText.ts';
import { reviewSentence } from '../../../core/review/ready/summary.ts';
import { commandId, rows } from '../../app/contributions.ts';
import { endActTable } from './endActs.ts';
import { type ProofAct, proofAct } from './proofAct.ts';
import { deniedId, type FolderReady, type ReadyRow, type ReadyRowOf, readyChildren } from './readyRows.ts';

export function readyItem(row: ReadyRow): TreeItem {
  switch (row.kind) {
    case 'ready':
      return branchItem(row);
    case 'readyEnd':
      return endItem(row);
    case 'readyAct':
      return actItem(row);
    case 'readyDenied':
      return deniedItem(row);
    case 'readyDone':
      return doneItem(row);
    case 'readyProof':
      return proofItem(row);
    default: {
      const unreachable: never = row;
      return unreachable;
    }
  }
}

function branchItem(row: ReadyRowOf<'ready'>): TreeItem {
  const { ready, named } = row;
  const name = l10n.t('Ready for a pull request');
  const label = named ? l10n.t('{0}: {1}', name, ready.folder.name) : name;
  const isLeaf = readyChildren(row).length === 0;
  const item = new TreeItem(label, isLeaf ? TreeItemCollapsibleState.None : TreeItemCollapsibleState.Expanded);
  const state = readinessText(ready.readiness, l10n.t);
  item.id = `ready/${ready.folder.top}`;
  item.description = state;
  item.iconPath = branchIcon(ready);
  item.tooltip = [l10n.t('{0}: {1}', label, state), ...explanation(ready)].join('\n');
  item.contextValue = branchContext(ready);
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', label, state) };
  return item;
}

function explanation({ readiness, review }: FolderReady): string[] {
  switch (readiness.state) {
    case 'off':
      return [l10n.t('You have turned the gate off. Party records what is proven, and blocks no pull request.')];
    case 'ready':
      return [oneLine(reviewSentence(review), 300)];
    case 'open':
      return [l10n.t('Party blocks a pull request by Claude until each of these is proven for the current code.')];
    default:
      return [];
  }
}

function branchIcon({ readiness, denied }: FolderReady): ThemeIcon {
  if (readiness.state === 'ready') return new ThemeIcon('pass-filled', new ThemeColor('testing.iconPassed'));
  if (readiness.state === 'off') return new ThemeIcon('unlock');
  return new ThemeIcon('git-pull-request', denied.length > 0 ? new ThemeColor('list.warningForeground') : undefined);
}

function branchContext({ readiness, review }: FolderReady): string {
  if (review.status.kind === 'approved') return rows.readyApproved;
  return readiness.state === 'open' ? rows.readyOpen : rows.readyQuiet;
}

/** A click shows how it came to this. */
function endItem({ ready, partyFolder }: ReadyRowOf<'readyEnd'>): TreeItem {
  const { uncommitted } = ready.readiness;
  const label = endText(ready.readiness, l10n.t);
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  const sentence = oneLine(reviewSentence(ready.review), 300);
  item.id = `ready/${ready.folder.top}/end`;
  item.tooltip = [sentence, ...uncommitted.slice(0, 10).map((file) => oneLine(file, 200))].join('\n');
  item.iconPath = new ThemeIcon(uncommitted.length === 0 ? 'sparkle' : 'git-commit');
  item.command = { command: commandId('showTimeline'), title: l10n.t('Timeline'), arguments: [{ partyFolder }] };
  item.accessibilityInformation = { label: l10n.t('{0} {1}', label, sentence) };
  return item;
}

function actItem({ ready, act, partyFolder }: ReadyRowOf<'readyAct'>): TreeItem {
  const { icon, label, command, ...words } = endActTable[act];
  const detail = words.detail(ready.review.missing.length);
  const item = new TreeItem(label(), TreeItemCollapsibleState.None);
  item.id = `ready/${ready.folder.top}/act/${act}`;
  item.tooltip = detail;
  item.iconPath = new ThemeIcon(icon);
  item.command = { command: commandId(command), title: label(), arguments: [{ partyFolder }] };
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', label(), detail), role: 'button' };
  return item;
}

function deniedItem(row: ReadyRowOf<'readyDenied'>): TreeItem {
  const { ready, denied } = row;
  const label = l10n.t('Denied: {0}', oneLine(denied.what, 80));
  const [first = ''] = denied.reason.split('\n');
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  const at = clock(denied.at);
  item.id = `ready/${ready.folder.top}/denied/${deniedId(denied)}`;
  item.description = l10n.t('{0} · {1}', at, oneLine(first, 120));
  // As plain text: a reason names commands and files.
  item.tooltip = [l10n.t('{0}, {1}', label, at), ...denied.reason.split('\n').map((line) => oneLine(line, 300))].join(
    '\n',
  );
  item.iconPath = new ThemeIcon('circle-slash', new ThemeColor('list.warningForeground'));
  item.contextValue = rows.readyDenied;
  item.command = { command: commandId('showDenied'), title: l10n.t('Show Why'), arguments: [row] };
  item.accessibilityInformation = { label: l10n.t('{0}, {1}: {2}', label, at, oneLine(first, 200)) };
  return item;
}

/** The id stays the same, so VS Code keeps the user's own choice to unfold it. */
function doneItem({ ready, proofs }: ReadyRowOf<'readyDone'>): TreeItem {
  const item = new TreeItem(l10n.t('{0} checks done', String(proofs.length)), TreeItemCollapsibleState.Collapsed);
  const names = proofs.map(({ kind }) => proofName(kind, l10n.t));
  item.id = `ready/${ready.folder.top}/done`;
  item.tooltip = names.join('\n');
  item.iconPath = stateIcon('done');
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', String(item.label), names.join(', ')) };
  return item;
}

function proofItem(row: ReadyRowOf<'readyProof'>): TreeItem {
  const { ready, proof, run } = row;
  const label = proofName(proof.kind, l10n.t);
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  const state = proofStateText(proof, l10n.t);
  item.id = `ready/${ready.folder.top}/proof/${proof.kind}`;
  item.description = proofRowText(proof, l10n.t);
  item.iconPath = stateIcon(proof.state);
  item.tooltip = proofLines(proof, l10n.t).join('\n');
  item.contextValue = proofContext(proofAct(proof), (run?.log ?? null) !== null);
  item.command = { command: commandId('showProof'), title: l10n.t('Show Check'), arguments: [row] };
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', label, oneLine(state, 200)) };
  return item;
}

export const stateIcons: Readonly<Record<ProofState, readonly [icon: string, color?: string]>> = {
  done: ['pass', 'testing.iconPassed'],
  running: ['loading~spin'],
  outdated: ['history', 'list.warningForeground'],
  failed: ['error', 'list.errorForeground'],
  waiting: ['question', 'list.warningForeground'],
  missing: ['circle-outline'],
};

function stateIcon(state: ProofState): ThemeIcon {
  const [icon, color] = stateIcons[state];
  return new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
}

/** The context value of a row names its act, and whether it has a log. */
function proofContext(act: ProofAct | undefined, hasLog: boolean): string {
  const plain = act === undefined ? rows.proofPlain : contexts[act];
  return hasLog ? (logged[plain] ?? plain) : plain;
}

const contexts = {
  runTests: rows.proofTests,
  runChecks: rows.proofChecks,
  askForProof: rows.proofAsk,
  requestReview: rows.proofRequest,
  approve: rows.proofApprove,
  verifyEvidence: rows.proofVerify,
  acceptEvidence: rows.proofAccept,
} as const satisfies Record<ProofAct, string>;

const logged: Readonly<Record<string, string>> = {
  [rows.proofPlain]: rows.proofPlainLog,
  [rows.proofTests]: rows.proofTestsLog,
  [rows.proofChecks]: rows.proofChecksLog,
  [rows.proofAsk]: rows.proofAskLog,
  [rows.proofAccept]: rows.proofAcceptLog,
};

/** In the user's own time: it happened today. */
function clock(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? oneLine(at, 20)
    : date.toLocaleTimeString(env.language, { hour: '2-digit', minute: '2-digit' });
}
