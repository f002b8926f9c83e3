// Writes Claude's settings for one party: the shipped ones, and what this party needs on top of them.

import { readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { claudeSettings } from '../../core/agents/claudeSettings.ts';
import { writeAtomic } from '../system/store.ts';

/** Answers with the file's path. It lies in the state directory, which is private and goes with the party. */
export async function writeClaudeSettings(stateDir: string, resources: string): Promise<string> {
  const shipped: unknown = JSON.parse(await readFile(join(resources, 'claude', 'settings.json'), 'utf8'));
  const script = join('claude', 'skills', 'codex-transport', 'scripts', 'tmux-codex.sh');
  const settings = claudeSettings(shipped, {
    stateDirs: [stateDir, await realpath(stateDir)],
    messages: await realpath(join(stateDir, 'messages')),
    codexDir: await realpath(join(stateDir, 'codex')),
    // By its name it is on the PATH of the panes. `resources` leads through the link to the newest version; Claude may
    // also know where that ends.
    scripts: [basename(script), join(resources, script), join(await realpath(resources), script)],
  });
  const file = join(stateDir, 'claude-settings.json');
  await writeAtomic(file, `${JSON.stringify(settings, undefined, 2)}\n`);
  return file;
}
