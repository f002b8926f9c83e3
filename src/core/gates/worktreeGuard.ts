// The worktree guard. The main worktree is the human's, so Claude does not change its branch. Claude edits files with
// tools that hooks can see.

import { oneLine } from '../base/outsideText.ts';
import { bashCall } from './bashCall.ts';
import { type Denial, deny, type GateVerdict } from './denial.ts';
import { type GuardedAct, guardedAct } from './guardedActs.ts';
import type { ToolCall } from './toolCall.ts';

export interface WorktreeFacts {
  /** The user's home, for `~`; null when unknown. */
  readonly userHome: string | null;
  /** Resolves a path from a directory. */
  readonly resolve: (directory: string, path: string) => string;
  readonly exists: (path: string) => boolean;
  /** Whether this directory is in the main worktree of a repository. */
  readonly inMainWorktree: (directory: string) => boolean;
  /** Whether the directory's repository has a branch of this name. */
  readonly hasBranch: (directory: string, name: string) => Promise<boolean>;
}

/** Undefined when the guard has no objection. */
export async function worktreeGuard(call: ToolCall, facts: WorktreeFacts): Promise<GateVerdict | undefined> {
  for (const invocation of bashCall(call, facts.userHome)?.line.invocations ?? []) {
    const act = guardedAct(invocation);
    if (act === undefined) continue;
    // When the directory is unknown, it is most likely Claude's.
    for (const place of invocation.places ?? [call.cwd]) {
      const denial = await denyAct(act, place, facts);
      if (denial !== undefined) return { what: act.kind, deny: denial };
    }
  }
  return undefined;
}

async function denyAct(act: GuardedAct, place: string, facts: WorktreeFacts): Promise<Denial | undefined> {
  if (act.kind === 'in-place') {
    const problem = `${act.program} would edit files in place, which no hook can see`;
    return deny(`${problem}. Use the Edit tool, or write to another file`);
  }
  const directory = facts.resolve(place, act.directory ?? '.');
  if (!facts.exists(directory) || !facts.inMainWorktree(directory)) return undefined;
  // The name is a file and not a branch: git restores the file.
  if (act.kind === 'checkout' && facts.exists(facts.resolve(directory, act.target))) {
    if (!(await facts.hasBranch(directory, act.target))) return undefined;
  }
  const target = act.target === null ? '' : ` to ${oneLine(act.target, 60)}`;
  return deny(
    `this would switch the branch${target} in the main worktree, where the human works. Create a worktree for it (git worktree add ../NAME -b BRANCH) and work there; to restore a file, use git checkout -- FILE`,
  );
}
