// A review as a file for users: front matter, each issue under `### CRITICAL: src/auth.ts:12`, and a summary with counts.
// The text is Codex's: Party shows it but never acts on it, and escapes it so that it cannot pass for part of the form.
// Older files have another form (`type: task`, a number of files, the summary first), and are read as well.

import { tryJson } from '../base/json.ts';
import { oneLine } from '../base/outsideText.ts';
import { escapeMarkdown } from '../review/markdown.ts';
import { type CollabIssue, issueCategories, severities } from './collab.ts';
import { readFrontMatter, writeFrontMatter } from './frontMatter.ts';

export interface CollabReviewFile {
  readonly type: 'design' | 'task';
  /** From 1; null for the design. */
  readonly task: number | null;
  /** Null when Codex chose the model and did not report it. */
  readonly model: string | null;
  readonly reasoning: string | null;
  /** ISO. */
  readonly timestamp: string;
  readonly filesReviewed: number;
  /** Their names; empty in an older file. */
  readonly files: readonly string[];
  readonly linesChanged: number;
  readonly summary: string;
  readonly issues: readonly FiledIssue[];
  /** Keys of earlier findings. */
  readonly resolved: readonly string[];
}

/** With its key in the ledger; empty when it has none. */
export interface FiledIssue extends CollabIssue {
  readonly key: string;
}

export function writeReviewFile(review: CollabReviewFile): string {
  const { type, task, model, reasoning, timestamp, files, linesChanged, summary, issues, resolved } = review;
  const front = writeFrontMatter({
    type: `${type}_review`,
    task_index: task,
    model,
    reasoning,
    timestamp,
    files_reviewed: files,
    lines_changed: linesChanged,
    issues_found: issues.length,
  });
  const body = [
    type === 'design' ? '# Design Review' : `# Task ${task ?? ''} Review`,
    issuesHeading,
    ...(issues.length === 0 ? ['None.'] : issues.flatMap(entry)),
    summaryHeading,
    countsLine(issues),
    ...paragraphs(summary),
    ...(resolved.length === 0 ? [] : [label('Resolved', resolved.map(oneWord).join(', '))]),
  ];
  return `${front}\n${body.join('\n\n')}\n`;
}

/** Undefined when the file is not a review. Users can edit the file, so blocks that are not issues are skipped. */
export function readReviewFile(text: string): CollabReviewFile | undefined {
  const front = readFrontMatter(text);
  const type = front?.fields.get('type')?.replace(/_review$/, '');
  if (front === undefined || (type !== 'design' && type !== 'task')) return undefined;
  const field = (name: string) => {
    const value = front.fields.get(name) ?? '';
    return value === '' || value === 'null' ? null : value;
  };
  const count = (name: string) => whole(field(name)) ?? 0;
  const files = fileNames(field('files_reviewed'));
  const [head = [], ...entries] = sections(front.body);
  const notes = labelled(head.filter((block) => !/^# /.test(block)));
  return {
    type,
    task: whole(field('task_index')),
    model: field('model'),
    reasoning: field('reasoning'),
    timestamp: field('timestamp') ?? '',
    filesReviewed: files?.length ?? count('files_reviewed'),
    files: files ?? [],
    linesChanged: count('lines_changed'),
    summary: notes.text,
    resolved: words(notes.labels.get('Resolved')),
    issues: entries.flatMap((blocks) => readEntry(blocks) ?? []),
  };
}

const issuesHeading = '## Issues';
const summaryHeading = '## Summary';

/** `3 issues found (1 critical, 2 info)`. */
function countsLine(issues: readonly FiledIssue[]): string {
  if (issues.length === 0) return 'No issues found';
  const counts = severities.flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  return `${issues.length} ${issues.length === 1 ? 'issue' : 'issues'} found (${counts.join(', ')})`;
}

const countsForm = /^(?:No|\d+) issues? found\b/;

/** Undefined for a number, as in older files, or something that a user has written. */
function fileNames(value: string | null): string[] | undefined {
  const list = value?.startsWith('[') ? tryJson(value) : undefined;
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : undefined;
}

function entry({ severity, file, line, title, description, suggestion, category, ...issue }: FiledIssue): string[] {
  const marks = [category, ...(issue.conflicts_with_design ? [conflict] : [])];
  return [
    `### ${severity.toUpperCase()}: ${place(file, line)}`,
    ...(title.trim() === '' ? [] : [`**${titleText(title)}**`]),
    ...paragraphs(description),
    ...(suggestion.trim() === '' ? [] : ['**Suggestion:**', ...paragraphs(suggestion)]),
    label('Category', marks.join(', ')),
    ...(issue.key === '' ? [] : [label('Finding', oneWord(issue.key))]),
  ];
}

/** Escapes a colon at the end, so that the title does not look like a label. */
function titleText(title: string): string {
  return escapeMarkdown(oneLine(title, 500)).replace(/(?<!\\):$/, '\\:');
}

const conflict = 'against the approved design: the human decides';
const nowhere = '(no file)';

function readEntry([heading = '', ...blocks]: readonly string[]): FiledIssue | undefined {
  const [, name = '', where = ''] = /^### ([A-Z]+): (.*)$/.exec(heading) ?? [];
  const severity = severities.find((one) => one.toUpperCase() === name);
  if (severity === undefined) return undefined;
  const title = /^\*\*(.*)\*\*$/.exec(blocks[0] ?? '')?.[1];
  const hasTitle = title !== undefined && !labelForm.test(blocks[0] ?? '');
  const { text, labels } = labelled(hasTitle ? blocks.slice(1) : blocks);
  const [category, ...marks] = (labels.get('Category') ?? '').split(', ');
  return {
    severity,
    ...readPlace(where),
    title: hasTitle ? unescaped(title) : '',
    description: text,
    suggestion: labels.get('Suggestion') ?? '',
    category: issueCategories.find((one) => one === category) ?? 'other',
    conflicts_with_design: marks.includes(conflict),
    key: labels.get('Finding') ?? '',
  };
}

/** In the usual form when Markdown leaves it unchanged, and escaped otherwise. */
function place(file: string, line: number | null): string {
  const name = oneLine(file, 1000);
  const isPlain = /^[\w./-]+$/.test(name) && !/(?:^|[^A-Za-z0-9])_|_(?:[^A-Za-z0-9]|$)/.test(name);
  const shown = isPlain ? name : escapeMarkdown(name);
  // A name such as `notes:12` must not look like a file and a line.
  const apart = line === null ? shown.replace(/(?<=(?:^|[^\\])(?:\\\\)*):(?=\d+$)/, '\\:') : shown;
  return `${shown === '' ? nowhere : apart}${line === null ? '' : `:${line}`}`;
}

function readPlace(text: string): { file: string; line: number | null } {
  const [, name = '', digits] = /^(.*?)(?:(?<=(?:^|[^\\])(?:\\\\)*):(\d{1,9}))?$/.exec(text.trim()) ?? [];
  return { file: name === nowhere ? '' : unescaped(name), line: whole(digits ?? null) };
}

/** A line that belongs to the form. Stars in Codex's text are escaped, so that no line of it looks like a label. */
function label(name: string, value: string): string {
  return `**${name}:** ${value}`;
}

const labelForm = /^\*\*(Suggestion|Category|Finding|Resolved):\*\*(?: (.*))?$/;

function labelled(blocks: readonly string[]): { text: string; labels: ReadonlyMap<string, string> } {
  const labels = new Map<string, string>();
  const text: string[] = [];
  let suggestion: string[] | undefined;
  for (const block of blocks) {
    const [, name, value] = labelForm.exec(block) ?? [];
    if (name === 'Suggestion') suggestion = [];
    else if (name !== undefined) labels.set(name, value ?? '');
    else (suggestion ?? text).push(unescaped(block));
  }
  if (suggestion !== undefined) labels.set('Suggestion', suggestion.join('\n\n'));
  return { text: text.join('\n\n'), labels };
}

/** The blocks of the summary, then those of each issue. Empty lines separate blocks. */
function sections(body: string): string[][] {
  const head: string[] = [];
  const entries: string[][] = [];
  let current = head;
  let before = '';
  for (const block of body.split(/\n{2,}/).map((one) => one.trim())) {
    if (block === '') continue;
    if (block.startsWith('### ')) {
      current = [block];
      entries.push(current);
    } else if (block === issuesHeading) current = [];
    else if (block === summaryHeading) current = head;
    else if (!(before === summaryHeading && countsForm.test(block))) current.push(block);
    before = block;
  }
  return [head, ...entries];
}

/** Keeps the lines of a text, and the empty lines between them; `write` makes each line safe. */
export function paragraphs(text: string, write: (line: string) => string = escapeMarkdown): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => write(oneLine(line, 10_000)))
        .filter((line) => line !== '')
        .join('\\\n'),
    )
    .filter((part) => part !== '');
}

/** Reverses escapeMarkdown. */
function unescaped(text: string): string {
  return text
    .replace(/\\\n/g, '\n')
    .replace(/\u2060/g, '')
    .replace(/\\([^A-Za-z0-9\s])/g, '$1')
    .replace(/&(amp|lt|gt);/g, (_, name: 'amp' | 'lt' | 'gt') => entities[name]);
}

const entities = { amp: '&', lt: '<', gt: '>' } as const;

function oneWord(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]/gu, '');
}

function words(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(', ').filter((one) => one !== '');
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
