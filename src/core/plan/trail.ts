/** Where a project keeps its reviews of plans, if it commits them. */
export const trailFolder = 'docs/plan-reviews';

/** Snapshots, verdicts and annotated copies. Never an approval: that is for this machine, and only Party writes it. */
export function isTrailFile(name: string): boolean {
  return /^plan_v[1-9]\d{0,5}\.(?:snapshot\.md|codex\.json|annotated\.md)$/.test(name);
}

/** A folder of `.claude/review/past`, or of an export. */
export function isCycleName(name: string): boolean {
  return /^[A-Za-z0-9]{1,40}$/.test(name);
}
