// The hooks that Claude Code runs here: those of the plugin, and Party's own in the project's settings.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listOf, recordOf } from '../../core/base/json.ts';
import { projectSettingsFiles, readObject } from '../agents/hookSwitches.ts';
import type { Machine } from '../project/machine.ts';

export interface InstalledGates extends Pick<Machine, 'env' | 'cwd'> {
  /** The folder of the plugin: `resources/claude`. */
  readonly plugin: string;
}

export interface LoadedHook {
  readonly hook: string;
  readonly event: string;
  /** The tools that it is called for; undefined for all. */
  readonly matcher: string | undefined;
  /** Claude runs it and waits for its answer. */
  readonly awaited: boolean;
  readonly command: string;
  /** The path of its script; undefined when the command names none. */
  readonly script: string | undefined;
}

/** The hooks of the plugin, and Party's hooks in the project's own settings. */
export async function loadedHooks({ plugin, cwd }: InstalledGates): Promise<LoadedHook[]> {
  const files = projectSettingsFiles(cwd);
  const theirs = await Promise.all(files.map(async (file) => hooksIn(await readObject(file), plugin)));
  return [...(await pluginHooks(plugin)), ...theirs.flat().filter(({ script }) => isOurs(script, plugin))];
}

export async function pluginHooks(plugin: string): Promise<LoadedHook[]> {
  return hooksIn(await readObject(join(plugin, 'hooks', 'hooks.json')), plugin);
}

function hooksIn(settings: Record<string, unknown>, plugin: string): LoadedHook[] {
  return Object.entries(recordOf(settings['hooks'])).flatMap(([event, groups]) =>
    listOf(groups)
      .map(recordOf)
      .flatMap(({ matcher, hooks }) => listOf(hooks).map((hook) => ({ matcher, ...recordOf(hook) })))
      .flatMap(({ matcher, ...hook }: Record<string, unknown>) => {
        const { command, type, async } = hook;
        if (typeof command !== 'string') return [];
        const script = /(?:"([^"]+\.sh)"|'([^']+\.sh)'|(\S+\.sh))/.exec(command)?.slice(1).find(Boolean);
        const path = script?.replace(/\$\{?CLAUDE_PLUGIN_ROOT\}?/, plugin);
        const awaited = type === 'command' && async !== true;
        const tools = typeof matcher === 'string' ? matcher : undefined;
        const name = basename(path ?? command, '.sh');
        return [{ hook: name, event, matcher: tools, awaited, command, script: path }];
      }),
  );
}

function isOurs(script: string | undefined, plugin: string): boolean {
  return script !== undefined && existsSync(join(plugin, 'hooks', basename(script))) && script.includes('/hooks/');
}

/** The same rule as in Claude: no matcher and `*` mean all tools, anything else is a pattern for the whole name. */
export function matches(matcher: string | undefined, tool: string): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true;
  try {
    return new RegExp(`^(?:${matcher})$`).test(tool);
  } catch {
    return false;
  }
}

/** True for a denial that Claude understands. */
export function isDenial(stdout: string): boolean {
  try {
    const output = recordOf(recordOf(JSON.parse(stdout))['hookSpecificOutput']);
    return output['hookEventName'] === 'PreToolUse' && output['permissionDecision'] === 'deny';
  } catch {
    return false;
  }
}
