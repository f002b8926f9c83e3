// Everything about tasks in the window: what the teams have, the view of it, and the documents.

import type { Memento } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import { TaskBoards } from './taskBoards.ts';
import { registerTaskDocuments } from './taskDocuments.ts';
import { taskSource } from './taskSource.ts';
import { TasksView } from './tasksView.ts';
import { TasksWatch } from './tasksWatch.ts';

export interface Tasks extends Disposable {
  readonly boards: TaskBoards;
  readonly view: TasksView;
}

export function createTasks(host: Host, model: Model, memory: Memento): Tasks {
  const boards = new TaskBoards(taskSource(host));
  const view = new TasksView(boards, model, memory);
  const parts = [boards, view, registerTaskDocuments(host, boards), new TasksWatch(boards, model, view.view)];
  return {
    boards,
    view,
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}
