// The findings of one change across all its rounds: which findings of a new round are the same as before, which are
// new, and which are gone. Some changes have hundreds of rounds, so no round looks at all findings.

import { isBlocking, isUnresolved, type LedgerFinding } from '../findings/ledgerFinding.ts';
import type { RecordedFinding } from '../project/event.ts';
import { inOrder, KnownFindings } from './knownAgain.ts';

export interface NewRound {
  readonly round: number;
  readonly at: string;
  readonly document: string | null;
  /** The prefix of its findings' keys: `r1`. */
  readonly label: string;
  /** Set when collab asked. */
  readonly collab?: LedgerFinding['collab'];
  /** The hash of the reviewed code. */
  readonly hash: string;
  /** The reviewer looked at everything, so a finding from another hash that is not raised again counts as fixed. */
  readonly looked: boolean;
}

export interface Left {
  readonly open: number;
  readonly blocking: number;
}

/** A finding, and its position in the ledger. */
interface Entry {
  finding: LedgerFinding;
  /** The hash of the code when it was last raised. */
  hash: string;
  raisedIn: number;
  place: number;
  /** What callers were given of it; undefined after a change. */
  given?: LedgerFinding | undefined;
}

/** A ledger as it is kept in a checkpoint. */
export interface KeptLedger {
  readonly entries: readonly KeptEntry[];
  readonly received: number;
  readonly then: Left;
  /** Findings by their position, and whether each was unresolved and blocking before; null for a new finding. */
  readonly changed: readonly (readonly [number, Counted | null])[];
}

type KeptEntry = readonly [finding: LedgerFinding, hash: string, raisedIn: number, place: number, dropped?: 1];

/** How a finding counts in `Left`. */
type Counted = readonly [open: 0 | 1, blocking: 0 | 1];

export class Ledger {
  readonly #entries = new Set<Entry>();
  readonly #byKey = new Map<string, Entry>();
  /** Undefined until a round is compared with what was raised before: a decision about one finding needs none of it. */
  #known: KnownFindings<Entry> | undefined;
  readonly #dropped = new Set<Entry>();
  /** Unresolved findings, by the hash at which they were last raised. */
  readonly #open = new Map<string, Set<Entry>>();
  #received = 0;
  #count: Left = { open: 0, blocking: 0 };
  /**
   * The counts at the last `countOpen`, and the earlier state of findings changed since; undefined for a new finding.
   */
  #then: Left = { open: 0, blocking: 0 };
  readonly #changed = new Map<Entry, Counted | null>();

  constructor(kept?: KeptLedger) {
    if (kept === undefined) return;
    for (const [finding, hash, raisedIn, place, dropped] of kept.entries) {
      const entry = { finding, hash, raisedIn, place };
      this.#enter(entry);
      if (dropped === 1) this.#dropped.add(entry);
    }
    this.#received = kept.received;
    this.#then = kept.then;
    const entries = [...this.#entries];
    for (const [index, before] of kept.changed) {
      const entry = entries[index];
      if (entry !== undefined) this.#changed.set(entry, before);
    }
  }

  kept(): KeptLedger {
    const at = new Map([...this.#entries].map((entry, index) => [entry, index]));
    return {
      entries: [...this.#entries].map((entry): KeptEntry => {
        const { finding, hash, raisedIn, place } = entry;
        const dropped = this.#known === undefined ? this.#dropped.has(entry) : this.#known.isDropped(entry);
        return dropped ? [finding, hash, raisedIn, place, 1] : [finding, hash, raisedIn, place];
      }),
      received: this.#received,
      then: this.#then,
      changed: [...this.#changed].map(([entry, before]) => [at.get(entry) ?? -1, before] as const),
    };
  }

  /** Returns the round's findings as they are after it. */
  receive(raised: readonly RecordedFinding[], round: NewRound): readonly LedgerFinding[] {
    this.#received += 1;
    const known = this.#past().match(raised);
    if (round.looked) this.#settleSilence(new Set(known.values()), round);
    const entries = raised.map((finding, place) => {
      const before = known.get(finding);
      const where = { hash: round.hash, raisedIn: this.#received, place };
      return before === undefined ? this.#add(finding, round, where) : this.#raiseAgain(before, finding, round, where);
    });
    return entries.map(({ finding }) => finding);
  }

  update(key: string, change: (before: LedgerFinding) => LedgerFinding): void {
    const entry = this.#byKey.get(key);
    if (entry !== undefined) this.#put(entry, change(entry.finding), entry.hash);
  }

  /** Counts the open findings; the next `leftOpen` counts how many of them are left. */
  countOpen(): number {
    this.#then = this.#count;
    this.#changed.clear();
    return this.#then.open;
  }

  /** How many of those at the last `countOpen` are still open. */
  leftOpen(): Left {
    let { open, blocking } = this.#then;
    for (const [{ finding }, before] of this.#changed) {
      if (before === null || before[0] === 0) continue;
      if (!isUnresolved(finding)) open -= 1;
      blocking += Number(isBlocking(finding)) - before[1];
    }
    return { open, blocking };
  }

  /**
   * Findings of the last round first, in its order, then those that it did not raise. A finding that has not changed is
   * the same object as before, so that a caller with thousands of them sees at once what has changed.
   */
  findings(): LedgerFinding[] {
    return [...this.#entries].sort(inOrder).map(given);
  }

  #add(finding: RecordedFinding, round: NewRound, where: Omit<Entry, 'finding'>): Entry {
    const { at, document, label, collab } = round;
    const entry = {
      ...where,
      finding: {
        ...finding,
        key: `${label}-${finding.id}`,
        ...({ state: 'open', since: at, reason: null, by: 'review' } as const),
        raised: [{ round: round.round, severity: finding.severity }],
        returns: 0,
        drifted: false,
        oscillating: false,
        document,
        ...(collab === undefined ? {} : { collab }),
      },
    };
    this.#enter(entry);
    this.#past().remember(entry, finding);
    this.#changed.set(entry, null);
    return entry;
  }

  #enter(entry: Entry): void {
    this.#entries.add(entry);
    if (!this.#byKey.has(entry.finding.key)) this.#byKey.set(entry.finding.key, entry);
    this.#tally(entry, 1);
  }

  /** In the order in which they were last raised, so that the oldest is dropped first. */
  #past(): KnownFindings<Entry> {
    if (this.#known !== undefined) return this.#known;
    this.#known = new KnownFindings();
    const entries = [...this.#entries].sort((a, b) => a.raisedIn - b.raisedIn || a.place - b.place);
    for (const entry of entries) this.#known.restore(entry, entry.finding, this.#dropped.has(entry));
    return this.#known;
  }

  #raiseAgain(entry: Entry, finding: RecordedFinding, round: NewRound, where: Omit<Entry, 'finding'>): Entry {
    const { finding: before } = entry;
    // One list for all rounds, which belongs to the ledger alone.
    const raised = before.raised as LedgerFinding['raised'][number][];
    raised.push({ round: round.round, severity: finding.severity });
    const drifted = before.drifted || before.severity !== finding.severity;
    const shared = { ...before, ...finding, raised, drifted };
    Object.assign(entry, { raisedIn: where.raisedIn, place: where.place });
    this.#put(entry, isUnresolved(before) ? shared : returned(shared, round), where.hash);
    this.#past().remember(entry, finding);
    return entry;
  }

  /** A finding that the reviewer looked for and did not raise again is fixed. */
  #settleSilence(again: ReadonlySet<Entry>, { round, at, hash }: NewRound): void {
    const reason = `not raised again in round ${round}`;
    for (const [raisedAt, entries] of this.#open) {
      if (raisedAt === hash) continue;
      for (const entry of [...entries].filter((one) => !again.has(one))) {
        this.#put(entry, { ...entry.finding, state: 'fixed', since: at, by: 'review', reason }, entry.hash);
      }
    }
  }

  #put(entry: Entry, finding: LedgerFinding, hash: string): void {
    if (!this.#changed.has(entry)) this.#changed.set(entry, counted(entry.finding));
    this.#tally(entry, -1);
    entry.given = undefined;
    entry.finding = finding;
    entry.hash = hash;
    this.#tally(entry, 1);
  }

  #tally(entry: Entry, by: 1 | -1): void {
    if (!isUnresolved(entry.finding)) return;
    const { open, blocking } = this.#count;
    this.#count = { open: open + by, blocking: blocking + (isBlocking(entry.finding) ? by : 0) };
    const group = this.#open.get(entry.hash) ?? new Set();
    if (by === 1) this.#open.set(entry.hash, group.add(entry));
    else group.delete(entry);
    if (group.size === 0) this.#open.delete(entry.hash);
  }
}

/** A copy, because the ledger goes on adding to the list of rounds. */
function given(entry: Entry): LedgerFinding {
  entry.given ??= { ...entry.finding, raised: [...entry.finding.raised] };
  return entry.given;
}

function counted(finding: LedgerFinding): Counted {
  return [isUnresolved(finding) ? 1 : 0, isBlocking(finding) ? 1 : 0];
}

/** Raised again after it had been resolved. */
function returned(finding: LedgerFinding, { at }: NewRound): LedgerFinding {
  const returns = finding.returns + 1;
  // Keeps the reason of the rejection, because the user who decides again wants to read it.
  return { ...finding, state: 're-raised', since: at, by: 'review', returns, oscillating: returns > 1 };
}

/** The reviewer itself calls the finding resolved and does not raise it again. */
export function resolvedBy(before: LedgerFinding, { label, at }: Pick<NewRound, 'label' | 'at'>): LedgerFinding {
  if (!isUnresolved(before)) return before;
  return { ...before, state: 'fixed', since: at, by: 'review', reason: `resolved, as the reviewer says in ${label}` };
}
