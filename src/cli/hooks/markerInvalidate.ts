// PostToolUse of the editing tools: removes the marker files at the first edit of a reviewed file. The evidence itself
// goes stale by its hash. An observer.

import { isAbsolute, relative, resolve } from 'node:path';
import { createIgnored } from '../../core/review/ignored.ts';
import { loadUserConfig } from '../../node/project/configFiles.ts';
import { projectTop } from '../../node/project/paths.ts';
import { removeMarkers } from '../../node/review/markers.ts';
import { createGit, isTracked } from '../../node/system/git.ts';
import type { HookContext } from './hook.ts';
import { readToolCall } from './toolCalls.ts';

export async function markerInvalidate({ env, paths }: HookContext): Promise<undefined> {
  const { cwd, session_id, tool_input } = await readToolCall();
  const edited = tool_input.file_path ?? tool_input.notebook_path;
  if (edited === undefined) return;
  const top = projectTop(cwd);
  const path = relative(top, resolve(cwd, edited));
  if (path.startsWith('..') || isAbsolute(path)) return;
  const { review } = await loadUserConfig(env);
  if (!createIgnored(review.ignore)(path) || (await isTracked(createGit(top, env), path))) {
    await removeMarkers(paths, session_id);
  }
}
