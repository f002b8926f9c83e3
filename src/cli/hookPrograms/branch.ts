// The bundle of the guard of the main worktree, which reads shell lines and little else.

import type { Hook } from '../hooks/hook.ts';
import { worktreeGuard } from '../hooks/worktreeGuard.ts';

export const hooks: Readonly<Record<string, Hook>> = {
  'worktree-guard': worktreeGuard,
};
