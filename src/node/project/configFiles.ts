// Finds and reads the configuration files of a project.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { messageOf, PartyError } from '../../core/base/errors.ts';
import { type Config, mergeConfig, parseConfig } from '../../core/config/config.ts';
import type { ConfigLayer } from '../../core/config/configLayer.ts';
import { isFsError, readText } from '../system/store.ts';
import { trace } from '../system/trace.ts';
import { userConfigPaths } from './paths.ts';

export const projectFile = 'tmux-team.json';

export interface ConfigRequest {
  /** The folders to search for the project's file, nearest first. */
  readonly places: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** `--config FILE`, read instead of the project's file. */
  readonly file?: string | undefined;
  readonly flags?: ConfigLayer;
}

export async function loadConfig({ places, env, file, flags = {} }: ConfigRequest): Promise<Config> {
  const layers = [
    await readFirst(userConfigPaths(env)),
    file === undefined ? await readProject(places) : await readNamedLayer(file),
  ];
  return mergeConfig([...layers.filter((layer) => layer !== undefined), flags]);
}

/** The file of `--config FILE`. Throws CONFIG_INVALID when it is not there or is not a configuration. */
export async function readNamedLayer(path: string): Promise<ConfigLayer> {
  if (path === '') throw new PartyError('CONFIG_INVALID', '--config needs the name of a file');
  const layer = await readLayer(path, { named: true });
  if (layer === undefined) throw new PartyError('CONFIG_INVALID', `${path}: there is no such file (--config)`);
  return layer;
}

export interface ConfigFile {
  readonly name: 'user-config' | 'project-config';
  readonly file: string;
  /** Names the file and the key; undefined when all is well. */
  readonly problem: string | undefined;
}

/** Reads each file on its own, so that a mistake in one does not hide a mistake in the other. */
export async function checkConfigFiles({ places, env }: Pick<ConfigRequest, 'places' | 'env'>): Promise<ConfigFile[]> {
  const problemOf = (layer: Promise<unknown>) => layer.then(() => undefined, messageOf);
  const [user = ''] = userConfigPaths(env).filter((path) => existsSync(path));
  const [project = ''] = places.map((place) => join(place, projectFile)).filter((path) => existsSync(path));
  return [
    { name: 'user-config', file: user, problem: await problemOf(readFirst(userConfigPaths(env))) },
    { name: 'project-config', file: project, problem: await problemOf(readProject(places)) },
  ];
}

/** Leaves the project's file out: an agent can edit it, and must not loosen its own gate. */
export async function loadUserConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  const layer = await readFirst(userConfigPaths(env));
  return mergeConfig(layer === undefined ? [] : [layer]);
}

/** A cloned repository must not be able to switch off the permission prompts of the user who cloned it. */
async function readProject(places: readonly string[]): Promise<ConfigLayer | undefined> {
  for (const path of places.map((place) => join(place, projectFile))) {
    const layer = await readLayer(path);
    if (layer === undefined) continue;
    for (const [name, agent] of Object.entries(layer.agents ?? {})) {
      if (agent.permissionMode !== 'bypassPermissions') continue;
      throw new PartyError(
        'CONFIG_INVALID',
        `${path}: agents.${name}.permissionMode: a project cannot ask for bypassPermissions; set it in ~/.tmux-team/config.json or by --permission-mode`,
      );
    }
    if (layer.review !== undefined) {
      throw new PartyError(
        'CONFIG_INVALID',
        `${path}: review: a project cannot configure its own review; set it in ~/.tmux-team/config.json`,
      );
    }
    if (layer.evidence !== undefined) {
      throw new PartyError(
        'CONFIG_INVALID',
        `${path}: evidence: a project cannot choose the commands that give its own evidence; set them in ~/.tmux-team/config.json`,
      );
    }
    if (layer.plan !== undefined) {
      throw new PartyError(
        'CONFIG_INVALID',
        `${path}: plan: a project cannot set the limits of its own plan; set them in ~/.tmux-team/config.json`,
      );
    }
    if (layer.budget !== undefined) {
      throw new PartyError(
        'CONFIG_INVALID',
        `${path}: budget: a project cannot set its own budget; set it in ~/.tmux-team/config.json`,
      );
    }
    // It can only add to what the user's file requires, so it must not replace that.
    return { ...layer, gates: undefined };
  }
  return undefined;
}

/** The user's file that counts; undefined when there is none. */
export function userConfigFile(env: NodeJS.ProcessEnv): string | undefined {
  return userConfigPaths(env).find((path) => existsSync(path));
}

/** What the project's file says about the gates. */
export async function readProjectGates(top: string): Promise<ConfigLayer['gates']> {
  return (await readLayer(join(top, projectFile)))?.gates;
}

async function readFirst(paths: readonly string[]): Promise<ConfigLayer | undefined> {
  for (const path of paths) {
    const layer = await readLayer(path);
    if (layer !== undefined) return layer;
  }
  return undefined;
}

async function readLayer(path: string, options?: { readonly named: true }): Promise<ConfigLayer | undefined> {
  let content: string | undefined;
  try {
    content = await readText(path, options);
  } catch (error) {
    const why = isFsError(error, 'EISDIR') ? 'is a directory' : 'cannot be read';
    throw new PartyError('CONFIG_INVALID', `${path}: ${why}; expected a JSON file`, { cause: error });
  }
  trace(() => `configuration ${path}: ${content === undefined ? 'not there' : 'read'}`);
  return content === undefined ? undefined : resolveCommands(parseConfig(content, path), dirname(path));
}

/** `./agent.sh` is relative to the configuration file that names it, not to the folder where party runs. */
function resolveCommands(layer: ConfigLayer, directory: string): ConfigLayer {
  if (layer.agents === undefined) return layer;
  const agents = Object.entries(layer.agents).map(([name, agent]) => {
    const [program, ...args] = agent.command ?? [];
    if (program === undefined || !program.includes('/')) return [name, agent];
    return [name, { ...agent, command: [resolve(directory, program), ...args] }];
  });
  return { ...layer, agents: Object.fromEntries(agents) };
}
