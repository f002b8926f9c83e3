// Versions of other programs: what `--version` prints, and which of two is older.

/** The first `1.2.3` in a text such as `codex-cli 0.166.0` or `2.1.325 (Claude Code)`. */
export function findVersion(text: string): string | undefined {
  return /\d+\.\d+(?:\.\d+)*/.exec(text)?.[0];
}

/** False when the version is unknown: nothing that needs a version may be taken for granted then. */
export function isAtLeast(version: string | undefined, oldest: string): boolean {
  if (version === undefined) return false;
  const have = version.split('.').map(Number);
  const need = oldest.split('.').map(Number);
  for (const [index, wanted] of need.entries()) {
    const part = have[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}
