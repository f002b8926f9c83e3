// What is proven about the code, each kind bound to the hash of the change that it was earned at. Derived from the
// project log alone: nothing becomes evidence because a text looked like it.

import type { Cycle } from './cycle.ts';
import type { Critic, EventOf, ProjectEvent } from './event.ts';

export const evidenceKinds = [
  'code-critic',
  'minimizer',
  'tests-passed',
  'checks-passed',
  'security-scanned',
  'codex-ran',
  'codex-approved',
  'pr-verified',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

export interface Evidence {
  readonly kind: EvidenceKind;
  /** The change that it is about; null when there is none of this kind. */
  readonly hash: string | null;
  readonly at: string | null;
  /** For `codex-approved`: the small fix that was let through without another round. */
  readonly targeted: string | null;
  /** Why there is none, if something was tried: a critic that asked for changes, tests that failed. */
  readonly note: string | null;
}

export type EvidenceTable = Readonly<Record<EvidenceKind, Evidence>>;

/** Prefers what was earned at `hash`; what was earned at another one is shown as that. */
export function reduceEvidence(
  events: readonly ProjectEvent[],
  cycle: Cycle | undefined,
  hash: string | null,
): EvidenceTable {
  const begun = pairCritics(events);
  // What the critics said before changes were requested was about code that is to change.
  const recent = cycle === undefined ? events : events.slice(cycle.reReviewedAt + 1);
  const critic = (name: Critic, list: readonly ProjectEvent[]) =>
    list.flatMap((event) =>
      event.event === 'critic-stopped' && event.critic === name ? [criticTrial(event, begun.get(event))] : [],
    );
  const ran = (what: 'tests' | 'checks') =>
    events.flatMap((event) => (event.event === 'ran' && event.what === what ? [runTrial(event)] : []));
  const verified = events.flatMap((event) =>
    event.event === 'verified' ? [{ hash: event.hash, at: event.at, note: null }] : [],
  );
  const trials: Record<EvidenceKind, readonly Trial[]> = {
    'code-critic': critic('code-critic', recent),
    minimizer: critic('minimizer', recent),
    'tests-passed': ran('tests'),
    'checks-passed': ran('checks'),
    'security-scanned': critic('security-scanner', events),
    'codex-ran': cycle?.ran ? [{ ...cycle.ran, note: null }] : [],
    'codex-approved': cycle?.approved ? [{ ...cycle.approved, note: null }] : [],
    'pr-verified': verified,
  };
  return Object.fromEntries(
    evidenceKinds.map((kind) => [kind, toEvidence(kind, choose(trials[kind], hash))]),
  ) as unknown as EvidenceTable;
}

/** Something that would have become evidence; `note` says why it did not. */
interface Trial {
  readonly hash: string;
  readonly at: string;
  readonly note: string | null;
  readonly targeted?: string | null;
}

/** Each end with the beginning before it: an agent that is sent on works again, and has to say it again. */
function pairCritics(events: readonly ProjectEvent[]): ReadonlyMap<ProjectEvent, EventOf<'critic-started'>> {
  const running = new Map<string, EventOf<'critic-started'>>();
  const pairs = new Map<ProjectEvent, EventOf<'critic-started'>>();
  for (const event of events) {
    if (event.event === 'critic-started') running.set(event.agent, event);
    if (event.event !== 'critic-stopped') continue;
    const start = running.get(event.agent);
    if (start !== undefined) pairs.set(event, start);
    running.delete(event.agent);
  }
  return pairs;
}

/** The last word on this very code; else the last one at all. */
function choose(trials: readonly Trial[], hash: string | null): Trial | undefined {
  return trials.findLast((trial) => trial.hash === hash) ?? trials.at(-1);
}

function toEvidence(kind: EvidenceKind, trial: Trial | undefined): Evidence {
  if (trial === undefined) return { kind, hash: null, at: null, targeted: null, note: null };
  const { at, note, targeted = null } = trial;
  return { kind, hash: note === null ? trial.hash : null, at, targeted, note };
}

function criticTrial(stop: EventOf<'critic-stopped'>, start: EventOf<'critic-started'> | undefined): Trial {
  const { hash, at, verdict } = stop;
  const good = verdict === (stop.critic === 'security-scanner' ? 'CLEAN' : 'APPROVE');
  return { hash, at, note: good ? unsteady(start, stop) : `said ${verdict ?? 'no verdict'}` };
}

function unsteady(start: EventOf<'critic-started'> | undefined, stop: EventOf<'critic-stopped'>): string | null {
  if (start === undefined || start.critic !== stop.critic) return 'nobody saw it begin';
  return start.hash === stop.hash ? null : 'the code changed while it ran';
}

function runTrial({ at, exit, before, after, command }: EventOf<'ran'>): Trial {
  const program = command.join(' ');
  const note =
    exit !== 0
      ? `${program} ${exit === null ? 'did not end by itself' : `ended with ${exit}`}`
      : before === after
        ? null
        : 'the code changed while it ran';
  return { hash: after, at, note };
}
