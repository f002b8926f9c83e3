// Which files of a change may stay out of its review: those that match the user's patterns, and Party's own files. Only
// while git does not track them: what a commit contains is always part of the change.

import { isInstruction } from './instructions.ts';

const own = [
  '.claude/review/**',
  '.claude/codex-collab*',
  '.claude/codex-collab*/**',
  // Files that a process leaves when it is killed while writing.
  '.claude/.codex-collab*',
  '.tmux-team/**',
].map(wholeGlob);

export function isOwnFile(path: string): boolean {
  return own.some((pattern) => pattern.test(path));
}

/**
 * `*.md` matches a file name in any folder; a pattern with a slash matches the whole path. `*` and `?` stay within a
 * folder, `**` does not. Nothing else is special: no `{a,b}`, no `[ab]`, and no `!`, with which one pattern could undo
 * another. No pattern matches a file that instructs an agent or configures what runs.
 */
export function createIgnored(patterns: readonly string[]): (path: string) => boolean {
  const names = patterns.filter((pattern) => !pattern.includes('/')).map(wholeGlob);
  const paths = patterns.filter((pattern) => pattern.includes('/')).map(wholeGlob);
  return (path) => {
    if (isOwnFile(path)) return true;
    if (isInstruction(path)) return false;
    const name = path.slice(path.lastIndexOf('/') + 1);
    return names.some((pattern) => pattern.test(name)) || paths.some((pattern) => pattern.test(path));
  };
}

/**
 * Of the files that match the user's patterns, those that users and agents write to be read. Excludes Party's own files,
 * and records of programs, which change without any work.
 */
export function createIsDocument(patterns: readonly string[]): (path: string) => boolean {
  const isIgnored = createIgnored(patterns);
  return (path) => isIgnored(path) && !isOwnFile(path) && !/\.(?:log|jsonl)$/i.test(path);
}

/** A pattern for the whole of a text. */
export function wholeGlob(pattern: string): RegExp {
  const source = pattern.replace(/(?<=^|\/)\*\*\/|\*\*|[*?]|[.+^${}()|[\]\\]/g, (found) => {
    // As in .gitignore, `a/**/b` also matches `a/b`.
    if (found === '**/') return '(?:.*/)?';
    if (found === '**') return '.*';
    if (found === '*') return '[^/]*';
    return found === '?' ? '[^/]' : `\\${found}`;
  });
  return new RegExp(`^${source}$`, 's');
}
