// What is proven about the code. Each kind of evidence is bound to the hash of the change. Party derives evidence from
// the project log alone, never from text that merely looks like it.

import type { Critic } from '../project/critics.ts';
import type { EventOf, ProjectEvent } from '../project/event.ts';
import { type EvidenceKind, evidenceKinds } from '../project/evidenceKinds.ts';
import type { StateRows } from '../project/stateRows.ts';
import { commandText } from './commands/commandText.ts';
import type { Cycle } from './cycle.ts';

export interface Evidence {
  readonly kind: EvidenceKind;
  /** The hash of the change; null when there is no evidence of this kind. */
  readonly hash: string | null;
  readonly at: string | null;
  /** For `codex-approved`: the reason why a small fix needed no other round. */
  readonly targeted: string | null;
  /** Why an attempt gave no evidence: a critic requested changes, or tests failed. */
  readonly note: string | null;
  /** For Codex's kinds: the reviewer is a program of the user's that cannot prove its own words. */
  readonly origin?: 'generic';
  /** What ran; null for evidence that no command gives. */
  readonly command: readonly string[] | null;
  /** Why the command is not the usual one; null when it is. */
  readonly unusual: string | null;
  /** The usual command in the configuration that its program saw. */
  readonly configured?: readonly string[];
  /** The code for which an unusual command passed and that no human has accepted; null without one. */
  readonly waitsAt: string | null;
  /** Which files have changed since it was given, sorted; omitted when unknown, and when it is about this code. */
  readonly changed?: readonly string[];
  /** Since when a critic works on it; omitted when none does. */
  readonly begunAt?: string;
}

export type EvidenceTable = Readonly<Record<EvidenceKind, Evidence>>;

/** An attempt at evidence; `note` tells why it failed. */
interface Trial {
  readonly hash: string;
  readonly at: string;
  readonly note: string | null;
  readonly targeted?: string | null;
  readonly origin?: 'generic';
  readonly command?: readonly string[];
  readonly unusual?: string;
  /** What the user's configuration named when it ran. */
  readonly configured?: readonly string[];
  readonly waits?: boolean;
  /** The code it is about, file by file. */
  readonly files?: Files;
}

/** The current code, or that of an attempt. */
export interface Code {
  readonly hash: string | null;
  readonly files: Files;
}

type Files = Readonly<Record<string, string>>;

/** An attempt, and the number of events before it. */
interface LoggedTrial extends Trial {
  readonly index: number;
}

/** For each kind the last attempt of all. */
export type KeptEvidence = Partial<Record<EvidenceKind, LoggedTrial>>;

/** Adds up all attempts at evidence: the last for each hash, and the last of all. */
export class EvidenceFold {
  readonly #rows: StateRows;
  readonly #last: KeptEvidence;

  constructor(rows: StateRows, last: KeptEvidence = {}) {
    this.#rows = rows;
    this.#last = { ...last };
  }

  kept(): KeptEvidence {
    return Object.fromEntries(evidenceKinds.flatMap((kind) => (this.#last[kind] ? [[kind, this.#last[kind]]] : [])));
  }

  take(event: ProjectEvent, index: number): void {
    switch (event.event) {
      case 'critic-started': {
        const { critic, hash, agent, at } = event;
        this.#rows.set(runningRow(agent), { critic, hash });
        this.#rows.set(begunRow(criticKinds[critic]), { agent, at });
        break;
      }
      case 'critic-stopped': {
        // Pairs each end with the start before it: an agent that continues works again, and must give its verdict
        // again.
        const start = this.#rows.get<CriticStart | null>(runningRow(event.agent)) ?? undefined;
        if (start !== undefined) this.#rows.set(runningRow(event.agent), null);
        this.#endBegun(criticKinds[event.critic], event.agent);
        this.#offer(criticKinds[event.critic], { ...criticTrial(event, start), index });
        break;
      }
      case 'ran':
        this.#offer(`${event.what}-passed`, { ...runTrial(event), index });
        break;
      case 'accepted':
        // An agent cannot accept its own command, whatever the log says.
        if (event.actor === 'human') this.#rows.set(acceptedRow(`${event.what}-passed`, event), true);
        break;
      case 'verified':
        this.#offer('pr-verified', { hash: event.hash, at: event.at, note: null, ...knownFiles(event), index });
        break;
      default:
    }
  }

  /** Prefers evidence for the current code; evidence for other code is shown as such. */
  table(cycle: Cycle | undefined, now: Code | null): EvidenceTable {
    const hash = now?.hash ?? null;
    // Verdicts from before the request for changes were about code that is going to change.
    const recentFrom = (cycle?.reReviewedAt ?? -1) + 1;
    const { ran, approved } = cycle ?? {};
    const ofCodex = { 'codex-ran': ran ?? undefined, 'codex-approved': approved ?? undefined };
    const chosen = (kind: EvidenceKind): Trial | undefined => {
      if (kind === 'codex-ran' || kind === 'codex-approved') {
        const trial = ofCodex[kind];
        if (trial === undefined) return undefined;
        const { at, hash: of, targeted = null } = { targeted: null, ...trial };
        const from = ran?.origin === 'generic' ? { origin: 'generic' as const } : {};
        return { at, hash: of, ...knownFiles(trial), targeted, note: null, ...from };
      }
      const counts = (trial: LoggedTrial | undefined) =>
        trial !== undefined && (!renewed.has(kind) || trial.index >= recentFrom) ? trial : undefined;
      const atHash = hash === null ? undefined : this.#rows.get<LoggedTrial>(trialRow(kind, hash));
      const trial = counts(atHash) ?? counts(this.#last[kind]);
      return trial && this.#judged(kind, trial);
    };
    const row = (kind: EvidenceKind): Evidence => {
      const trial = chosen(kind);
      return { ...toEvidence(kind, trial), ...changedSince(trial, now), ...this.#begun(kind) };
    };
    return Object.fromEntries(evidenceKinds.map((kind) => [kind, row(kind)])) as unknown as EvidenceTable;
  }

  #begun(kind: EvidenceKind): Pick<Evidence, 'begunAt'> {
    const begun = this.#rows.get<Begun | null>(begunRow(kind)) ?? null;
    return begun === null ? {} : { begunAt: begun.at };
  }

  /** Two critics of a kind can run at the same time. */
  #endBegun(kind: EvidenceKind, agent: string): void {
    if (this.#rows.get<Begun | null>(begunRow(kind))?.agent === agent) this.#rows.set(begunRow(kind), null);
  }

  /** A command that is not the usual one counts once a human has accepted it. */
  #judged(kind: EvidenceKind, trial: Trial): Trial {
    const { command = [], unusual, hash } = trial;
    if (trial.note !== null || unusual === undefined) return trial;
    if (this.#rows.get<boolean>(acceptedRow(kind, { hash, command })) === true) return trial;
    return { ...trial, waits: true, note: `${commandText(command)} is not the usual command: ${unusual}` };
  }

  #offer(kind: EvidenceKind, trial: LoggedTrial): void {
    // The files of the last attempt are enough, because a row is read only for the current code.
    const { files: _, ...row } = trial;
    this.#rows.set(trialRow(kind, trial.hash), row);
    this.#last[kind] = trial;
  }
}

/** Which of these kinds are not proven for the current code. */
export function missingFor(
  evidence: EvidenceTable,
  hash: string | null,
  kinds: readonly EvidenceKind[],
): EvidenceKind[] {
  return kinds.filter((kind) => hash === null || !isProven(evidence, hash, kind));
}

/** A targeted approval covers a small fix after a reviewed round, so that fix needs no review of its own. */
function isProven(evidence: EvidenceTable, hash: string, kind: EvidenceKind): boolean {
  if (evidence[kind].hash === hash) return true;
  const { 'codex-approved': approved } = evidence;
  return kind === 'codex-ran' && approved.hash === hash && approved.targeted !== null;
}

/** The critics' verdicts are given again after a request for changes. */
const renewed: ReadonlySet<EvidenceKind> = new Set<EvidenceKind>(['code-critic', 'minimizer']);

type CriticStart = Pick<EventOf<'critic-started'>, 'critic' | 'hash'>;
type Begun = Pick<EventOf<'critic-started'>, 'agent' | 'at'>;

const begunRow = (kind: EvidenceKind) => `begun ${kind}`;
const runningRow = (agent: string) => `critic ${agent}`;
const acceptedRow = (kind: EvidenceKind, { hash, command }: { hash: string; command: readonly string[] }) =>
  `accepted ${kind} ${hash} ${JSON.stringify(command)}`;
const trialRow = (kind: EvidenceKind, hash: string) => `${kind} ${hash}`;

/** What each critic gives. */
export const criticKinds = {
  'code-critic': 'code-critic',
  minimizer: 'minimizer',
  'security-scanner': 'security-scanned',
} as const satisfies Record<Critic, EvidenceKind>;

function toEvidence(kind: EvidenceKind, trial: Trial | undefined): Evidence {
  const { hash = null, at = null, note = null, targeted = null, command = null, unusual = null } = trial ?? {};
  const { origin, configured } = trial ?? {};
  const more = { ...(origin && { origin }), ...(configured && { configured }) };
  const shared = { kind, at, targeted, note, command, unusual, ...more };
  return { ...shared, hash: note === null ? hash : null, waitsAt: trial?.waits ? hash : null };
}

/** Left out when unknown, so that a kept state is the same before and after it is written. */
function knownFiles({ files }: { readonly files?: Files | undefined }): Pick<Trial, 'files'> {
  return files === undefined ? {} : { files };
}

function changedSince(trial: Trial | undefined, now: Code | null): Pick<Evidence, 'changed'> {
  if (trial?.files === undefined || now === null || trial.hash === now.hash) return {};
  return { changed: changedFiles(trial.files, now.files) };
}

/** The files that differ, sorted. */
export function changedFiles(before: Files, now: Files): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...paths].filter((path) => before[path] !== now[path]).sort();
}

function criticTrial(stop: EventOf<'critic-stopped'>, start: CriticStart | undefined): Trial {
  const { hash, at, verdict } = stop;
  const good = verdict === (stop.critic === 'security-scanner' ? 'CLEAN' : 'APPROVE');
  return { hash, at, ...knownFiles(stop), note: good ? unsteady(start, stop) : `said ${verdict ?? 'no verdict'}` };
}

function unsteady(start: CriticStart | undefined, stop: EventOf<'critic-stopped'>): string | null {
  if (start === undefined || start.critic !== stop.critic) return 'Party did not see it begin';
  return start.hash === stop.hash ? null : 'the code changed while it ran';
}

function runTrial(event: EventOf<'ran'>): Trial {
  const { at, exit, before, after, command, unusual, configured } = event;
  const program = command.join(' ');
  const note =
    exit !== 0
      ? `${program} ${exit === null ? 'did not end by itself' : `ended with ${exit}`}`
      : before === after
        ? null
        : 'the code changed while it ran';
  const known = { ...(unusual === undefined ? {} : { unusual }), ...(configured === undefined ? {} : { configured }) };
  return { hash: after, at, note, command, ...knownFiles(event), ...known };
}
