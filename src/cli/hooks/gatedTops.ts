// Finds the projects with a plan gate that a tool call concerns: the one Claude is in now, and the one it was started
// in. Also picks one hook per call: in a worktree that Party made, both the plugin and the project's settings may
// register the same hook.

import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolCall } from '../../core/gates/toolCall.ts';
import { gatedTop } from '../../node/gates/gatedTop.ts';
import { projectDirectory } from '../../node/project/paths.ts';
import { isFsError } from '../../node/system/store.ts';
import type { HookContext } from './hook.ts';

export function gatedTops({ env, paths }: HookContext, call: ToolCall, more: readonly string[] = []): string[] {
  const places = [call.cwd, env['CLAUDE_PROJECT_DIR'] ?? '', ...more].filter(Boolean);
  return [...new Set(places.flatMap((place) => gatedTop(paths, place) ?? []))];
}

/** False when another hook has already claimed this call. */
export async function claimCall({ paths }: HookContext, hook: string, top: string, call: ToolCall): Promise<boolean> {
  const id = call['tool_use_id'];
  if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) return true;
  const folder = join(projectDirectory(paths, top), 'plan', 'calls');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(join(folder, `${hook}-${id}`), '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (isFsError(error, 'EEXIST')) return false;
    throw error;
  }
  await sweep(folder);
  return true;
}

const keptMs = 3_600_000;

async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length < 100) return;
  for (const name of names) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.NaN }));
    if (Date.now() - mtimeMs > keptMs) await rm(join(folder, name), { force: true });
  }
}
