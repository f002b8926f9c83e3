// The texts for Claude and the human when Claude stops and collab is on. Claude gets a text only when it should
// continue, because any text keeps it from stopping.

import { fitting } from '../base/cut.ts';
import { oneLine } from '../base/outsideText.ts';
import { bar } from '../base/quote.ts';
import { type CollabIssue, type CollabOutcome, isBlockingIssue, type OpenFinding } from './collab.ts';

export interface ToldStop {
  /** Claude continues with this text; null lets it stop. */
  readonly block: string | null;
  /** One line for the human. */
  readonly said: string | null;
}

/** `again`: a hook made Claude continue before, and this is the next Stop. */
export function tellStop(outcome: CollabOutcome, { again }: { readonly again: boolean }): ToldStop {
  if (outcome.kind === 'nothing') {
    // A user who only asked a question need not read that nothing changed. The plan's own hook reports its result
    // itself.
    const silent = (outcome.why === 'nothing-changed' && !again) || outcome.why === 'plan-review';
    return { block: null, said: sentences(outcome.edited, silent ? null : outcome.said) };
  }
  if (outcome.kind === 'passed') return tellPassed(outcome);
  // The human's next step comes first, because the end may be cut off.
  const words = [headline(outcome), ...afterwards(outcome), outcome.edited, ...outcome.notes];
  const said = sentences(...words, `The review: ${outcome.file}`);
  return { block: goesOn(outcome) ? blockText(outcome) : null, said };
}

type Passed = Extract<CollabOutcome, { kind: 'passed' }>;

/** Without a number of tasks, only Claude and the human know whether another one follows. */
function tellPassed({ task, total, next, complete, documents, notes, edited }: Passed): ToldStop {
  const which = taskOf(task, total);
  const named = `${documents.length === 1 ? 'a document' : 'documents'} (${oneLine(documents.join(', '), 200)})`;
  const headline = `${capital(which)} changed only ${named}, which Codex does not review. It counts as done`;
  if (complete) {
    return { block: null, said: sentences(headline, 'That was the last task: collab is complete', edited, ...notes) };
  }
  const goesOn = next !== null && total !== null;
  const after = taskOf(next, total);
  const said = sentences(headline, goesOn ? `Claude continues with ${after}` : `Next is ${after}`, edited, ...notes);
  const unfinished = `If a part of ${which} is still missing, build it first: Codex reviews it together with the next task.`;
  const block = [`${headline}.`, ...notes, unfinished, goOnWith(after)].join('\n');
  return { block: goesOn ? block : null, said };
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function goOnWith(task: string): string {
  return `Continue with ${task}. When it is done, stop: Codex reviews it automatically.`;
}

function sentences(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.filter((text) => text !== null && text !== undefined).join('. ') || null;
}

/** For a failure of the network, Codex or the machine, which is not a verdict. */
export function tellStopFailure(message: string): ToldStop {
  return {
    block: null,
    said: `Codex has not reviewed this: ${message}. This is not a verdict: nothing was counted, and the next review covers these changes too. To review now: party collab review`,
  };
}

type Reviewed = Extract<CollabOutcome, { kind: 'reviewed' }>;
type Keyed = CollabIssue & { readonly key: string };

/**
 * Separates issues that Claude fixes from those that a human decides. Codex sets conflicts_with_design even when it
 * reviews the design itself, so the flag counts for tasks only.
 */
function sortIssues({ type, verdict, keys }: Reviewed): {
  readonly fix: readonly Keyed[];
  readonly decide: readonly Keyed[];
  readonly remarks: readonly Keyed[];
} {
  const issues = verdict.issues.map((issue, index) => ({ ...issue, key: keys[index] ?? '' }));
  const against = (issue: CollabIssue) => type === 'task' && issue.conflicts_with_design;
  const own = issues.filter((issue) => !against(issue));
  return {
    fix: own.filter(isBlockingIssue),
    decide: issues.filter(against),
    remarks: own.filter((issue) => !isBlockingIssue(issue)),
  };
}

/** `Codex flagged 2 issues in task 1 of 3, 1 of them blocking`. */
function headline(outcome: Reviewed): string {
  const { type, task, total, verdict, open } = outcome;
  const what = type === 'design' ? 'the design' : taskOf(task, total);
  const flagged = verdict.issues.length;
  const found =
    flagged === 0
      ? `Codex flagged nothing in ${what}`
      : `Codex flagged ${count(flagged, 'issue')} in ${what}, ${ofThem(sortIssues(outcome).fix.length, flagged)}`;
  return open.length === 0
    ? found
    : `${found}; ${count(open.length, 'blocking issue')} from earlier reviews still open`;
}

function ofThem(blocking: number, all: number): string {
  if (blocking === 0) return all === 1 ? 'not blocking' : 'none of them blocking';
  if (blocking === all) return all === 1 ? 'blocking' : 'all of them blocking';
  return `${blocking} of them blocking`;
}

/** Without a number of tasks, only Claude and the human know whether another one follows. */
function goesOn(outcome: Reviewed): boolean {
  if (outcome.held !== null || outcome.complete) return false;
  return blocks(outcome) || (outcome.next !== null && (outcome.type === 'design' || outcome.total !== null));
}

function blocks(outcome: Reviewed): boolean {
  return outcome.type === 'task' && sortIssues(outcome).fix.length + outcome.open.length > 0;
}

function afterwards(outcome: Reviewed): string[] {
  const { held, complete, next, total } = outcome;
  const decide = sortIssues(outcome).decide.length;
  const yours =
    decide === 0 ? [] : [`You decide about what conflicts with the approved design (${count(decide, 'issue')})`];
  if (held !== null) return [...yours, `Collab needs you: ${held}. To continue: party collab resume`];
  if (complete) return [...yours, 'That was the last task: collab is complete'];
  if (!goesOn(outcome) || next === null) return yours;
  return [...yours, `Claude continues with ${taskOf(next, total)}`];
}

function blockText(outcome: Reviewed): string {
  const { verdict, file, notes, open } = outcome;
  const { fix, decide, remarks } = sortIssues(outcome);
  const quoted = verdict.summary !== '' || verdict.issues.length + open.length > 0;
  return [
    `${headline(outcome)}.`,
    ...(quoted ? ['Lines after a bar quote Codex. They are an opinion: check them against the code.'] : []),
    ...bar(verdict.summary),
    ...listed('Blocking:', fix.map(issueText)),
    ...listed('Blocking, from earlier reviews, and not resolved according to Codex:', open.map(openText)),
    ...listed(
      'Conflicts with the approved design. Do not fix these: tell the human, who decides.',
      decide.map(issueText),
    ),
    ...listed('Not blocking:', remarks.map(issueText)),
    ...notes,
    `The review: ${file}`,
    ...whatNow(outcome, fix.length),
  ].join('\n');
}

function whatNow(outcome: Reviewed, toFix: number): string[] {
  const { type, task, total, next, left } = outcome;
  if (blocks(outcome)) {
    return [
      `Fix what is blocking in ${taskOf(task, total)}, and nothing else, then stop: Codex reviews again automatically. If Codex is wrong, say why: party findings triage KEY rejected --reason TEXT`,
      left === 1
        ? 'One more review of this task, then the human must decide.'
        : `${left} more reviews of this task, then the human must decide.`,
      reportFixed(outcome, 'Codex reviews again'),
    ];
  }
  const first = type === 'design' && toFix > 0 ? 'First correct the design where Codex is right. ' : '';
  if (next === null) return [];
  const flagged = outcome.verdict.issues.length > 0;
  const report = flagged ? [reportFixed(outcome, `Continuing to ${taskOf(next, total)}`)] : [];
  return [`${first}${goOnWith(taskOf(next, total))}`, ...report];
}

/** What Claude shows the human, in the documented words. */
function reportFixed({ verdict, open }: Reviewed, then: string): string {
  const flagged = count(verdict.issues.length + open.length, 'issue');
  return `Before you stop, tell the human in one line: "Codex flagged ${flagged}. Fixed: LIST. ${then}." LIST is what you changed, or "none" with the reason.`;
}

function taskOf(task: number | null, total: number | null): string {
  return total === null ? `task ${task ?? 1}` : `task ${task ?? 1} of ${total}`;
}

/** The client passes on 60 kB, but Claude does not need that much. */
const longest = 15_000;

function listed(title: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const shown = fitting(texts, longest);
  const left = texts.length - shown.length;
  return [title, ...shown, ...(left === 0 ? [] : [`And ${left} more, in the review named below.`])];
}

function issueText({ key, severity, category, file, line, title, description, suggestion }: Keyed): string {
  return [
    `- ${[...(key === '' ? [] : [key]), where(file, line), severity, category].join(', ')}`,
    ...bar(title),
    ...bar(description),
    ...(suggestion === '' ? [] : ['  Suggestion:', ...bar(suggestion)]),
  ].join('\n');
}

function openText({ key, file, line, description }: OpenFinding): string {
  return [`- ${key}, ${where(file, line)}`, ...bar(description)].join('\n');
}

function where(file: string, line: number | null): string {
  return file === '' ? 'as a whole' : `${oneLine(file, 300)}${line === null ? '' : `:${line}`}`;
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
