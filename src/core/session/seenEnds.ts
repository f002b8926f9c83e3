/** The parties of a window: those that run, and those that ended unexpectedly and can be brought back. By id. */
export interface PartyEnds {
  readonly live: readonly string[];
  readonly ended: readonly string[];
}

/** The parties that ran at the last look and have ended since. The first look of a window sees no end. */
export function seenEnds(before: PartyEnds | undefined, { ended }: PartyEnds): string[] {
  return ended.filter((id) => before?.live.includes(id) === true);
}
