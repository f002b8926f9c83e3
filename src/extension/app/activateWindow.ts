import type { Context } from './context.ts';
import { keepContextKeys } from './contextKeys.ts';
import { watchWindow } from './watchWindow.ts';

/** Starts what needs all rooms: the context keys, and the refreshing of the model. Resolves after the first refresh. */
export function activateWindow(context: Context): Promise<void> {
  const { host, model, view, own } = context;
  own(keepContextKeys(host, model));
  const watch = watchWindow(context, view.view);
  for (const subscription of watch.subscriptions) own(subscription);
  return watch.ready;
}
