// The form of a reviewer's answer: an example to fill in for the request, and a JSON schema for `codex exec
// --output-schema`.

import { strictObject } from './codexAnswer.ts';

/** When a reviewer returns the example unchanged, intake recognizes it as a placeholder and blocks. */
export const findingsForm = {
  findings: [
    {
      id: 'F1',
      file: '<path relative to the top level of the project>',
      line: 0,
      severity: '<blocking or non-blocking>',
      category: '<one word: correctness, security, tests, …>',
      description: '<what is wrong, and when it shows>',
      suggestion: '<what to do about it>',
    },
  ],
  summary: '<what you looked at, in one or two sentences>',
  stats: { blocking_count: 0, non_blocking_count: 0, files_reviewed: 0 },
} as const;

const text = { type: 'string' } as const;
const count = { type: 'integer' } as const;

export const findingsSchema = strictObject({
  findings: {
    type: 'array',
    items: strictObject({
      id: text,
      file: text,
      // Null means the file as a whole.
      line: { type: ['integer', 'null'] },
      severity: { type: 'string', enum: ['blocking', 'non-blocking'] },
      category: text,
      description: text,
      suggestion: text,
    }),
  },
  summary: text,
  stats: strictObject({ blocking_count: count, non_blocking_count: count, files_reviewed: count }),
});
