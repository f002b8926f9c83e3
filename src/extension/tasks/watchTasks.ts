// Looks at the tasks as soon as somebody changes them: a person in a terminal, an agent, or another window.

import { join } from 'node:path';
import { type TreeView, window } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import type { Model } from '../app/model.ts';
import { watchFolder } from '../app/watchFolder.ts';
import { paced } from '../ui/paced.ts';
import type { TaskBoards } from './taskBoards.ts';

/** An agent may change many tasks at once. */
const everyMs = 300;
/** What others do on GitHub tells nobody. */
const remoteLookMs = 60_000;

export function watchTasks(boards: TaskBoards, model: Model, view: TreeView<unknown>): Disposable {
  const looks = paced(() => boards.refresh('changed'), everyMs);
  const watched = new Map<string, Disposable>();
  let followed: string | undefined;

  /** GitHub is not asked for those who do not look. */
  const occasion = () => (view.visible ? 'look' : 'changed');

  /** In a folder that is not trusted nothing is watched, as nothing runs. */
  function follow(): void {
    const { snapshot } = model;
    if (snapshot === undefined) return;
    const folders = snapshot.trusted ? snapshot.folders : [];
    const now = JSON.stringify(folders);
    if (now !== followed) void boards.follow(folders, occasion());
    followed = now;
    const tops = [...folders.map(({ top }) => top), ...boards.boards.map(({ top }) => top)];
    watchAll([...tops.map((top) => join(top, '.tmux-team')), ...boards.boards.map(({ place }) => place)]);
  }

  function watchAll(paths: readonly string[]): void {
    const wanted = new Set(paths);
    for (const [path, gone] of watched) {
      if (wanted.has(path)) continue;
      gone.dispose();
      watched.delete(path);
    }
    for (const path of wanted)
      if (!watched.has(path))
        watched.set(
          path,
          watchFolder(path, () => looks.nudge()),
        );
  }

  const timer = setInterval(() => {
    if (view.visible && boards.boards.some(({ kind }) => kind === 'github')) void boards.refresh('look');
  }, remoteLookMs);
  const subscriptions = [
    model.onDidChange(follow),
    boards.onDidChange(follow),
    window.onDidChangeWindowState(({ focused }) => focused && void boards.refresh(occasion())),
    view.onDidChangeVisibility(({ visible }) => visible && void boards.refresh('look')),
  ];
  follow();
  return {
    dispose() {
      clearInterval(timer);
      looks.dispose();
      for (const subscription of subscriptions) subscription.dispose();
      for (const one of watched.values()) one.dispose();
    },
  };
}
