// How collab and its reviews look in the Session view.

import { env, l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { oneLine } from '../../core/base/outsideText.ts';
import { budgetText } from '../../core/codex/budgetText.ts';
import { collabReviewsFolder } from '../../core/collab/collab.ts';
import { collabIcon, collabText, collabWords, isCollabHeld } from '../../core/collab/collabText.ts';
import {
  collabReviewText,
  extentText,
  modelText,
  type ReviewSummary,
  reviewTitle,
  timeText,
} from '../../core/collab/reviewWords.ts';
import { type CommandName, commandId, rows, viewId } from '../app/contributions.ts';
import type { FolderCollab } from '../app/snapshot.ts';
import { type CollabMark, type CollabRow, collabMark } from './collabRows.ts';

export function collabItem(row: CollabRow): TreeItem {
  switch (row.kind) {
    case 'collab':
      return branchItem(row);
    case 'collabHeld':
      return heldItem(row.collab);
    case 'collabConflicts':
      return conflictsItem(row);
    case 'collabBudget':
      return budgetItem(row);
    case 'collabSkip':
      return skipItem(row.collab);
    case 'collabDesign':
      return designItem(row);
    case 'collabModel':
      return modelItem(row);
    case 'collabReview':
      return reviewItem(row);
    case 'collabNote':
      return noteItem(row);
    default: {
      const unreachable: never = row;
      return unreachable;
    }
  }
}

const contextValues: Readonly<Record<CollabMark, string>> = {
  off: rows.collabOff,
  running: rows.collabRunning,
  paused: rows.collabPaused,
  complete: rows.collabComplete,
};

function branchItem({ collab, named, needs }: CollabRow & { kind: 'collab' }): TreeItem {
  const label = named ? l10n.t('Collab of {0}', collab.folder.name) : l10n.t('Collab');
  const isOn = collab.status.phase !== 'idle';
  const item = new TreeItem(label, isOn ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed);
  // The row shows the progress, even while collab is paused; the reason for the pause has its own row.
  const words = collabWords({ collab: { ...collab.status, held: null } }, l10n.t);
  const state = isCollabHeld({ collab: collab.status }) ? heldWords(collab) : words;
  const isUrgent = isCollabHeld({ collab: collab.status }) || needs.conflicts.length > 0 || needs.usedUp !== null;
  item.id = itemId(collab);
  item.description = state;
  item.iconPath = new ThemeIcon(collabIcon({ collab: collab.status }), isUrgent ? warningColor() : undefined);
  item.tooltip = [
    l10n.t('{0}: {1}', label, state),
    l10n.t('Codex reviews the design, then each task, whenever Claude stops.'),
    ...(collab.status.held ? [oneLine(collab.status.held, 400)] : []),
  ].join('\n');
  item.contextValue = contextValues[collabMark(collab.status)];
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', label, state) };
  return item;
}

/** The text for collab on hold, with its progress. */
function heldWords({ status }: FolderCollab): string {
  const progress = collabText({ collab: { ...status, paused: false, held: null } }, l10n.t);
  return l10n.t('{0}, {1}', collabText({ collab: status }, l10n.t), progress);
}

function heldItem(collab: FolderCollab): TreeItem {
  const said = oneLine(collab.status.held ?? '', 300);
  const item = plainItem(collab, 'held', said, 'question');
  item.iconPath = new ThemeIcon('question', warningColor());
  item.tooltip = [said, l10n.t('Your decision: resume Collab or cancel it.')].join('\n');
  item.accessibilityInformation = { label: l10n.t('Collab needs you: {0}', said) };
  return item;
}

/** The Findings view lists what Codex found, and the user decides there. */
function conflictsItem({ collab, findings }: CollabRow & { kind: 'collabConflicts' }): TreeItem {
  const label =
    findings.length === 1
      ? l10n.t('1 finding conflicts with the design')
      : l10n.t('{0} findings conflict with the design', String(findings.length));
  const item = plainItem(collab, 'conflicts', label, 'git-compare');
  item.description = l10n.t('your decision');
  item.iconPath = new ThemeIcon('git-compare', warningColor());
  item.tooltip = [
    label,
    ...findings.slice(0, 8).map(({ key, description }) => oneLine(`${key} ${description}`, 160)),
  ].join('\n');
  item.command = { command: `${viewId('findings')}.focus`, title: l10n.t('Show Findings') };
  return item;
}

function budgetItem({ collab, budget }: CollabRow & { kind: 'collabBudget' }): TreeItem {
  const item = plainItem(collab, 'budget', l10n.t('The budget for Codex is used up'), 'circle-slash');
  item.iconPath = new ThemeIcon('circle-slash', warningColor());
  item.tooltip = l10n.t('Budget: {0}', budgetText({ budget }, l10n.t).problem);
  item.contextValue = rows.collabBudget;
  return item;
}

function skipItem(collab: FolderCollab): TreeItem {
  const item = plainItem(collab, 'skip', l10n.t('The next review is skipped'), 'debug-step-over');
  item.tooltip = l10n.t('The review after it covers those changes too.');
  return item;
}

function designItem(row: CollabRow & { kind: 'collabDesign' }): TreeItem {
  const { collab, design } = row;
  const item = plainItem(collab, 'design', oneLine(design, 200), 'markdown');
  item.description = l10n.t('design');
  item.tooltip = l10n.t('Open the design');
  item.command = command('openCollabDesign', l10n.t('Open Design'), row);
  return item;
}

function modelItem({ collab, review }: CollabRow & { kind: 'collabModel' }): TreeItem {
  const said = review.said && modelText(review.said);
  const item = plainItem(collab, 'model', said ?? l10n.t('Model unknown'), 'hubot');
  item.description = l10n.t('last review');
  item.tooltip = l10n.t('Model and effort of the last review: {0}', said ?? l10n.t('unknown'));
  return item;
}

function reviewItem(row: CollabRow & { kind: 'collabReview' }): TreeItem {
  const { collab, review } = row;
  const title = reviewTitle(review, l10n.t);
  const said = collabReviewText(review, l10n.t);
  const item = plainItem(collab, review.id, title, reviewIcon(review));
  // A task that is reviewed again has several rows of the same name, so each row shows its time.
  const at = clock(review.said?.timestamp ?? '');
  item.description = at === undefined ? said : l10n.t('{0} · {1}', said, at);
  item.tooltip = reviewTooltip(review, title, said);
  item.contextValue = rows.collabReview;
  item.accessibilityInformation = { label: l10n.t('Review of {0}: {1}', title, said) };
  item.command = command('openCollabReview', l10n.t('Open Review'), row);
  return item;
}

/** The time of day for reviews of today; undefined for an invalid timestamp. */
function clock(timestamp: string): string | undefined {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return undefined;
  const hour = { hour: '2-digit', minute: '2-digit' } as const;
  if (at.toDateString() === new Date().toDateString()) return at.toLocaleTimeString(env.language, hour);
  return at.toLocaleString(env.language, { day: 'numeric', month: 'short', ...hour });
}

/** Plain text: VS Code must not render Codex's text as Markdown. */
function reviewTooltip({ id, said }: ReviewSummary, title: string, found: string): string {
  const model = said && modelText(said);
  return [
    l10n.t('{0}: {1}', title, found),
    ...(said === undefined ? [] : [said.summary, timeText(said.timestamp), extentText(said, l10n.t)]),
    ...(model === undefined ? [] : [model]),
    `${id}.md`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function reviewIcon({ said }: ReviewSummary): string {
  if (said === undefined) return 'circle-slash';
  if (said.counts.critical > 0) return 'error';
  if (said.counts.warning > 0) return 'warning';
  return said.counts.info > 0 ? 'info' : 'pass';
}

function noteItem({ collab, note }: CollabRow & { kind: 'collabNote' }): TreeItem {
  if (note === 'older') {
    const more = l10n.t('and {0} more', String(collab.older));
    return Object.assign(plainItem(collab, note, more, 'ellipsis'), { description: collabReviewsFolder });
  }
  const item = plainItem(collab, note, l10n.t('No review yet'), 'eye');
  item.description = l10n.t('Codex reviews when Claude stops');
  return item;
}

function plainItem(collab: FolderCollab, name: string, label: string, icon: string): TreeItem {
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = `${itemId(collab)}/${name}`;
  item.iconPath = new ThemeIcon(icon);
  return item;
}

function itemId({ folder }: FolderCollab): string {
  return `collab/${folder.top}`;
}

function command(name: CommandName, title: string, row: CollabRow) {
  return { command: commandId(name), title, arguments: [row] };
}

function warningColor(): ThemeColor {
  return new ThemeColor('list.warningForeground');
}
