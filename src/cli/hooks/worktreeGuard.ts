// PreToolUse of Bash: the main worktree is the human's, so Claude does not change its branch; and files are edited by
// the tools that hooks can see. If it breaks, the call goes on, and a line says so.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { oneLine } from '../../core/base/outsideText.ts';
import { type GuardedAct, guardedAct } from '../../core/gates/worktreeGuard.ts';
import { isRepository, projectTop } from '../../node/project/paths.ts';
import { isMainWorktree } from '../../node/project/worktrees.ts';
import { createGit } from '../../node/system/git.ts';
import { answer } from './answer.ts';
import type { HookContext } from './hook.ts';
import { readToolCall } from './readToolCall.ts';
import { readBashCall } from './toolCalls.ts';

export async function worktreeGuard(context: HookContext): Promise<object | undefined> {
  const call = await readToolCall();
  for (const invocation of readBashCall(call, context.env)?.line.invocations ?? []) {
    const act = guardedAct(invocation);
    if (act === undefined) continue;
    // Where it cannot be known, it is most likely here.
    for (const place of invocation.places ?? [call.cwd]) {
      const deny = await judge(context, act, place);
      if (deny !== undefined) return answer(context, { what: act.kind, deny });
    }
  }
  return undefined;
}

async function judge({ env }: HookContext, act: GuardedAct, place: string): Promise<string | undefined> {
  if (act.kind === 'in-place') {
    return `${act.program} would edit files in place, where no hook sees it. Use the Edit tool, or write to another file.`;
  }
  const directory = resolve(place, act.directory ?? '.');
  if (!existsSync(directory)) return undefined;
  const top = projectTop(directory);
  if (!isRepository(top) || !isMainWorktree(top)) return undefined;
  if (act.kind === 'checkout' && existsSync(resolve(directory, act.target))) {
    const branch = await createGit(top, env).line(['rev-parse', '--quiet', '--verify', `refs/heads/${act.target}`]);
    if (branch === undefined) return undefined;
  }
  const target = act.target === null ? '' : ` to ${oneLine(act.target, 60)}`;
  return `this would switch the branch${target} in the main worktree, where the human works. Make a worktree for it (git worktree add ../NAME -b BRANCH) and work there; to bring back a file, say git checkout -- FILE.`;
}
