// Labelled files of reviewers: each has to be taken as its label says, with exactly these warnings.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentWith, finding, intake } from './documents.ts';

interface Case {
  readonly id: string;
  readonly group: string;
  readonly expect: 'accept' | 'accept-with-warning' | 'reject';
  readonly why: string;
  readonly codes?: readonly string[];
  readonly raw?: string;
  readonly raw_base64?: string;
  readonly gen?: { readonly kind: string; readonly bytes?: number; readonly depth?: number; readonly charset?: string };
}

const cases = readFileSync(join(import.meta.dirname, 'corpus.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Case);

describe('the corpus of findings files', () => {
  // What has no content is about the file or its request: see test/cli/findings/findings.test.ts.
  for (const one of cases.filter(({ group }) => group !== 'fs')) {
    it(`${one.id}: ${one.why} → ${one.expect}`, () => {
      const { verdict, warnings, error, blocking } = intake(contentOf(one));
      assert.deepEqual(
        { verdict, codes: error === null ? [...warnings].sort() : [error] },
        { verdict: one.expect, codes: [...(one.codes ?? [])].sort() },
      );
      if (one.group === 'severity' && one.codes?.includes('severity-unknown')) assert.equal(blocking, 1);
    });
  }
});

function contentOf({ raw, raw_base64, gen }: Case): string | Uint8Array {
  if (raw !== undefined) return raw.replaceAll('$REPO', '/repo');
  if (raw_base64 !== undefined) return Buffer.from(raw_base64, 'base64');
  if (gen?.kind === 'nested-array') return '['.repeat(gen.depth ?? 0) + ']'.repeat(gen.depth ?? 0);
  if (gen?.kind === 'long-description') {
    const description = (gen.charset ?? 'x').repeat(gen.bytes ?? 0);
    return JSON.stringify(documentWith({ findings: [{ ...finding, description }] }));
  }
  throw new Error(`cannot make ${gen?.kind}`);
}
