// Whether a window has anything of Party to show before the user asks for it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Tab, window, workspace } from 'vscode';
import { partyPaths, projectDirectory } from '../../../node/project/paths.ts';
import { worktreeTops } from '../../../node/worktree/repositoryFiles.ts';
import { timelinePanel } from '../contributions.ts';
import { windowFolders } from '../folders.ts';
import { childEnvironment } from '../host.ts';

/** A plan, collab or tasks may have come with the repository, or from another machine. */
const traces = ['.claude/review', '.claude/codex-collab.state.json', '.tmux-team/team.json', 'tmux-team.json'];

/** For VS Code's own watcher of the window's folders. */
export const tracePattern = `**/{${traces.flatMap((path) => [path, `${path}/*`]).join(',')}}`;

export function hasSomethingToShow(): boolean {
  if (window.tabGroups.all.some(({ tabs }) => tabs.some(isOfParty))) return true;
  if (!workspace.isTrusted) return false;
  const tops = windowFolders().map(({ top }) => top);
  return (
    projectDirectories(tops).some((directory) => existsSync(directory)) ||
    tops.some((top) => traces.some((path) => existsSync(join(top, path))))
  );
}

/** Where Party keeps what belongs to these projects, and to the other worktrees of their repositories. */
export function projectDirectories(tops: readonly string[]): string[] {
  const paths = partyPaths(childEnvironment(process.env));
  const all = new Set(tops.flatMap((top) => [top, ...worktreeTops(top)]));
  return [...all].map((top) => projectDirectory(paths, top));
}

/** A document or the timeline of Party, which VS Code has restored; or a page that may be Party's walkthrough. */
export function isOfParty({ input }: Pick<Tab, 'input'>): boolean {
  // Pages of VS Code itself, such as the one with walkthroughs, are tabs of no kind that extensions know.
  if (input === undefined || input === null) return true;
  const { uri, modified, viewType } = input as Partial<Record<'uri' | 'modified', { scheme: string }>> & {
    viewType?: string;
  };
  return [uri, modified].some((one) => one?.scheme.startsWith('party-')) || viewType?.endsWith(timelinePanel) === true;
}
