// What switches Claude's hooks off without a word: settings of the user, of the project or of the organisation, and
// options of the command that starts Claude.

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadConfig } from './configFiles.ts';
import { projectTop } from './paths.ts';
import { readText } from './store.ts';

/** Each a sentence that names the place; none when nothing is in the way. */
export async function hookSwitches(env: NodeJS.ProcessEnv, directory: string): Promise<string[]> {
  const own = settingsFiles(env, directory).map(readSwitches);
  return [...(await Promise.all(own)).flat(), ...(await finalSwitches(env, directory))];
}

/** Those that Party's own settings, given to the Claude that it launches, do not outweigh. */
export async function finalSwitches(env: NodeJS.ProcessEnv, directory: string): Promise<string[]> {
  const found = await Promise.all([...managedFiles.map(readSwitches), commandSwitches(env, directory)]);
  return found.flat();
}

export function projectSettingsFiles(directory: string): string[] {
  const folders = new Set([directory, projectTop(directory)]);
  return [...folders].flatMap((folder) =>
    ['settings.json', 'settings.local.json'].map((name) => join(folder, '.claude', name)),
  );
}

function settingsFiles(env: NodeJS.ProcessEnv, directory: string): string[] {
  const own = env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude');
  return [join(own, 'settings.json'), ...projectSettingsFiles(directory)];
}

const managedFiles = [
  '/etc/claude-code/managed-settings.json',
  '/Library/Application Support/ClaudeCode/managed-settings.json',
];

async function readSwitches(file: string): Promise<string[]> {
  const settings = await readObject(file);
  const found: string[] = [];
  if (settings['disableAllHooks'] === true) found.push(`${file} says "disableAllHooks": true. Remove that`);
  if (managedFiles.includes(file) && settings['allowManagedHooksOnly'] === true) {
    found.push(`${file} says "allowManagedHooksOnly": true, which leaves Party's hooks out. Ask whoever manages it`);
  }
  return found;
}

/** A file that cannot be read says nothing; Claude itself complains about it. */
export async function readObject(file: string): Promise<Record<string, unknown>> {
  try {
    return parseObject((await readText(file)) ?? '{}');
  } catch {
    return {};
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
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
    .map((option) => `agents.claude.command has ${option}, with which Claude runs no hooks at all. Take it out`);
  const settings = await Promise.all(settingsGiven(command).map((given) => readGiven(given, directory)));
  return [...options, ...settings.flat()];
}

/** What stands behind `--settings`: a file or JSON. */
function settingsGiven(command: readonly string[]): string[] {
  return command.flatMap((word, at) => {
    if (word === '--settings') return command.slice(at + 1, at + 2);
    return word.startsWith('--settings=') ? [word.slice('--settings='.length)] : [];
  });
}

async function readGiven(given: string, directory: string): Promise<string[]> {
  const isJson = given.trimStart().startsWith('{');
  const settings = isJson ? parseObject(given) : await readObject(resolve(directory, given));
  if (settings['disableAllHooks'] !== true) return [];
  const where = isJson ? 'JSON' : given;
  return [`agents.claude.command has --settings with ${where} that says "disableAllHooks": true. Remove that`];
}
