// Reads reviews again after changes to the code and to git: a file saved here or written by an agent, a git operation,
// a window that gets the focus, findings that Codex has written, and time, after which a request is overdue.

import { type FileSystemWatcher, RelativePattern, Uri, window, workspace } from 'vscode';
import { type Disposable, Emitter } from '../../core/base/event.ts';
import { hasRunEnded } from '../../node/codex/withRunner.ts';
import type { Model } from '../app/model.ts';
import { type Folder, type OtherParty, type Party, watchedFolders } from '../app/snapshot.ts';
import { watchFile } from '../session/watchFile.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import { paced } from '../ui/paced.ts';
import { answerFiles, overdueLookMs, type Reviews, roundInWork } from './reviews.ts';
import { watchGit } from './watchGit.ts';

/** A build writes many files: the review is read once for all of them, and not continuously. */
const everyMs = 700;
/** How often to look whether the process of a review without a pane still runs: nothing reports its end. */
const runLookMs = 2000;

export class ReviewWatch implements Disposable {
  readonly #reviews: Pick<Reviews, 'touch'>;
  readonly #model: Model;
  readonly #files = new Emitter<Uri>();
  /** Fires when a file of a folder is created, changed or deleted on disk. */
  readonly onDidChangeFile = this.#files.event;
  readonly #looks = paced(() => this.#model.refresh(), everyMs);
  readonly #watched = new DisposableMap<Folder>(
    ({ path }) => path,
    (folder) => together([this.#watchFiles(folder), watchGit(folder.top, () => this.#changed(folder))]),
  );
  /** Parties of other worktrees, whose files are not watched: their agents change them. */
  readonly #others = new DisposableMap<Folder>(
    ({ path }) => path,
    (folder) => watchGit(folder.top, () => this.#changed(folder)),
  );
  #states = new Map<string, string>();
  /** The files that the reviewers of open rounds write, which are outside the project. */
  readonly #answers = new DisposableMap<string>(
    (file) => file,
    (file) => {
      // It may have been written since the review was read.
      this.#looks.nudge();
      return watchFile(file, () => this.#looks.nudge());
    },
  );
  readonly #subscriptions: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #lookAt = 0;
  #disposed = false;

  constructor(reviews: Pick<Reviews, 'touch'>, model: Model) {
    this.#reviews = reviews;
    this.#model = model;
    this.#subscriptions = together([
      model.onDidChange(() => this.#follow()),
      workspace.onDidSaveTextDocument(() => this.#changed()),
      window.onDidChangeWindowState(({ focused }) => focused && this.#changed()),
    ]);
    this.#follow();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    together([this.#subscriptions, this.#watched, this.#others, this.#answers, this.#looks, this.#files]).dispose();
  }

  #follow(): void {
    const { snapshot } = this.#model;
    this.#watched.sync(watchedFolders(snapshot));
    this.#followOthers(snapshot?.others ?? []);
    this.#answers.sync((snapshot?.reviews ?? []).flatMap(({ review }) => answerFiles(review)));
    this.#lookAt = Date.now() + overdueLookMs;
    this.#wait();
  }

  /** An agent that has worked may have changed the code. */
  #followOthers(others: readonly OtherParty[]): void {
    this.#others.sync(others.map(({ party }) => party.folder));
    const states = new Map(others.map(({ party }) => [party.folder.top, workOf(party)]));
    const moved = others.filter(({ party: { folder } }) => {
      const before = this.#states.get(folder.top);
      return before !== undefined && before !== states.get(folder.top);
    });
    this.#states = states;
    for (const { party } of moved) this.#changed(party.folder);
  }

  /** Looks again when the run of a review has ended, and when a request may have become overdue. */
  #wait(): void {
    clearTimeout(this.#timer);
    const reviews = this.#disposed ? [] : (this.#model.snapshot?.reviews ?? []);
    const rounds = reviews.flatMap(({ review }) => (review.status.overdue ? [] : (roundInWork(review) ?? [])));
    if (rounds.length === 0) return;
    const look = () => {
      if (rounds.some(hasRunEnded) || Date.now() >= this.#lookAt) {
        this.#lookAt = Date.now() + overdueLookMs;
        this.#looks.nudge();
      }
      // Without a change no event fires, so schedule the next look here.
      this.#wait();
    };
    this.#timer = setTimeout(look, rounds.some(({ headless }) => headless) ? runLookMs : overdueLookMs);
  }

  #changed(folder?: Folder): void {
    this.#reviews.touch(folder);
    this.#looks.nudge();
  }

  #watchFiles(folder: Folder): FileSystemWatcher {
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(folder.path), '**/*'));
    const noticed = (uri: Uri) => {
      if (uri.path.includes('/.git/')) return;
      this.#files.fire(uri);
      this.#changed(folder);
    };
    watcher.onDidChange(noticed);
    watcher.onDidCreate(noticed);
    watcher.onDidDelete(noticed);
    return watcher;
  }
}

function workOf({ status }: Party): string {
  return status.agents.map(({ state }) => state).join(' ');
}
