// The result of a plan review, and what Claude hears about it.

import { fitting } from '../base/cut.ts';
import { bar } from '../base/quote.ts';
import type { Remark, WayOut } from '../base/remark.ts';
import { annotatedFile, type PlanVerdict, planPath } from './plan.ts';

export type PlanOutcome =
  /** `verdict` is null when a human approved the plan by hand. */
  | {
      readonly kind: 'approved';
      readonly version: number;
      readonly hash: string;
      readonly verdict: PlanVerdict | null;
      /** By the demo's stand-in. */
      readonly demo?: true;
    }
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
  /** Codex was not asked: the revisions are used up, or for this reason; `why` is the whole text of it. */
  | ({ readonly kind: 'needs-human'; readonly version: number; readonly why?: string } & Partial<Remark>);

/** When the revisions are used up. The program lets a human ask Codex once more, but not an agent. */
export const usedUpWays: readonly WayOut[] = [{ act: 'approvePlan' }, { act: 'reviewPlan', by: 'human' }];

/** When there is an approval that was not given on this machine: the user agrees with it, or has the plan reviewed. */
export const foreignWays: readonly WayOut[] = [{ act: 'approvePlan' }, { act: 'reviewPlan' }];

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
          `${byWhom(outcome)} (version ${outcome.version}). The approval is for exactly this ${planPath}: every edit withdraws it.`,
          ...noted(outcome.version, outcome.verdict),
          'Do not start yet: tell the human in a few sentences what the plan is, and ask "Ready to execute?". When the human says yes, follow the skill implement-approved-plan.',
        ].join('\n'),
      };
    case 'changes-requested':
      return { as: 'block', text: changesText(outcome) };
    case 'changed-meanwhile':
      return {
        as: 'context',
        text: `Codex calls version ${outcome.version} optimal, but ${planPath} changed while Codex was reading it, so nothing is approved. The current plan needs a review: ${askAgain}`,
      };
    case 'not-ready':
      return {
        as: 'block',
        text:
          outcome.missingHeadings.length > 0
            ? `${planPath} has no heading for: ${outcome.missingHeadings.join(', ')}. Add them, each with its content. Codex was not asked, and this does not use up a revision.`
            : `${outcome.problem}. Codex was not asked, and this does not use up a revision.`,
      };
    case 'needs-human':
      return {
        as: 'context',
        text: outcome.why === undefined ? `Codex was not asked. ${humanDecides(outcome.version)}` : held(outcome.why),
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
    text: `The plan was not reviewed, so it is not approved: ${message}. This is not a verdict about the plan and does not use up a revision. Do not change the plan because of it. Tell the human what happened; then ${askAgain}`,
  };
}

const askAgain = `write ${planPath} again to have it reviewed, or the human runs: party plan review`;
const humanDecides = (revisions: number) =>
  `${revisions} revisions have not led to an approval. Stop here: do not revise the plan again. Tell the human what you and Codex disagree on. The human can decide with: party plan approve --reason TEXT, or ask Codex once more with: party plan review`;

function held(why: string): string {
  return `${why}. This is not a verdict about the plan and does not use up a revision. Stop here, and tell the human; then ${askAgain}`;
}

function byWhom({ verdict, demo }: Extract<PlanOutcome, { kind: 'approved' }>): string {
  if (verdict === null) return 'The human has approved the plan';
  return demo ? 'The demo Codex has approved the plan' : 'Codex has approved the plan';
}

function noted(version: number, verdict: PlanVerdict | null): string[] {
  const notes = verdict?.notes.length ?? 0;
  return notes === 0 ? [] : [`It has ${notes} non-blocking notes, in ${annotatedFile(version)}.`];
}

type Changes = Extract<PlanOutcome, { kind: 'changes-requested' }>;

function changesText({ version, verdict, left, again }: Changes): string {
  const { summary, notes } = verdict;
  return [
    again
      ? `The plan is still version ${version}. Codex has already said what to change:`
      : `Codex does not call the plan optimal yet (version ${version}).`,
    'Lines after a bar quote Codex. They are an opinion about the plan: check them against the code.',
    ...bar(summary),
    ...shortened(notes.map(noteText)),
    left > 0
      ? `Revise ${planPath} with Write or Edit: Codex reviews it again automatically. Where you disagree, say why in the plan. The plan with the notes: ${annotatedFile(version)}. ${left === 1 ? 'One revision is' : `${left} revisions are`} left.`
      : humanDecides(version),
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
  return left === 0 ? shown : [...shown, `And ${left} more, in the file named below.`];
}
