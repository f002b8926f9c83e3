import type { ExtensionContext } from 'vscode';
import { recordOf } from '../../../core/base/json.ts';

/** The ids of the commands that Party's manifest has, which the build writes from the declarations of the rooms. */
export function contributedCommands({ extension }: Pick<ExtensionContext, 'extension'>): readonly string[] {
  const { commands } = recordOf(recordOf(extension.packageJSON)['contributes']);
  return Array.isArray(commands) ? commands.map((one) => String(recordOf(one)['command'])) : [];
}
