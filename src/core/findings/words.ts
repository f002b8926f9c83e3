// A finding in words: its row, its tooltip, and the message that sends it to Claude. All text is the reviewer's, so it
// goes on one line, or between marks that it cannot close.

import { fenced, placeOf } from '../base/codeContext.ts';
import { shorten } from '../base/cut.ts';
import { oneLine } from '../base/outsideText.ts';
import type { AgentRole } from '../base/role.ts';
import { english, type Translate } from '../base/translate.ts';
import { type FindingTask, isForHuman, isUnresolved, type LedgerFinding } from './ledgerFinding.ts';

/** Where the window shows a finding. Lines count from 0, as in an editor. */
export type ShownAt =
  /** `changed`: the line no longer has the reviewed code. */
  | { readonly kind: 'line'; readonly line: number; readonly changed?: boolean }
  /** The file as a whole. */
  | { readonly kind: 'file' }
  /** The code of the finding is gone. */
  | { readonly kind: 'gone'; readonly line: number }
  /** The file has no such line. */
  | { readonly kind: 'beyond'; readonly line: number }
  /** The file is gone. */
  | { readonly kind: 'absent' }
  /** Not a file in this window's folders. */
  | { readonly kind: 'outside' };

export function findingTitle({ description, category, key }: LedgerFinding, longest = 160): string {
  return oneLine(description, longest) || oneLine(category, longest) || key;
}

/** The current place, `src/greet.js:10`, or the reviewer's text when it is not a file of the project. */
export function findingPlace(finding: LedgerFinding, shownAt: ShownAt, t: Translate, longest = 200): string {
  const line = 'line' in shownAt ? shownAt.line + 1 : finding.line;
  const path = shortPath(oneLine(finding.file, Number.POSITIVE_INFINITY), longest);
  if (path === '') return t('no file');
  return placeOf(line === null || shownAt.kind === 'file' ? { path } : { path, lines: { first: line, last: line } });
}

/** Keeps the end of a long path, which matters most. */
function shortPath(path: string, longest: number): string {
  if (path.length <= longest) return path;
  const end = path.slice(path.length - longest + 1).replace(/^[\udc00-\udfff]/, '');
  const slash = end.indexOf('/');
  return `…${slash < 0 ? end : end.slice(slash)}`;
}

/** What is special about it: its result, that it came back, or that it has no place in the code. */
export function findingMarks(finding: LedgerFinding, shownAt: ShownAt, t: Translate): string[] {
  return [
    ...stateMarks(finding, t),
    ...(finding.origin === undefined ? [] : [t('unproven')]),
    ...(finding.arrived === undefined ? [] : [arrivedMark(finding.arrived, t)]),
    ...(isForHuman(finding) ? [t('against the design: you decide')] : []),
    ...(finding.drifted ? [driftText(finding, t)] : []),
    ...(finding.oscillating ? [t('back and forth')] : []),
    ...(finding.task === undefined ? [] : [taskText(finding.task, t)]),
    ...repliesMarks(finding, t),
    ...(isUnresolved(finding) ? shownAtMarks(finding, shownAt, t) : []),
  ];
}

export function arrivedMark(arrived: NonNullable<LedgerFinding['arrived']>, t: Translate): string {
  return arrived === 'proven' ? t('arrived, not read by Claude yet') : t('arrived, unproven');
}

/** For screen readers, which see neither the icon nor the position in the tree. */
export function findingSentence(finding: LedgerFinding, shownAt: ShownAt, t: Translate): string {
  const parts = [severityText(finding, t), findingPlace(finding, shownAt, t), ...findingMarks(finding, shownAt, t)];
  return t('{0}: {1}', parts.join(', '), findingTitle(finding));
}

/** Limits a description or suggestion in a tooltip or diagnostic. */
const longestPart = 2000;

/** Everything about it, as plain text. */
export function findingDetails(finding: LedgerFinding, shownAt: ShownAt, t: Translate): string {
  const rounds = finding.raised.map(({ round }) => String(round)).join(', ');
  const head = [
    [finding.key, severityText(finding, t), oneLine(finding.category, 60)].filter((part) => part !== '').join(' · '),
    [findingPlace(finding, shownAt, t), ...findingMarks(finding, shownAt, t)].join(' · '),
    t('Raised in round {0}', rounds),
    ...(finding.reason === null ? [] : [t('Reason: {0}', oneLine(finding.reason, 300))]),
  ];
  const body = [finding.description, suggestionText(finding, t)].map((text) => shorten(text.trim(), longestPart));
  return [head.join('\n'), ...body].filter((part) => part !== '').join('\n\n');
}

/** The text of a diagnostic: description and suggestion, as plain text. */
export function findingMessage(finding: LedgerFinding, t: Translate): string {
  const parts = [finding.description.trim() || findingTitle(finding), suggestionText(finding, t)];
  return parts
    .map((part) => shorten(part, longestPart))
    .filter((part) => part !== '')
    .join('\n');
}

/** The message to Claude. It is for an agent, so it is not translated. */
export function findingLetter(finding: LedgerFinding, shownAt: ShownAt): string {
  const { key, severity, category, description, suggestion } = finding;
  const kind = [severity, oneLine(category, 60)].filter((part) => part !== '').join(', ');
  const where = finding.file.trim() === '' ? '' : ` at ${findingPlace(finding, shownAt, english, 1000)}`;
  return [
    `Review finding ${key} (${kind})${where}${letterRemark(shownAt)}.`,
    'Check it against the code, then fix it, or find out why it should not be fixed. The rest quotes the reviewer.',
    fenced(description.trim() || findingTitle(finding)),
    ...(suggestion.trim() === '' ? [] : ['Suggestion:', fenced(suggestion.trim())]),
    `Then say what you did, or why not, in the thread of the finding, where the human reads it: ${replyWays(key)}.`,
  ].join('\n\n');
}

/** How an agent says something about the finding, and to which agent. */
export function replyWays(key: string, to?: AgentRole): string {
  const own = oneLine(key, 100);
  const [told, option] = to === undefined ? ['', ''] : [` and to "${to}"`, ` --to ${to}`];
  return `call mcp__party__reply_to_finding with key "${own}"${told}. If that tool is missing, run: party findings reply ${own} TEXT${option}`;
}

export function letterRemark(shownAt: ShownAt): string {
  if (shownAt.kind === 'gone' || shownAt.kind === 'beyond') return ' (the code that it names no longer exists: verify)';
  return shownAt.kind === 'line' && shownAt.changed === true ? ' (the line has changed since: verify)' : '';
}

export function severityText({ severity }: Pick<LedgerFinding, 'severity'>, t: Translate): string {
  return severity === 'blocking' ? t('blocking') : t('non-blocking');
}

function stateMarks({ state }: LedgerFinding, t: Translate): string[] {
  switch (state) {
    case 'open':
      return [];
    case 're-raised':
      return [t('re-raised')];
    case 'fixed':
      return [t('fixed')];
    case 'rejected':
      return [t('rejected')];
    case 'out-of-scope':
      return [t('out of scope')];
    default: {
      const unreachable: never = state;
      return unreachable;
    }
  }
}

function driftText({ raised, severity }: LedgerFinding, t: Translate): string {
  const other = raised.findLast((one) => one.severity !== severity);
  return other?.severity === 'blocking' ? t('was blocking') : t('was non-blocking');
}

/** How much was said about it, if anything was. */
export function repliesMarks({ replies = [] }: LedgerFinding, t: Translate): string[] {
  if (replies.length === 0) return [];
  return [replies.length === 1 ? t('1 reply') : t('{0} replies', String(replies.length))];
}

/** With the task's id and its issue number, if it has one. */
export function taskText({ id, issue }: FindingTask, t: Translate): string {
  const own = oneLine(id, 40);
  return issue === undefined ? t('task {0}', own) : t('task {0} (#{1})', own, String(issue.number));
}

function shownAtMarks({ file }: LedgerFinding, shownAt: ShownAt, t: Translate): string[] {
  switch (shownAt.kind) {
    case 'line':
      return shownAt.changed === true ? [t('code changed, verify')] : [];
    case 'gone':
      return [t('code is gone, verify')];
    case 'beyond':
      return [t('past the end of the file')];
    case 'absent':
      return [t('file is gone, verify')];
    case 'outside':
      return file.trim() === '' ? [] : [t('not in this workspace')];
    default:
      return [];
  }
}

function suggestionText({ suggestion }: LedgerFinding, t: Translate): string {
  return suggestion.trim() === '' ? '' : t('Suggestion: {0}', suggestion.trim());
}
