// The plan hooks in the form of a project's settings file, for a Claude that Party did not start and that does not load
// Party's plugin. The plugin's hooks.json is their only source.

import { PartyError } from '../base/errors.ts';
import { hookNamed, hookNames } from './hooks.ts';
import type { HookGroup, HookGroups } from './settingsText.ts';

const scripts = hookNames.filter((name) => hookNamed(name)?.ofPlan === true);
const ours = new RegExp(`/resources/claude/hooks/(?:${scripts.join('|')})\\.sh\\b`);

/** `shipped` is the content of hooks.json. `plugin` is a path that stays valid when Party is updated. */
export function planHookGroups(shipped: { readonly hooks: HookGroups }, plugin: string): HookGroups {
  const placed = (command: string) => sayingGone(command.replaceAll(pluginRoot, () => insideQuotes(plugin)));
  const groups: Record<string, HookGroup[]> = {};
  for (const [event, list] of Object.entries(shipped.hooks)) {
    const kept = list.flatMap(({ hooks, ...group }) => {
      const own = hooks.filter(({ command }) => isPlanHook(command));
      return own.length === 0
        ? []
        : [{ ...group, hooks: own.map((hook) => ({ ...hook, command: placed(hook.command) })) }];
    });
    if (kept.length > 0) groups[event] = kept;
  }
  if (groups['PreToolUse'] === undefined) {
    throw new PartyError('INTERNAL', `${plugin}/hooks/hooks.json does not register plan-gate. Install Party again`);
  }
  return groups;
}

/** Recognizes hooks of any version of Party, wherever it was installed. */
export function isPlanHook(command: string): boolean {
  return ours.test(command.replaceAll(pluginRoot, '/resources/claude'));
}

/** The placeholder for the plugin's folder in hooks.json, always inside double quotes. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: Claude fills it in
export const pluginRoot = '${CLAUDE_PLUGIN_ROOT}';

/** When a user removes Party but leaves the hooks, Claude denies everything. This message tells the user why. */
function sayingGone(command: string): string {
  const [, script] = /^\/bin\/sh (".*?(?<!\\)") \|\| exit 2$/.exec(command) ?? [];
  if (script === undefined) return command;
  const words = 'Party is not installed any more. Take its hooks out of the settings in .claude';
  return `/bin/sh ${script} || { [ -f ${script} ] || echo "${words}" >&2; exit 2; }`;
}

function insideQuotes(path: string): string {
  return path.replace(/[\\"$`]/g, '\\$&');
}
