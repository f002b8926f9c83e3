// Bundle of the guard for the main worktree. It parses shell lines and needs little else.

import type { Hook } from '../hooks/hook.ts';
import { worktreeGuard } from '../hooks/worktreeGuard.ts';

export const hooks: Readonly<Record<string, Hook>> = {
  'worktree-guard': worktreeGuard,
};
