// Reads the parts of the user's Codex configuration that Party's own options would hide. Never writes it.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import type { CodexUserConfig } from '../../core/agents/codex.ts';
import { isArgv } from '../agents/userNotify.ts';
import { readText } from '../system/store.ts';

/** A broken file counts as empty: Codex itself complains about it in its pane. */
export async function readCodexConfig(env: NodeJS.ProcessEnv): Promise<CodexUserConfig> {
  try {
    const config = parse((await readText(join(codexHome(env), 'config.toml'))) ?? '');
    const { notify, developer_instructions: instructions } = config;
    return {
      notify: isArgv(notify) ? notify : undefined,
      developerInstructions: typeof instructions === 'string' && instructions !== '' ? instructions : undefined,
    };
  } catch {
    return { notify: undefined, developerInstructions: undefined };
  }
}

export function codexHome(env: NodeJS.ProcessEnv): string {
  return env['CODEX_HOME'] || join(env['HOME'] || homedir(), '.codex');
}
