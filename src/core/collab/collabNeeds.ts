// What of collab, or of what Codex may cost, begins to need the human, so that it can be said once.

export interface CollabNeed {
  /** Why it pauses by itself; null while it does not. */
  readonly held: string | null;
  /** The keys of what was found and goes against the approved design. */
  readonly conflicts: readonly string[];
  /** No loop asks Codex any more. */
  readonly usedUp: boolean;
}

export interface NewNeed {
  readonly top: string;
  /** Null when that is no news. */
  readonly held: string | null;
  /** Those that are new. */
  readonly conflicts: number;
  readonly usedUp: boolean;
}

/** By the top of their project. Of one that was not there before it is not known what began. */
export function newNeeds(
  before: ReadonlyMap<string, CollabNeed>,
  after: ReadonlyMap<string, CollabNeed>,
): readonly NewNeed[] {
  return [...after].flatMap(([top, now]) => {
    const was = before.get(top);
    if (was === undefined) return [];
    const held = was.held === null ? now.held : null;
    const conflicts = now.conflicts.filter((key) => !was.conflicts.includes(key)).length;
    const usedUp = now.usedUp && !was.usedUp;
    return held === null && conflicts === 0 && !usedUp ? [] : [{ top, held, conflicts, usedUp }];
  });
}
