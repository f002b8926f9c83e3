// How a command of the Tasks view changes tasks.

import type { Context } from '../app/context.ts';
import { inView } from '../ui/progress.ts';

export type TasksContext = Pick<Context, 'host' | 'report' | 'tasks'>;

/** Shows progress in the view while the work runs, then refreshes the boards. */
export async function changing<T>({ tasks }: TasksContext, work: () => Promise<T>): Promise<T> {
  return inView(() => work().finally(() => tasks.boards.refresh('changed')), 'tasks');
}
