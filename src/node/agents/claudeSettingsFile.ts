// Writes Claude's settings for one party: the shipped settings, and what this party needs in addition.

import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { claudeSettings } from '../../core/agents/claudeSettings.ts';
import { configFolders, partyPaths } from '../project/paths.ts';
import { writeAtomic } from '../system/store.ts';

/** Returns the path of the file. It is in the state directory, which is private and goes away with the party. */
export async function writeClaudeSettings(
  env: NodeJS.ProcessEnv,
  stateDir: string,
  resources: string,
): Promise<string> {
  const shipped: unknown = JSON.parse(await readFile(join(resources, 'claude', 'settings.json'), 'utf8'));
  const script = join('claude', 'skills', 'codex-transport', 'scripts', 'tmux-codex.sh');
  const codexDir = await realpath(join(stateDir, 'codex'));
  const settings = claudeSettings(shipped, {
    stateDirs: [stateDir, await realpath(stateDir)],
    messages: await realpath(join(stateDir, 'messages')),
    codexDir,
    spokenDir: join(dirname(codexDir), 'spoken'),
    // Claude may call the script by its name, which is on the PATH of the panes, through the link to the newest version
    // (`resources`), or by its real path.
    scripts: [basename(script), join(resources, script), join(await realpath(resources), script)],
    env: placesIn(env, basename(stateDir)),
  });
  const file = join(stateDir, 'claude-settings.json');
  await writeAtomic(file, `${JSON.stringify(settings, undefined, 2)}\n`);
  return file;
}

/**
 * All that Claude runs gets these variables. So none is set that is not Party's own, except HOME, which other places
 * follow from.
 */
export function placesIn(env: NodeJS.ProcessEnv, session: string): Record<string, string> {
  const { home, stateRoot, markerRoot } = partyPaths(env);
  const [config] = configFolders(env);
  return {
    ...{ PARTY_SESSION: session, PARTY_HOME: home, PARTY_STATE_ROOT: stateRoot, PARTY_MARKER_ROOT: markerRoot },
    ...(env['HOME'] ? { HOME: env['HOME'] } : {}),
    PARTY_CONFIG_HOME: resolve(config),
  };
}
