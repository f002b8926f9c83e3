// A finding in words: its row, its tooltip, and the letter that takes it to Claude. All of its texts are the reviewer's,
// so they are put on one line, or between marks that nothing in them can end.

import { fenced, placeOf } from '../base/codeContext.ts';
import { shorten } from '../base/cut.ts';
import { oneLine } from '../base/outsideText.ts';
import { english, type Translate } from '../base/translate.ts';
import { type FindingTask, isForHuman, isUnresolved, type LedgerFinding } from './ledgerFinding.ts';

/** Where a finding is in the window. Lines count from 0, as in an editor. */
export type Pin =
  /** `changed`: the line is no longer what was reviewed. */
  | { readonly kind: 'line'; readonly line: number; readonly changed?: boolean }
  /** The file as a whole. */
  | { readonly kind: 'file' }
  /** The code that it is about is no longer there. */
  | { readonly kind: 'gone'; readonly line: number }
  /** The file has no such line. */
  | { readonly kind: 'beyond'; readonly line: number }
  /** The file is no longer there. */
  | { readonly kind: 'absent' }
  /** Not a file of this window's folders. */
  | { readonly kind: 'outside' };

export function findingTitle({ description, category, key }: LedgerFinding, longest = 160): string {
  return oneLine(description, longest) || oneLine(category, longest) || key;
}

/** `src/greet.js:10`, where it is now; what the reviewer called it when it is no file of ours. */
export function findingPlace(finding: LedgerFinding, pin: Pin, t: Translate, longest = 200): string {
  const line = 'line' in pin ? pin.line + 1 : finding.line;
  const path = shortPath(oneLine(finding.file, Number.POSITIVE_INFINITY), longest);
  if (path === '') return t('no file');
  return placeOf(line === null || pin.kind === 'file' ? { path } : { path, lines: { first: line, last: line } });
}

/** Of a long path the end is what matters. */
export function shortPath(path: string, longest: number): string {
  if (path.length <= longest) return path;
  const end = path.slice(path.length - longest + 1).replace(/^[\udc00-\udfff]/, '');
  const slash = end.indexOf('/');
  return `…${slash < 0 ? end : end.slice(slash)}`;
}

/** What is special about it: how it ended, that it came back, that it has no place in the code. */
export function findingMarks(finding: LedgerFinding, pin: Pin, t: Translate): string[] {
  return [
    ...stateMarks(finding, t),
    ...(isForHuman(finding) ? [t('against the design: you decide')] : []),
    ...(finding.drifted ? [driftText(finding, t)] : []),
    ...(finding.oscillating ? [t('back and forth')] : []),
    ...(finding.task === undefined ? [] : [taskText(finding.task, t)]),
    ...(isUnresolved(finding) ? pinMarks(finding, pin, t) : []),
  ];
}

/** For screen readers, who see neither icon nor place in the tree. */
export function findingSentence(finding: LedgerFinding, pin: Pin, t: Translate): string {
  const parts = [severityText(finding, t), findingPlace(finding, pin, t), ...findingMarks(finding, pin, t)];
  return t('{0}: {1}', parts.join(', '), findingTitle(finding));
}

/** Of a description or a suggestion in a tooltip or a diagnostic. */
const longestPart = 2000;

/** Everything about it, as plain text. */
export function findingDetails(finding: LedgerFinding, pin: Pin, t: Translate): string {
  const rounds = finding.raised.map(({ round }) => String(round)).join(', ');
  const head = [
    [finding.key, severityText(finding, t), oneLine(finding.category, 60)].filter((part) => part !== '').join(' · '),
    [findingPlace(finding, pin, t), ...findingMarks(finding, pin, t)].join(' · '),
    t('Raised in round {0}', rounds),
    ...(finding.reason === null ? [] : [t('Reason: {0}', oneLine(finding.reason, 300))]),
  ];
  const body = [finding.description, suggestionText(finding, t)].map((text) => shorten(text.trim(), longestPart));
  return [head.join('\n'), ...body].filter((part) => part !== '').join('\n\n');
}

/** As a diagnostic says it: description and suggestion, in plain text. */
export function findingMessage(finding: LedgerFinding, t: Translate): string {
  const parts = [finding.description.trim() || findingTitle(finding), suggestionText(finding, t)];
  return parts
    .map((part) => shorten(part, longestPart))
    .filter((part) => part !== '')
    .join('\n');
}

/** The letter to Claude. It is written for an agent, so it is not translated. */
export function findingLetter(finding: LedgerFinding, pin: Pin): string {
  const { key, severity, category, description, suggestion } = finding;
  const kind = [severity, oneLine(category, 60)].filter((part) => part !== '').join(', ');
  const where = finding.file.trim() === '' ? '' : ` at ${findingPlace(finding, pin, english, 1000)}`;
  return [
    `Review finding ${key} (${kind})${where}${letterRemark(pin)}.`,
    'Check it against the code, then fix it, or say why it should not be fixed. What follows are the words of the reviewer.',
    fenced(description.trim() || findingTitle(finding)),
    ...(suggestion.trim() === '' ? [] : ['Suggestion:', fenced(suggestion.trim())]),
  ].join('\n\n');
}

function letterRemark(pin: Pin): string {
  if (pin.kind === 'gone' || pin.kind === 'beyond') return ' (the code that it names is no longer there: verify)';
  return pin.kind === 'line' && pin.changed === true ? ' (the line was changed since: verify)' : '';
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

/** With both of its numbers, where it has two. */
export function taskText({ id, issue }: FindingTask, t: Translate): string {
  const own = oneLine(id, 40);
  return issue === undefined ? t('task {0}', own) : t('task {0} (#{1})', own, String(issue.number));
}

function pinMarks({ file }: LedgerFinding, pin: Pin, t: Translate): string[] {
  switch (pin.kind) {
    case 'line':
      return pin.changed === true ? [t('code changed, verify')] : [];
    case 'gone':
      return [t('gone, verify')];
    case 'beyond':
      return [t('line beyond the end')];
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
