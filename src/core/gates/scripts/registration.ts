// The plugin's hooks.json, which tells Claude Code when to call each script.

import { pluginRoot } from '../hookGroups.ts';
import { hookNamed, registrations } from '../hooks.ts';
import type { HookGroup } from '../settingsText.ts';

export const hooksJson = {
  path: 'resources/claude/hooks/hooks.json',
  text: `${JSON.stringify({ hooks: groups() }, undefined, 2)}\n`,
};

function groups(): Readonly<Record<string, readonly HookGroup[]>> {
  const byEvent: Record<string, HookGroup[]> = {};
  for (const { event, matcher, calls } of registrations) {
    const hooks = Object.entries(calls).map(([name, timeout]) => ({ type: 'command', command: call(name), timeout }));
    byEvent[event] ??= [];
    byEvent[event].push({ ...(matcher === undefined ? {} : { matcher }), hooks });
  }
  return byEvent;
}

/** An absolute path: the PATH may begin with a folder of the project. For Claude Code, only exit 2 is a denial. When a script is missing, bash exits with 127. */
function call(name: string): string {
  const script = `/bin/sh "${pluginRoot}/hooks/${name}.sh"`;
  return hookNamed(name)?.gate === true ? `${script} || exit 2` : script;
}
