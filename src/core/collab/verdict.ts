// What Codex answers about the design or a task: the schema that it gets, and how to read the answer.

import { type Broken, broken, cleanWords, readAnswer, strictObject } from '../codex/codexAnswer.ts';
import { limits } from '../findings/finding.ts';
import { CollabVerdict, issueCategories, severities } from './collab.ts';

const text = { type: 'string' } as const;

export const collabVerdictSchema = strictObject({
  summary: text,
  issues: {
    type: 'array',
    items: strictObject({
      severity: { type: 'string', enum: severities },
      category: { type: 'string', enum: issueCategories },
      file: text,
      line: { type: ['integer', 'null'] },
      title: text,
      description: text,
      suggestion: text,
      conflicts_with_design: { type: 'boolean' },
    }),
  },
  resolved: { type: 'array', items: text },
});

export type ReadCollabVerdict =
  | {
      readonly kind: 'verdict';
      readonly verdict: CollabVerdict;
      /** Keys that Codex calls resolved, but that the prompt did not name. */
      readonly unknown: readonly string[];
    }
  | Broken;

/** `asked` has the keys that Codex may call resolved. */
export function readCollabVerdict(answer: string, asked: readonly string[]): ReadCollabVerdict {
  const read = readAnswer(answer, CollabVerdict);
  if (read.kind === 'broken') return read;
  const { summary, issues, resolved } = read.value;
  if (issues.length > limits.findings) return broken('it has more issues than a person could read');
  // An issue without text would be a finding that Claude could not fix.
  if (issues.some(({ title, description }) => cleanWords(title) === '' && cleanWords(description) === '')) {
    return broken('it has an issue without a text');
  }
  const said = [...new Set(resolved.map((key) => cleanWords(key, limits.id)))].filter((key) => key !== '');
  return {
    kind: 'verdict',
    verdict: {
      summary: cleanWords(summary),
      issues: issues.map((issue) => ({
        ...issue,
        file: cleanWords(issue.file, limits.file),
        line: issue.line !== null && issue.line >= 1 && issue.line <= limits.line ? issue.line : null,
        title: cleanWords(issue.title, longestTitle),
        description: cleanWords(issue.description),
        suggestion: cleanWords(issue.suggestion),
      })),
      resolved: said.filter((key) => asked.includes(key)),
    },
    unknown: said.filter((key) => !asked.includes(key)),
  };
}

const longestTitle = 500;
