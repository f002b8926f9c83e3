// Reads the tasks as soon as they change, whether a person in a terminal, an agent, or another window changed them.

import { join } from 'node:path';
import { type TreeView, window } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import type { Model } from '../app/model.ts';
import { watchedFolders } from '../app/snapshot.ts';
import { watchFolder } from '../app/watchFolder.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import { paced } from '../ui/paced.ts';
import type { Occasion, TaskBoards } from './taskBoards.ts';

/** An agent may change many tasks at once. */
const everyMs = 300;
/** GitHub does not report changes, so ask it this often. */
const remoteLookMs = 60_000;

export class TasksWatch implements Disposable {
  readonly #boards: TaskBoards;
  readonly #model: Model;
  readonly #view: TreeView<unknown>;
  readonly #looks = paced(() => this.#boards.refresh('changed'), everyMs);
  readonly #watched = new DisposableMap<string>(
    (path) => path,
    (path) => watchFolder(path, () => this.#looks.nudge()),
  );
  readonly #timer = setInterval(() => this.#lookAtGitHub(), remoteLookMs);
  readonly #subscriptions: Disposable;
  #followed: string | undefined;

  constructor(boards: TaskBoards, model: Model, view: TreeView<unknown>) {
    this.#boards = boards;
    this.#model = model;
    this.#view = view;
    this.#subscriptions = together([
      model.onDidChange(() => this.#follow()),
      boards.onDidChange(() => this.#follow()),
      window.onDidChangeWindowState(({ focused }) => focused && void boards.refresh(this.#occasion())),
      view.onDidChangeVisibility(({ visible }) => visible && void boards.refresh('look')),
    ]);
    this.#follow();
  }

  dispose(): void {
    clearInterval(this.#timer);
    together([this.#subscriptions, this.#looks, this.#watched]).dispose();
  }

  #follow(): void {
    const { snapshot } = this.#model;
    if (snapshot === undefined) return;
    const folders = watchedFolders(snapshot);
    const now = JSON.stringify(folders);
    if (now !== this.#followed) void this.#boards.follow(folders, this.#occasion());
    this.#followed = now;
    const { boards } = this.#boards;
    const tops = [...folders, ...boards].map(({ top }) => join(top, '.tmux-team'));
    this.#watched.sync([...tops, ...boards.map(({ place }) => place)]);
  }

  /** GitHub is not asked while the view is hidden. */
  #occasion(): Occasion {
    return this.#view.visible ? 'look' : 'changed';
  }

  #lookAtGitHub(): void {
    const isThere = this.#boards.boards.some(({ kind }) => kind === 'github');
    if (this.#view.visible && isThere) void this.#boards.refresh('look');
  }
}
