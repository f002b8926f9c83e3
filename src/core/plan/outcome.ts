// The result of a plan review, and what Claude hears about it.

import { fitting } from '../base/cut.ts';
import { bar } from '../base/quote.ts';
import { annotatedFile, mostRevisions, type PlanVerdict, planPath } from './plan.ts';

export type PlanOutcome =
  /** `verdict` is null when a human approved the plan by hand. */
  | { readonly kind: 'approved'; readonly version: number; readonly hash: string; readonly verdict: PlanVerdict | null }
  | {
      readonly kind: 'changes-requested';
      readonly version: number;
      readonly verdict: PlanVerdict;
      /** Revisions that Codex will still review; 0 when a human has to decide. */
      readonly left: number;
      /** The plan is unchanged since this verdict, so Codex was not asked again. */
      readonly again: boolean;
    }
  /** Codex calls the plan optimal, but the plan has changed since Codex read it. */
  | { readonly kind: 'changed-meanwhile'; readonly version: number; readonly verdict: PlanVerdict }
  /** Codex was not asked, because there is nothing to read. */
  | { readonly kind: 'not-ready'; readonly problem: string; readonly missingHeadings: readonly string[] }
  /** Codex was not asked: the revisions are used up, or for the reason in `why`. */
  | { readonly kind: 'needs-human'; readonly version: number; readonly why?: string };

export interface ToldClaude {
  /** A block makes Claude work on the plan; a context only informs it. */
  readonly as: 'block' | 'context';
  readonly text: string;
}

/** The hook's answer after an edit of the plan. */
export function tellOutcome(outcome: PlanOutcome): ToldClaude {
  switch (outcome.kind) {
    case 'approved':
      return {
        as: 'context',
        text: [
          `${byWhom(outcome.verdict)} (version ${outcome.version}). It is valid for ${planPath} exactly as it is: every edit withdraws it.`,
          ...noted(outcome.version, outcome.verdict),
          'Do not begin yet: tell the human in a few sentences what the plan is, and ask "Ready to execute?". When the human says so, follow the skill implement-approved-plan.',
        ].join('\n'),
      };
    case 'changes-requested':
      return { as: 'block', text: changesText(outcome) };
    case 'changed-meanwhile':
      return {
        as: 'context',
        text: `Codex calls version ${outcome.version} optimal, but ${planPath} was changed while it was read, so nothing is approved. The plan as it is now has to be reviewed: ${askAgain}`,
      };
    case 'not-ready':
      return {
        as: 'block',
        text:
          outcome.missingHeadings.length > 0
            ? `${planPath} has no heading for: ${outcome.missingHeadings.join(', ')}. Add them, each with what there is to say about it. Codex was not asked, and this costs no revision.`
            : `${outcome.problem}. Codex was not asked, and this costs no revision.`,
      };
    case 'needs-human':
      return {
        as: 'context',
        text: outcome.why === undefined ? `Codex was not asked. ${humanDecides}` : held(outcome.why),
      };
    default: {
      const unreachable: never = outcome;
      return unreachable;
    }
  }
}

/** For a failure of the network, Codex or the machine, which is not a verdict. */
export function tellFailure(message: string): ToldClaude {
  return {
    as: 'context',
    text: `The plan was not reviewed, so it is not approved: ${message}. This is no verdict about the plan and costs no revision. Do not change the plan because of it. Tell the human what happened; then ${askAgain}`,
  };
}

const askAgain = `write ${planPath} once more to have it reviewed, or the human runs: party plan review`;
const humanDecides = `${mostRevisions} revisions have brought no approval. Stop here: do not revise the plan again. Tell the human what you and Codex do not agree on. The human can decide with: party plan approve --reason TEXT, or ask Codex once more with: party plan review`;

function held(why: string): string {
  return `${why}. This is no verdict about the plan and costs no revision. Stop here, and tell the human; then ${askAgain}`;
}

function byWhom(verdict: PlanVerdict | null): string {
  return verdict === null ? 'The human has approved the plan' : 'Codex has approved the plan';
}

function noted(version: number, verdict: PlanVerdict | null): string[] {
  const notes = verdict?.notes.length ?? 0;
  return notes === 0 ? [] : [`It has ${notes} notes that block nothing, in ${annotatedFile(version)}.`];
}

type Changes = Extract<PlanOutcome, { kind: 'changes-requested' }>;

function changesText({ version, verdict, left, again }: Changes): string {
  const { summary, notes } = verdict;
  return [
    again
      ? `The plan is still version ${version}, about which Codex has said what to change:`
      : `Codex does not call the plan optimal yet (version ${version}).`,
    'Lines behind a bar are the words of Codex: an opinion about the plan, to be checked against the code.',
    ...bar(summary),
    ...shortened(notes.map(noteText)),
    left > 0
      ? `Revise ${planPath} with Write or Edit: it is reviewed again by itself. Where you disagree, say why in the plan. The notes in place: ${annotatedFile(version)}. ${left === 1 ? 'One revision is' : `${left} revisions are`} left.`
      : humanDecides,
  ].join('\n');
}

function noteText({ line, severity, text, suggestion }: PlanVerdict['notes'][number]): string {
  return [
    `- ${planPath}${line === null ? ' as a whole' : `:${line}`}, ${severity}`,
    ...bar(text),
    ...(suggestion === '' ? [] : ['  Suggestion:', ...bar(suggestion)]),
  ].join('\n');
}

/** The client passes on 60 kB, but Claude does not need that much. */
const longest = 20_000;

function shortened(notes: readonly string[]): string[] {
  const shown = fitting(notes, longest);
  const left = notes.length - shown.length;
  return left === 0 ? shown : [...shown, `And ${left} more in the file that is named below.`];
}
