// Which settings of a project a Claude reads that was started in a folder of it. Seen in 2.1.325.

import { join } from 'node:path';
import { isRepository, projectTop } from '../project/paths.ts';
import { isMainWorktree, mainWorktree } from '../project/worktrees.ts';

export interface SettingsRead {
  /** The folder that holds `.claude`. */
  readonly folder: string;
  /** `settings` is .claude/settings.json, `local` is .claude/settings.local.json. */
  readonly which: 'settings' | 'local';
  readonly file: string;
}

/** The later one has the say. */
export function settingsFilesRead(folder: string): SettingsRead[] {
  const main = repositoryTop(folder);
  return [
    settings(folder, 'settings'),
    settings(folder, 'local'),
    // The local settings of the main checkout hold in all of its folders and in all of its linked worktrees.
    ...(main === undefined || main === folder ? [] : [settings(main, 'local')]),
  ];
}

function settings(folder: string, which: SettingsRead['which']): SettingsRead {
  const name = which === 'settings' ? 'settings.json' : 'settings.local.json';
  return { folder, which, file: join(folder, '.claude', name) };
}

function repositoryTop(folder: string): string | undefined {
  try {
    const top = projectTop(folder);
    if (!isRepository(top)) return undefined;
    return isMainWorktree(top) ? top : mainWorktree(top);
  } catch {
    // The folder is gone.
    return undefined;
  }
}
