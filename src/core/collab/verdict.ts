// What Codex says about the design or a task: the form that it is held to, and reading it. The client does not check the
// answer against the form (Codex 0.166.0), so that it is done here, and what does not fit is no verdict.

import { limits } from '../findings/finding.ts';
import { withoutControls } from '../findings/text.ts';
import { CollabVerdict, issueCategories, severities } from './collab.ts';

const text = { type: 'string' } as const;

/** Strict, as the API wants it: every property is required, and there are no others. */
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
      /** Named as resolved, and nothing that was asked about. */
      readonly unknown: readonly string[];
    }
  | { readonly kind: 'broken'; readonly why: string };

/** `asked` are the keys that Codex could call resolved. */
export function readCollabVerdict(answer: string, asked: readonly string[]): ReadCollabVerdict {
  if (answer.trim() === '') return broken('it is empty');
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return broken('it is no JSON');
  }
  const parsed = CollabVerdict.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return broken(`it does not have the form that was asked for (${issue?.path.join('.') || 'as a whole'})`);
  }
  const { summary, issues, resolved } = parsed.data;
  if (issues.length > limits.findings) return broken('it has more issues than anybody could read');
  // An issue without a word would be a finding that nobody can mend or resolve.
  if (issues.some(({ title, description }) => clean(title) === '' && clean(description) === '')) {
    return broken('it has an issue without a word');
  }
  const said = [...new Set(resolved.map((key) => clean(key, limits.id)))].filter((key) => key !== '');
  return {
    kind: 'verdict',
    verdict: {
      summary: clean(summary),
      issues: issues.map((issue) => ({
        ...issue,
        file: clean(issue.file, limits.file),
        line: issue.line !== null && issue.line >= 1 && issue.line <= limits.line ? issue.line : null,
        title: clean(issue.title, longestTitle),
        description: clean(issue.description),
        suggestion: clean(issue.suggestion),
      })),
      resolved: said.filter((key) => asked.includes(key)),
    },
    unknown: said.filter((key) => !asked.includes(key)),
  };
}

const longestTitle = 500;

function clean(words: string, longest: number = limits.text): string {
  const kept = withoutControls(words.replace(/\r\n/g, '\n'))
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  return kept.length > longest ? `${kept.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : kept;
}

function broken(why: string): ReadCollabVerdict {
  return { kind: 'broken', why };
}

function strictObject<T extends Record<string, unknown>>(properties: T) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false } as const;
}
