// The only reader of settings. It checks the user's values; a value that it does not know counts as not set.

import { ConfigurationTarget, workspace } from 'vscode';
import { recordOf } from '../../core/base/json.ts';
import { type Layout, layouts } from '../../core/tmux/layouts.ts';
import { settings } from './contributions.ts';

export interface Settings {
  readonly agents: 'auto' | 'demo';
  /** Undefined unless the user chose one; the configuration files then decide. */
  readonly permissionMode: string | undefined;
  readonly terminalLocation: 'editor' | 'panel';
  readonly layout: Layout;
  readonly notifyWaiting: boolean;
  /** Whether a new party starts with the plan gate on. */
  readonly planGate: boolean;
}

export function config(): Settings {
  const values = workspace.getConfiguration();
  const permissionMode = values.inspect(settings.permissionMode)?.globalValue;
  return Object.freeze({
    agents: values.get(settings.agents) === 'demo' ? 'demo' : 'auto',
    permissionMode: typeof permissionMode === 'string' ? permissionMode : undefined,
    terminalLocation: values.get(settings.terminalLocation) === 'panel' ? 'panel' : 'editor',
    layout: layouts.find((one) => one === values.get(settings.layout)) ?? 'auto',
    notifyWaiting: values.get(settings.notifyWaiting) !== false,
    planGate: values.get(settings.planGate) === true,
  });
}

/** False when the user keeps VS Code's own agents from running the hooks in `.claude/settings.json`. */
export function runsClaudeHooks(): boolean {
  const locations: unknown = workspace.getConfiguration('chat').get('hookFilesLocations');
  return recordOf(locations)['.claude/settings.json'] !== false;
}

/** This changes all windows: a user who wants no notices here wants none in the next window either. */
export async function stopNotifyingWaiting(): Promise<void> {
  await workspace.getConfiguration().update(settings.notifyWaiting, false, ConfigurationTarget.Global);
}
