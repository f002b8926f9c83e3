// Lists the settings files of a project that Claude reads when it starts in a folder of that project. Observed in
// Claude Code 2.1.325.

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

/** Later files win. */
export function settingsFilesRead(folder: string): SettingsRead[] {
  const main = repositoryTop(folder);
  return [
    settings(folder, 'settings'),
    settings(folder, 'local'),
    // The local settings of the main checkout apply to all of its folders and all of its linked worktrees.
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
