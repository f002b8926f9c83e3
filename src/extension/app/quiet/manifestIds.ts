import type { ExtensionContext } from 'vscode';
import { recordOf } from '../../../core/base/json.ts';

/** The ids of commands and views that Party's manifest contributes. */
export function contributed({ extension }: Pick<ExtensionContext, 'extension'>): {
  readonly commands: readonly string[];
  readonly views: readonly string[];
} {
  const { commands, views } = recordOf(recordOf(extension.packageJSON)['contributes']);
  return {
    commands: idsIn(commands, 'command'),
    views: Object.values(recordOf(views)).flatMap((container) => idsIn(container, 'id')),
  };
}

function idsIn(list: unknown, key: string): string[] {
  return Array.isArray(list) ? list.map((one) => String(recordOf(one)[key])) : [];
}
