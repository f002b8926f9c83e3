// Finds and reads the configuration files of a project.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Config, type ConfigLayer, mergeConfig, parseConfig } from '../core/config.ts';
import { PartyError } from '../core/errors.ts';
import { isFsError, readText } from './store.ts';

export interface ConfigRequest {
  /** Where the project's file is looked for, nearest first. */
  readonly places: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** `--config FILE`, read instead of the project's file. */
  readonly file?: string | undefined;
  readonly flags?: ConfigLayer;
}

export async function loadConfig({ places, env, file, flags = {} }: ConfigRequest): Promise<Config> {
  const layers = [
    await readFirst(globalConfigPaths(env)),
    file === undefined
      ? await readFirst(places.map((place) => join(place, 'tmux-team.json')))
      : await readNamedLayer(file),
  ];
  return mergeConfig([...layers.filter((layer) => layer !== undefined), flags]);
}

function globalConfigPaths(env: NodeJS.ProcessEnv): string[] {
  const xdg = env['XDG_CONFIG_HOME'];
  const own = join(env['HOME'] || homedir(), '.tmux-team', 'config.json');
  return xdg ? [join(xdg, 'tmux-team', 'config.json'), own] : [own];
}

async function readFirst(paths: readonly string[]): Promise<ConfigLayer | undefined> {
  for (const path of paths) {
    const layer = await readLayer(path);
    if (layer !== undefined) return layer;
  }
  return undefined;
}

async function readLayer(path: string): Promise<ConfigLayer | undefined> {
  let content: string | undefined;
  try {
    content = await readText(path);
  } catch (error) {
    const why = isFsError(error, 'EISDIR') ? 'is a directory' : 'cannot be read';
    throw new PartyError('CONFIG_INVALID', `${path}: ${why}; expected a JSON file`, { cause: error });
  }
  return content === undefined ? undefined : parseConfig(content, path);
}

async function readNamedLayer(path: string): Promise<ConfigLayer> {
  const layer = await readLayer(path);
  if (layer === undefined) throw new PartyError('CONFIG_INVALID', `${path}: there is no such file (--config)`);
  return layer;
}
