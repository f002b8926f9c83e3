// Which files of a change need no review: those that the user names by patterns, and what Party itself writes.

const own = [
  '.claude/review/**',
  '.claude/codex-collab*',
  '.claude/codex-collab*/**',
  // What a process that was killed while it wrote one of them leaves behind.
  '.claude/.codex-collab*',
  '.tmux-team/**',
  'tmux-team.json',
];

/**
 * `*.md` is about the name of the file wherever it lies; a pattern with a slash is about the whole path. `*` and `?` stay
 * within a folder, `**` does not. Nothing else has a meaning: no `{a,b}`, no `[ab]`, and no `!`, by which a pattern could
 * take back what another one says.
 */
export function createIgnored(patterns: readonly string[]): (path: string) => boolean {
  const names = patterns.filter((pattern) => !pattern.includes('/')).map(toRegExp);
  const paths = [...own, ...patterns.filter((pattern) => pattern.includes('/'))].map(toRegExp);
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return names.some((pattern) => pattern.test(name)) || paths.some((pattern) => pattern.test(path));
  };
}

/**
 * Of the files that need no review, those that a person or an agent writes to be read: not what Party keeps for itself,
 * and not the records of programs, which change without any work being done.
 */
export function createIsDocument(patterns: readonly string[]): (path: string) => boolean {
  const isIgnored = createIgnored(patterns);
  const isOwn = createIgnored([]);
  return (path) => isIgnored(path) && !isOwn(path) && !/\.(?:log|jsonl)$/i.test(path);
}

function toRegExp(pattern: string): RegExp {
  const source = pattern.replace(/(?<=^|\/)\*\*\/|\*\*|[*?]|[.+^${}()|[\]\\]/g, (found) => {
    // As in .gitignore: `a/**/b` is also `a/b`.
    if (found === '**/') return '(?:.*/)?';
    if (found === '**') return '.*';
    if (found === '*') return '[^/]*';
    return found === '?' ? '[^/]' : `\\${found}`;
  });
  return new RegExp(`^${source}$`, 's');
}
