// How a finding and its groups look in the Findings view. VS Code never renders a reviewer's text as Markdown here. A
// row begins with the place, because a narrow side bar cuts off the end of a row.

import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from 'vscode';
import { isUnresolved, type LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { hasPatch } from '../../core/findings/reading/suggestedEdit.ts';
import {
  findingDetails,
  findingMarks,
  findingPlace,
  findingSentence,
  findingTitle,
  type ShownAt,
} from '../../core/findings/words.ts';
import { commandId, rows } from '../app/contributions.ts';
import { hiddenItem } from '../ui/hiddenItem.ts';
import { type FindingRow, type GroupRow, rowId } from './findingsRows.ts';

export function findingsItem(row: FindingRow, shownAtOf: (row: FindingRow & { kind: 'finding' }) => ShownAt): TreeItem {
  switch (row.kind) {
    case 'group':
      return groupItem(row);
    case 'finding':
      return findingItem(row, shownAtOf(row));
    case 'more':
      return hiddenItem(row, rowId(row), 'showMoreFindings');
    default: {
      const unreachable: never = row;
      return unreachable;
    }
  }
}

/** Without a tooltip, which is built only when VS Code asks for it. */
function findingItem(row: FindingRow & { kind: 'finding' }, shownAt: ShownAt): TreeItem {
  const { finding, id, path } = row.placed;
  // The group says that it has arrived.
  const { arrived, ...rest } = finding;
  const item = new TreeItem(placeText(row, shownAt), TreeItemCollapsibleState.None);
  item.id = id;
  item.description = [findingTitle(finding), ...findingMarks(rest, shownAt, l10n.t)].join(' · ');
  item.iconPath = icon(finding, shownAt);
  item.contextValue = arrived === undefined ? contextOf(finding) : rows.findingArrived;
  item.accessibilityInformation = { label: findingSentence(finding, shownAt, l10n.t) };
  if (path !== undefined && shownAt.kind !== 'absent') {
    item.command = { command: commandId('openFinding'), title: l10n.t('Open Finding'), arguments: [id] };
  }
  return item;
}

export function findingTooltip({ placed }: FindingRow & { kind: 'finding' }, shownAt: ShownAt): string {
  return findingDetails(placed.finding, shownAt, l10n.t);
}

function contextOf(finding: LedgerFinding): string {
  if (!isUnresolved(finding)) return rows.findingResolved;
  return hasPatch(finding) ? rows.findingPatch : rows.findingOpen;
}

/** Leaves room for a few words at a width of 300 pixels. */
const longestPath = 24;

/** Under its file, the row needs only the line. The tooltip has the whole path. */
function placeText({ placed, grouping, name }: FindingRow & { kind: 'finding' }, shownAt: ShownAt): string {
  const { finding } = placed;
  if (grouping !== 'file' || !isUnresolved(finding)) {
    return findingPlace({ ...finding, file: name }, shownAt, l10n.t, longestPath);
  }
  const line = 'line' in shownAt ? shownAt.line + 1 : finding.line;
  return line === null || shownAt.kind === 'file' ? l10n.t('Whole file') : l10n.t('Line {0}', String(line));
}

function icon(finding: LedgerFinding, shownAt: ShownAt): ThemeIcon {
  switch (finding.state) {
    case 'fixed':
      return new ThemeIcon('pass', new ThemeColor('testing.iconPassed'));
    case 'rejected':
      return new ThemeIcon('circle-slash', new ThemeColor('disabledForeground'));
    case 'out-of-scope':
      return new ThemeIcon('circle-outline', new ThemeColor('disabledForeground'));
    default:
      break;
  }
  const color = new ThemeColor(
    finding.severity === 'blocking' ? 'list.warningForeground' : 'list.deemphasizedForeground',
  );
  if (shownAt.kind !== 'line' && shownAt.kind !== 'file') return new ThemeIcon('question', color);
  if (finding.state === 're-raised') return new ThemeIcon('issue-reopened', color);
  return finding.severity === 'blocking' ? new ThemeIcon('warning', color) : new ThemeIcon('info');
}

function groupItem(row: GroupRow): TreeItem {
  const { title, count } = row;
  const collapsed = title.by === 'resolved';
  const state = collapsed ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded;
  const item = new TreeItem(groupLabel(row), state);
  item.id = rowId(row);
  item.description = String(count);
  switch (title.by) {
    case 'file':
      if (title.path !== undefined) {
        item.resourceUri = Uri.file(title.path);
        item.iconPath = ThemeIcon.File;
        item.tooltip = title.path;
      } else item.iconPath = new ThemeIcon('question');
      item.description = [title.directory, String(count)].filter((part) => part !== '').join(' · ');
      break;
    case 'arrived':
      item.iconPath = new ThemeIcon(title.proof === 'proven' ? 'mail' : 'question');
      item.tooltip =
        title.proof === 'proven'
          ? l10n.t('Codex has written these findings. They count when Claude has read them.')
          : l10n.t('Nothing shows yet that Codex wrote these findings. They count only with its own word.');
      break;
    case 'folder':
      item.iconPath = ThemeIcon.Folder;
      item.tooltip = title.folder.path;
      break;
    default:
      break;
  }
  return item;
}

function groupLabel({ title }: GroupRow): string {
  switch (title.by) {
    case 'folder':
      return title.folder.name;
    case 'severity':
      return title.severity === 'blocking' ? l10n.t('Blocking') : l10n.t('Non-blocking');
    case 'file':
      return title.name === '' ? l10n.t('No file') : title.name;
    case 'round':
      return l10n.t('Round {0}', String(title.round));
    case 'arrived':
      return title.proof === 'proven' ? l10n.t('Arrived, not read by Claude yet') : l10n.t('Arrived, unproven');
    case 'resolved':
      return l10n.t('Resolved');
    default: {
      const unreachable: never = title;
      return unreachable;
    }
  }
}
