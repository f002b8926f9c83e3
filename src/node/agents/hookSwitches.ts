// Finds what silently switches Claude's hooks off: settings of the user, of the project or of the organization, and
// options of the command that starts Claude.

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseJson } from '../../core/base/json.ts';
import { loadConfig } from '../project/configFiles.ts';
import { projectTop } from '../project/paths.ts';
import { readText } from '../system/store.ts';
import { settingsFilesRead } from './settingsRead.ts';

/** One sentence for each switch, which names its place; empty when the hooks run. */
export async function hookSwitches(env: NodeJS.ProcessEnv, directory: string): Promise<string[]> {
  const own = [userSettingsFile(env), ...projectSettingsFiles(directory)].map(readSettings);
  return [...lastSwitch(await Promise.all(own)), ...(await finalSwitches(env, directory))];
}

/** For a running Claude. `directory` is where it was started, `args` are its arguments. */
export async function settingsSwitches(
  env: NodeJS.ProcessEnv,
  directory: string,
  args: readonly string[],
): Promise<string[]> {
  const files = [userSettingsFile(env), ...settingsFilesRead(directory).map(({ file }) => file)];
  // Claude uses only the last `--settings`.
  const given = settingsGiven(args).slice(-1);
  const all = [...files.map(readSettings), ...given.map((one) => readGiven(one, directory))];
  const managed = await Promise.all(managedFiles.map(readSwitches));
  return [...managed.flat(), ...lastSwitch(await Promise.all(all))];
}

/** The switches that Party cannot override with the settings that it gives to the Claude that it starts. */
export async function finalSwitches(env: NodeJS.ProcessEnv, directory: string): Promise<string[]> {
  const found = await Promise.all([...managedFiles.map(readSwitches), commandSwitches(env, directory)]);
  return found.flat();
}

/** The project's settings files for a Claude that starts in this directory or at the top of its project. */
export function projectSettingsFiles(directory: string): string[] {
  const files = [projectTop(directory), directory].flatMap(settingsFilesRead).map(({ file }) => file);
  // Later files win, so a file that is listed twice keeps its last place.
  return files.filter((file, at) => !files.includes(file, at + 1));
}

function userSettingsFile(env: NodeJS.ProcessEnv): string {
  return join(env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude'), 'settings.json');
}

const managedFiles = [
  '/etc/claude-code/managed-settings.json',
  '/Library/Application Support/ClaudeCode/managed-settings.json',
];

async function readSwitches(file: string): Promise<string[]> {
  const read = await readSettings(file);
  const onlyTheirs = `${file} says "allowManagedHooksOnly": true, which leaves Party's hooks out. Ask your administrator`;
  return [...lastSwitch([read]), ...(read.settings['allowManagedHooksOnly'] === true ? [onlyTheirs] : [])];
}

interface Settings {
  readonly where: string;
  readonly settings: Record<string, unknown>;
}

async function readSettings(file: string): Promise<Settings> {
  return { where: file, settings: await readObject(file) };
}

/** The same rule as in Claude: the last settings with `disableAllHooks` win. */
function lastSwitch(all: readonly Settings[]): string[] {
  const last = all.findLast(({ settings }) => typeof settings['disableAllHooks'] === 'boolean');
  return last?.settings['disableAllHooks'] === true ? [`${last.where} says "disableAllHooks": true. Remove that`] : [];
}

/** A file that cannot be read counts as empty; Claude itself complains about it. */
export async function readObject(file: string): Promise<Record<string, unknown>> {
  try {
    return parseObject((await readText(file)) ?? '{}');
  } catch {
    return {};
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = parseJson(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

async function commandSwitches(env: NodeJS.ProcessEnv, directory: string): Promise<string[]> {
  const { agents } = await loadConfig({ places: [directory, projectTop(directory)], env });
  const command = agents['claude']?.command ?? [];
  const options = ['--bare', '--safe-mode']
    .filter((option) => command.includes(option))
    .map((option) => `agents.claude.command has ${option}, with which Claude runs no hooks at all. Remove it`);
  const given = await Promise.all(settingsGiven(command).map((one) => readGiven(one, directory)));
  return [...options, ...lastSwitch(given.slice(-1)).map((said) => `agents.claude.command has ${said}`)];
}

/** The values of `--settings`: each is a file or JSON. */
function settingsGiven(command: readonly string[]): string[] {
  return command.flatMap((word, at) => {
    if (word === '--settings') return command.slice(at + 1, at + 2);
    return word.startsWith('--settings=') ? [word.slice('--settings='.length)] : [];
  });
}

async function readGiven(given: string, directory: string): Promise<Settings> {
  const isJson = given.trimStart().startsWith('{');
  const settings = isJson ? parseObject(given) : await readObject(resolve(directory, given));
  return { where: `--settings with ${isJson ? 'JSON' : given}, which`, settings };
}
