// The commands about worktrees.

import type { CommandTable } from '../app/editorCommand.ts';
import { newWorktree } from './newWorktree.ts';
import type { worktreeContributions } from './worktreeContributions.ts';

export const worktreeCommands = {
  newWorktree: { needs: 'folder', run: newWorktree },
} as const satisfies CommandTable<typeof worktreeContributions>;
