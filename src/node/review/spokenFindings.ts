import { basename, dirname, join } from 'node:path';

/**
 * Where Party keeps the last message of a Codex that wrote no findings file: beside Codex's own folder, not in it.
 * Undefined for a file of a review without a pane.
 */
export function spokenFindings(file: string): string | undefined {
  const folder = dirname(file);
  const codex = dirname(folder);
  const isPane = basename(folder) === 'findings' && basename(codex) === 'codex';
  return isPane ? join(dirname(codex), 'spoken', basename(file)) : undefined;
}
