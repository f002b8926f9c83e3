// PreToolUse of Bash: Claude does not change the branch of the main worktree, which belongs to the user, and edits
// files only with the tools that hooks can see. If it breaks, the call goes on, and the log gets a line.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { worktreeGuard as decide } from '../../core/gates/worktreeGuard.ts';
import { isRepository, projectTop } from '../../node/project/paths.ts';
import { isMainWorktree } from '../../node/project/worktrees.ts';
import { createGit } from '../../node/system/git.ts';
import type { HookContext } from './hook.ts';
import { answer, readToolCall } from './toolCalls.ts';

export async function worktreeGuard(context: HookContext): Promise<object | undefined> {
  const { env } = context;
  const call = await readToolCall();
  const verdict = await decide(call, {
    userHome: env['HOME'] ?? null,
    resolve,
    exists: existsSync,
    inMainWorktree,
    async hasBranch(directory, name) {
      const git = createGit(projectTop(directory), env);
      return (await git.line(['rev-parse', '--quiet', '--verify', `refs/heads/${name}`])) !== undefined;
    },
  });
  return answer(context, call, verdict);
}

function inMainWorktree(directory: string): boolean {
  const top = projectTop(directory);
  return isRepository(top) && isMainWorktree(top);
}
