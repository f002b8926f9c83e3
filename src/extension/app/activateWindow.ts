import type { Context } from './context.ts';
import { keepContextKeys } from './contextKeys.ts';
import { registerCommands } from './registerCommands.ts';
import { watchWindow } from './watchWindow.ts';

/** What needs all rooms: the commands, and the looks at the machine. Done when the first look is. */
export function activateWindow(context: Context): Promise<void> {
  const { host, model, view, own } = context;
  own(keepContextKeys(host, model));
  for (const command of registerCommands(context)) own(command);
  const watch = watchWindow(context, view.view);
  for (const subscription of watch.subscriptions) own(subscription);
  return watch.ready;
}
