// When collab or the Codex budget begins to need the human, so that the editor can say it once.

export interface CollabNeed {
  /** Why collab paused by itself; null while it is not paused. */
  readonly held: string | null;
  /** The keys of findings that contradict the approved design. */
  readonly conflicts: readonly string[];
  /** The budget is used up, so Party does not ask Codex any more. */
  readonly usedUp: boolean;
}

export interface NewNeed {
  readonly top: string;
  /** Null when the human already knows. */
  readonly held: string | null;
  /** The number of new conflicts. */
  readonly conflicts: number;
  readonly usedUp: boolean;
}

/** Both maps are keyed by the project's top folder. A project without an earlier state has no news. */
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
