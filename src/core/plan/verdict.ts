// What Codex says about a version of the plan: the form that it is held to, and reading it. The client does not check
// the answer against the form (Codex 0.166.0), so that it is done here, and what does not fit is no verdict.

import { withoutControls } from '../findings/text.ts';
import { PlanVerdict } from './plan.ts';

const text = { type: 'string' } as const;

/** Strict, as the API wants it: every property is required, and there are no others. */
export const planVerdictSchema = strictObject({
  is_optimal: { type: 'boolean' },
  summary: text,
  notes: {
    type: 'array',
    items: strictObject({
      line: { type: ['integer', 'null'] },
      severity: { type: 'string', enum: ['blocking', 'non-blocking'] },
      text,
      suggestion: text,
    }),
  },
});

export type ReadVerdict =
  | { readonly kind: 'verdict'; readonly verdict: PlanVerdict }
  | { readonly kind: 'broken'; readonly why: string };

/** `lines` is how many the plan has: a note about one that it does not have is about the plan as a whole. */
export function readPlanVerdict(answer: string, lines: number): ReadVerdict {
  if (answer.trim() === '') return broken('it is empty');
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return broken('it is no JSON');
  }
  const parsed = PlanVerdict.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return broken(`it does not have the form that was asked for (${issue?.path.join('.') || 'as a whole'})`);
  }
  const { is_optimal, summary, notes } = parsed.data;
  return {
    kind: 'verdict',
    verdict: {
      // A plan that something blocks is not optimal, whatever else is said.
      is_optimal: is_optimal && notes.every(({ severity }) => severity !== 'blocking'),
      summary: clean(summary),
      notes: notes.slice(0, mostNotes).map((note) => ({
        line: note.line !== null && note.line >= 1 && note.line <= lines ? note.line : null,
        severity: note.severity,
        text: clean(note.text),
        suggestion: clean(note.suggestion),
      })),
    },
  };
}

const mostNotes = 100;
const longestText = 4000;

function clean(words: string): string {
  const kept = withoutControls(words).trim();
  return kept.length > longestText ? `${kept.slice(0, longestText).trimEnd()}…` : kept;
}

function broken(why: string): ReadVerdict {
  return { kind: 'broken', why };
}

function strictObject<T extends Record<string, unknown>>(properties: T) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false } as const;
}
