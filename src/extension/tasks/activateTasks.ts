import type { App } from '../app/app.ts';
import { Tasks } from './tasks.ts';
import { taskActs } from './tasksActs.ts';

/** Starts the Tasks view with the acts of its rows, and serves the documents of tasks. */
export function activateTasks(app: App): Tasks {
  const tasks = app.own(new Tasks(app));
  tasks.view.act(taskActs({ ...app, tasks }));
  return tasks;
}
