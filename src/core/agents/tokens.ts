// Adds up the tokens in Claude Code's transcript. Seen in 2.1.325: one answer of the model can be several lines, each
// with the same id and the usage so far.

import * as z from '../base/schema.ts';

/** `id` is the answer that the last lines are about, `last` its tokens. */
export const TokenCount = z.object({ before: z.number(), id: z.string(), last: z.number() });
export type TokenCount = Readonly<z.infer<typeof TokenCount>>;

/** `so` is the count of the lines before. */
export function claudeTokens(lines: readonly unknown[], so: TokenCount | undefined): TokenCount | undefined {
  let count = so;
  for (const line of lines) {
    const { id, usage } = (line as Line | null)?.message ?? {};
    if (typeof id !== 'string' || usage === undefined || usage === null) continue;
    const last = kinds.reduce((sum, kind) => sum + Math.max(0, Number(usage[kind] ?? 0) || 0), 0);
    const before = count === undefined ? 0 : count.id === id ? count.before : count.before + count.last;
    count = { before, id, last };
  }
  return count;
}

const kinds = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'] as const;

interface Line {
  readonly message?: { readonly id?: unknown; readonly usage?: Readonly<Record<string, unknown>> | null } | null;
}
