// `party worktree` for the editor.

import * as z from 'zod/mini';
import { callParty, type Program, type StartOptions, understood } from '../app/partyProgram.ts';

export interface WorktreeRequest extends StartOptions {
  readonly name: string;
}

const Made = z.looseObject({
  worktree: z.looseObject({ path: z.string(), branch: z.string() }),
  warnings: z.array(z.string()),
});

/** A large project takes its time; whoever kills the program in the middle keeps half a worktree. */
const longestMs = 40 * 60_000;

export async function makeWorktree(
  program: Program,
  { folder, name, demo, permissionMode }: WorktreeRequest,
): Promise<{ readonly path: string; readonly warnings: readonly string[] }> {
  const flags = [
    ...(demo ? ['--agents', 'demo'] : []),
    ...(permissionMode === undefined ? [] : ['--permission-mode', permissionMode]),
  ];
  const called = await callParty(program, ['worktree', name, '--detach', ...flags], {
    timeoutMs: longestMs,
    cwd: folder,
  });
  const { worktree, warnings } = understood(Made, called);
  return { path: worktree.path, warnings };
}
