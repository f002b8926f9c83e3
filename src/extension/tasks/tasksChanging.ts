// How a command of the Tasks view changes tasks.

import { l10n } from 'vscode';
import type { Context } from '../app/context.ts';
import { inStatusBar } from '../ui/progress.ts';

export type TasksContext = Pick<Context, 'host' | 'report' | 'tasks'>;

/** Shows progress while the work runs, also in the status bar because the view begins collapsed; then refreshes the boards. */
export async function changing<T>({ tasks }: TasksContext, work: () => Promise<T>): Promise<T> {
  const doing = l10n.t('Changing tasks');
  return inStatusBar(doing, () => work().finally(() => tasks.boards.refresh('changed')), 'tasks');
}
