// What is proven about the code. Each kind of evidence is bound to the hash of the change. Party derives evidence from
// the project log alone, never from text that merely looks like it.

import type { Critic, EventOf, ProjectEvent } from '../project/event.ts';
import type { Cycle } from './cycle.ts';

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
  /** The hash of the change; null when there is no evidence of this kind. */
  readonly hash: string | null;
  readonly at: string | null;
  /** For `codex-approved`: the reason why a small fix needed no other round. */
  readonly targeted: string | null;
  /** Why an attempt gave no evidence: a critic requested changes, or tests failed. */
  readonly note: string | null;
}

export type EvidenceTable = Readonly<Record<EvidenceKind, Evidence>>;

/** Prefers evidence for `hash`; evidence for another hash is shown as such. */
export function reduceEvidence(
  events: readonly ProjectEvent[],
  cycle: Cycle | undefined,
  hash: string | null,
): EvidenceTable {
  const choices = Object.fromEntries(evidenceKinds.map((kind) => [kind, new Choice(hash)])) as Record<
    EvidenceKind,
    Choice
  >;
  // Verdicts from before the request for changes were about code that is going to change.
  const recentFrom = (cycle?.reReviewedAt ?? -1) + 1;
  const running = new Map<string, EventOf<'critic-started'>>();
  for (const [index, event] of events.entries()) {
    switch (event.event) {
      case 'critic-started':
        running.set(event.agent, event);
        break;
      case 'critic-stopped': {
        // Pairs each end with the start before it: an agent that continues works again, and must give its verdict
        // again.
        const start = running.get(event.agent);
        running.delete(event.agent);
        const kind = criticKinds[event.critic];
        if (kind === 'security-scanned' || index >= recentFrom) {
          choices[kind].offer(event.hash, () => criticTrial(event, start));
        }
        break;
      }
      case 'ran':
        choices[`${event.what}-passed`].offer(event.after, () => runTrial(event));
        break;
      case 'verified':
        choices['pr-verified'].offer(event.hash, () => ({ hash: event.hash, at: event.at, note: null }));
        break;
      default:
    }
  }
  const { ran, approved } = cycle ?? {};
  if (ran) choices['codex-ran'].offer(ran.hash, () => ({ ...ran, note: null }));
  if (approved) choices['codex-approved'].offer(approved.hash, () => ({ ...approved, note: null }));
  return Object.fromEntries(
    evidenceKinds.map((kind) => [kind, toEvidence(kind, choices[kind].chosen())]),
  ) as unknown as EvidenceTable;
}

const criticKinds = {
  'code-critic': 'code-critic',
  minimizer: 'minimizer',
  'security-scanner': 'security-scanned',
} as const satisfies Record<Critic, EvidenceKind>;

/** An attempt at evidence; `note` tells why it failed. */
interface Trial {
  readonly hash: string;
  readonly at: string;
  readonly note: string | null;
  readonly targeted?: string | null;
}

/** The last attempt for this hash, or else the last of all. Attempts that are not chosen are never evaluated. */
class Choice {
  readonly #hash: string | null;
  #atHash: (() => Trial) | undefined;
  #last: (() => Trial) | undefined;

  constructor(hash: string | null) {
    this.#hash = hash;
  }

  offer(hash: string, trial: () => Trial): void {
    this.#last = trial;
    if (hash === this.#hash) this.#atHash = trial;
  }

  chosen(): Trial | undefined {
    return (this.#atHash ?? this.#last)?.();
  }
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
  if (start === undefined || start.critic !== stop.critic) return 'Party did not see it begin';
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
