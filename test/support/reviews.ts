// Reviews, rounds and findings, with defaults for everything that a test does not care about.
import { defaultConfig } from '../../src/core/config/config.ts';
import type { LedgerFinding } from '../../src/core/findings/ledgerFinding.ts';
import { type EvidenceKind, evidenceKinds } from '../../src/core/project/evidenceKinds.ts';
import type { EvidenceTable } from '../../src/core/review/evidence.ts';
import { defaultGatePolicy } from '../../src/core/review/policy.ts';
import type { Review, Round } from '../../src/core/review/review.ts';
import { quietStatus } from '../../src/core/status/status.ts';

const at = '2026-01-01T00:00:00Z';

export function finding(more: Partial<LedgerFinding> = {}): LedgerFinding {
  return {
    key: 'r1-F1',
    id: 'F1',
    file: 'src/a.ts',
    linked: true,
    line: 1,
    severity: 'blocking',
    category: 'bug',
    description: 'a bug',
    suggestion: '',
    anchor: '',
    state: 'open',
    since: at,
    reason: null,
    by: 'codex',
    raised: [{ round: 1, severity: 'blocking' }],
    drifted: false,
    oscillating: false,
    returns: 0,
    document: null,
    ...more,
  };
}

export function round(more: Partial<Round> = {}): Round {
  return {
    n: 1,
    request: 'q1',
    requestedAt: at,
    receivedAt: '2026-01-01T00:06:00Z',
    title: '',
    delta: false,
    headless: false,
    runner: null,
    origin: 'reviewer',
    unproven: null,
    hash: 'abc',
    tree: null,
    sameAs: null,
    outcome: 'open',
    targeted: null,
    blind: false,
    found: 0,
    foundNew: 0,
    foundBlocking: 0,
    resolved: 0,
    open: 0,
    openBlocking: 0,
    file: '/findings/q1.json',
    ...more,
  };
}

type Given =
  | 'missing'
  | 'policy'
  | 'passes'
  | 'budget'
  | 'spending'
  | 'discussion'
  | 'findings'
  | 'rounds'
  | 'approvedTree'
  | 'change'
  | 'cycle';

interface Some extends Partial<Pick<Review, Given>> {
  readonly status?: Partial<Review['status']>;
  /** Why there is no evidence of these kinds. */
  readonly notes?: Partial<Record<EvidenceKind, string>>;
  /** The reason of a targeted approval. */
  readonly targeted?: string;
}

export function reviewOf({ status, notes = {}, targeted, ...more }: Some = {}): Review {
  const evidence = Object.fromEntries(
    evidenceKinds.map((kind) => [
      kind,
      {
        kind,
        hash: null,
        at: null,
        targeted: kind === 'codex-approved' ? (targeted ?? null) : null,
        note: notes[kind] ?? null,
      },
    ]),
  ) as unknown as EvidenceTable;
  return {
    status: { ...quietStatus.review, ...status },
    cycle: null,
    rounds: [],
    approvedTree: null,
    findings: [],
    evidence,
    policy: defaultGatePolicy,
    passes: [],
    missing: [],
    change: {
      hash: 'abc',
      files: { 'src/a.ts': 'a' },
      docsOnly: false,
      branch: 'topic',
      base: 'main',
      baseKnown: true,
      uncommitted: [],
      filtered: [],
    },
    givenUp: null,
    discussion: null,
    budget: { used: 0, limit: 3 },
    spending: { rounds: 0, minutes: 0, tokens: 0, limits: defaultConfig.budget, exhausted: null },
    ...more,
  };
}
