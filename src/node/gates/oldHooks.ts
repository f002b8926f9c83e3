// Reads which hooks of earlier tools the user's own settings of Claude still call.

import { join } from 'node:path';
import { parseJson } from '../../core/base/json.ts';
import { type OldHooks, oldScripts } from '../../core/status/doctor/conflicts.ts';
import { claudeHome } from '../agents/claudeSessionFile.ts';
import { readText } from '../system/store.ts';

/** A file that cannot be read calls nothing: Claude itself reports that. */
export async function readOldHooks(env: NodeJS.ProcessEnv): Promise<OldHooks> {
  const file = join(claudeHome(env), 'settings.json');
  try {
    return { file, scripts: oldScripts(parseJson((await readText(file)) ?? '{}')) };
  } catch {
    return { file, scripts: [] };
  }
}
