// Versions of other programs: finds one in the output of `--version`, and compares two.

/** The first `1.2.3` in a text such as `codex-cli 0.166.0` or `2.1.325 (Claude Code)`. */
export function findVersion(text: string): string | undefined {
  return /\d+\.\d+(?:\.\d+)*/.exec(text)?.[0];
}

/** False when the version is unknown, so that Party does not use a feature that may be missing. */
export function isAtLeast(version: string | undefined, oldest: string): boolean {
  return version !== undefined && !isNewer(oldest, version);
}

/** Compares the numbers only; a missing part counts as 0. */
export function isNewer(version: string, than: string): boolean {
  const [ours, others] = [version, than].map((text) => (findVersion(text) ?? '').split('.').map(Number));
  for (let index = 0; index < Math.max(ours?.length ?? 0, others?.length ?? 0); index++) {
    const difference = (ours?.[index] ?? 0) - (others?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
