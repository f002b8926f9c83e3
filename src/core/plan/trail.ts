/** Where a project keeps its reviews of plans, if it commits them. */
export const trailFolder = 'docs/plan-reviews';

/** Snapshots, verdicts and annotated copies. Never an approval: that is for this machine, and only Party writes it. */
export function isTrailFile(name: string): boolean {
  return /^plan_v[1-9]\d{0,5}\.(?:snapshot\.md|codex\.json|annotated\.md)$/.test(name);
}

/** A folder of `.claude/review/past`, or of an export. */
export function isCycleName(name: string): boolean {
  return name.length <= longestName && /^[A-Za-z0-9]+$/.test(name);
}

const longestName = 40;

/** The names that an imported cycle can get when its own is taken, the best first. */
export function importedNames(name: string): string[] {
  return Array.from({ length: 99 }, (_, index) => {
    const end = index === 0 ? '' : `n${index + 1}`;
    return `imported${name}`.slice(0, longestName - end.length) + end;
  });
}
