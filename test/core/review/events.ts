// Project logs in a few words, for the tests of what they add up to.

import type { EventOf, ProjectEvent, RecordedFinding } from '../../../src/core/project/event.ts';
import type { ChangeFacts } from '../../../src/core/review/review.ts';

let clock = Date.parse('2026-01-01T10:00:00Z');
function at(): string {
  clock += 60_000;
  return new Date(clock).toISOString();
}

export const facts = (hash: string | null, files: Record<string, string> = {}, branch = 'work'): ChangeFacts => ({
  ...{ hash, files, branch },
  ...{ docsOnly: false, base: 'base', baseKnown: true, uncommitted: [], filtered: [] },
});

export function requested(request: string, round: number, hash: string, more: Partial<EventOf<'requested'>> = {}) {
  const event: EventOf<'requested'> = {
    ...{ event: 'requested', at: at(), actor: 'claude', request, cycle: 'c', round, hash },
    ...{ branch: 'work', base: 'base', tree: null, title: '', delta: round > 1, headless: false },
    file: `/findings/${request}.json`,
    ...more,
  };
  return event;
}

/** The findings of a run of our own, which need no other proof. */
export function received(request: string, findings: RecordedFinding[], warnings: EventOf<'received'>['warnings'] = []) {
  return { ...loaded(request, findings), warnings, origin: 'exec' as const };
}

/** Findings from a file with this hash. Without a hash: from a version that recorded none. */
export function loaded(request: string, findings: RecordedFinding[], sha256?: string): EventOf<'received'> {
  return {
    ...{ event: 'received', at: at(), actor: 'claude', request, findings, warnings: [] },
    ...{ summary: '', filesReviewed: 1 },
    ...(sha256 === undefined ? {} : { origin: 'unproven', sha256 }),
  };
}

/** The reviewer's own word. */
export const wrote = (request: string, sha256: string): ProjectEvent => ({
  ...{ event: 'reviewer-wrote', at: at(), actor: 'codex', request, sha256, thread: 't', turn: 'u' },
});

export function finding(id: string, more: Partial<RecordedFinding> = {}): RecordedFinding {
  return {
    ...{ id, file: 'src/a.ts', linked: true, line: 3, severity: 'blocking', category: 'correctness' },
    ...{ description: `Something about ${id}`, suggestion: '', anchor: `const ${id} = 1;` },
    ...more,
  };
}

export const triaged = (key: string, as: EventOf<'triaged'>['as'], reason?: string): ProjectEvent => ({
  ...{ event: 'triaged', at: at(), actor: 'claude', cycle: 'c', finding: key, as },
  ...(reason === undefined ? {} : { reason }),
});

export const replied = (key: string, actor: EventOf<'replied'>['actor'], text: string): ProjectEvent => ({
  ...{ event: 'replied', at: at(), actor, cycle: 'c', finding: key, text },
});

export const reReview = (): ProjectEvent => ({
  ...{ event: 're-review', at: at(), actor: 'claude', cycle: 'c', reason: 'fix it' },
});

export const approved = (hash: string, more: Partial<EventOf<'approved'>> = {}): ProjectEvent => ({
  ...{ event: 'approved', at: at(), actor: 'claude', cycle: 'c', hash },
  ...more,
});

export const discussion = (reason: string): ProjectEvent => ({
  ...{ event: 'needs-discussion', at: at(), actor: 'claude', cycle: 'c', reason },
});

export const criticStarted = (
  agent: string,
  critic: EventOf<'critic-started'>['critic'],
  hash: string,
): ProjectEvent => ({
  ...{ event: 'critic-started', at: at(), actor: 'claude', agent, critic, hash },
});

export const criticStopped = (
  agent: string,
  critic: EventOf<'critic-stopped'>['critic'],
  hash: string,
  verdict: string | null,
): ProjectEvent => ({ event: 'critic-stopped', at: at(), actor: 'claude', agent, critic, hash, verdict });

export const critic = (name: EventOf<'critic-stopped'>['critic'], hash: string): ProjectEvent[] => [
  criticStarted(`${name}-${hash}`, name, hash),
  criticStopped(`${name}-${hash}`, name, hash, name === 'security-scanner' ? 'CLEAN' : 'APPROVE'),
];

export const ran = (what: 'tests' | 'checks', exit: number | null, before: string, after = before): ProjectEvent => ({
  ...{ event: 'ran', at: at(), actor: 'claude', what, command: ['make', what], exit, before, after },
});

export const verified = (hash: string): ProjectEvent => ({ event: 'verified', at: at(), actor: 'claude', hash });

export const abandoned = (request: string): ProjectEvent => ({
  ...{ event: 'abandoned', at: at(), actor: 'claude', request, reason: 'Codex is not there' },
});

export const now = () => clock;
