import type { App } from '../app/app.ts';
import { Tasks } from './tasks.ts';
import { taskActs } from './tasksActs.ts';

/** The Tasks view with what its rows can be asked to do, and the documents of tasks. */
export function activateTasks(app: App): Tasks {
  const tasks = app.own(new Tasks(app.host, app.model, app.memory));
  tasks.view.act(taskActs({ ...app, tasks }));
  return tasks;
}
