// How a command of the Tasks view changes tasks.

import { l10n } from 'vscode';
import type { Context } from '../app/context.ts';
import { inStatusBar, inView } from '../ui/progress.ts';

export type TasksContext = Pick<Context, 'host' | 'report' | 'tasks'>;

/** Shows progress in the view, or in the status bar while the view is not visible; then refreshes the boards. */
export async function changing<T>({ tasks }: TasksContext, work: () => Promise<T>): Promise<T> {
  const changed = () => work().finally(() => tasks.boards.refresh('changed'));
  if (tasks.view.view.visible) return inView(changed, 'tasks');
  return inStatusBar(l10n.t('Changing tasks'), changed, 'tasks');
}
