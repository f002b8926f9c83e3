// Everything about tasks in the window: the boards of the teams, their view, and the documents.

import type { Disposable } from '../../core/base/event.ts';
import type { App } from '../app/app.ts';
import { together } from '../ui/disposables.ts';
import { TaskBoards } from './taskBoards.ts';
import { registerTaskDocuments } from './taskDocuments.ts';
import { taskSource } from './taskSource.ts';
import { TasksView } from './tasksView.ts';
import { TasksWatch } from './tasksWatch.ts';

export class Tasks implements Disposable {
  readonly boards: TaskBoards;
  readonly view: TasksView;
  readonly #parts: Disposable;

  constructor(app: Pick<App, 'host' | 'model' | 'memory' | 'views'>) {
    const { host, model } = app;
    this.boards = new TaskBoards(taskSource(host));
    this.view = new TasksView(this.boards, app);
    const watch = new TasksWatch(this.boards, model, this.view.view);
    this.#parts = together([this.boards, this.view, registerTaskDocuments(host, this.boards), watch]);
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
