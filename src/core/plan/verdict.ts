// What Codex answers about a version of the plan: the schema that it gets, and how to read the answer.

import { type Broken, cleanWords, readAnswer, strictObject } from '../codex/codexAnswer.ts';
import { PlanVerdict } from './plan.ts';

const text = { type: 'string' } as const;

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

export type ReadVerdict = { readonly kind: 'verdict'; readonly verdict: PlanVerdict } | Broken;

/** `lines` is the plan's number of lines. A note about a line beyond it applies to the plan as a whole. */
export function readPlanVerdict(answer: string, lines: number): ReadVerdict {
  const read = readAnswer(answer, PlanVerdict);
  if (read.kind === 'broken') return read;
  const { is_optimal, summary, notes } = read.value;
  return {
    kind: 'verdict',
    verdict: {
      // A plan with a blocking note is not optimal, whatever else Codex says.
      is_optimal: is_optimal && notes.every(({ severity }) => severity !== 'blocking'),
      summary: cleanWords(summary, longestText),
      notes: notes.slice(0, mostNotes).map((note) => ({
        line: note.line !== null && note.line >= 1 && note.line <= lines ? note.line : null,
        severity: note.severity,
        text: cleanWords(note.text, longestText),
        suggestion: cleanWords(note.suggestion, longestText),
      })),
    },
  };
}

const mostNotes = 100;
const longestText = 4000;
