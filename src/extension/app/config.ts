// The only reader of settings. What a user wrote into them is checked here; what is not understood counts as not set.

import { ConfigurationTarget, workspace } from 'vscode';
import { settings } from './contributions.ts';

export interface Settings {
  readonly agents: 'auto' | 'demo';
  /** Undefined unless the user chose one: then the configuration files decide. */
  readonly permissionMode: string | undefined;
  readonly terminalLocation: 'editor' | 'panel';
  readonly notifyWaiting: boolean;
  /** A party is started with the plan gate on. */
  readonly planGate: boolean;
}

export function config(): Settings {
  const values = workspace.getConfiguration();
  const permissionMode = values.inspect(settings.permissionMode)?.globalValue;
  return Object.freeze({
    agents: values.get(settings.agents) === 'demo' ? 'demo' : 'auto',
    permissionMode: typeof permissionMode === 'string' ? permissionMode : undefined,
    terminalLocation: values.get(settings.terminalLocation) === 'panel' ? 'panel' : 'editor',
    notifyWaiting: values.get(settings.notifyWaiting) !== false,
    planGate: values.get(settings.planGate) === true,
  });
}

/** For everywhere, as whoever does not want to be told does not want it in the next window either. */
export async function stopNotifyingWaiting(): Promise<void> {
  await workspace.getConfiguration().update(settings.notifyWaiting, false, ConfigurationTarget.Global);
}
