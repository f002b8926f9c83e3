// The tasks of the window's projects: one board for each team, whichever folders belong to it. Files are the truth, and
// are read again when they change. GitHub is asked less often, and nothing waits for it.

import { messageOf } from '../../core/base/errors.ts';
import { type Disposable, Emitter } from '../../core/base/event.ts';
import type { Milestone, Task, Team } from '../../core/tasks/task.ts';
import type { Unreadable } from '../../node/tasks/storage.ts';
import { Revisions } from '../app/folderCache.ts';
import type { Folder } from '../app/snapshot.ts';
import { singleFlight } from '../ui/singleFlight.ts';

/** What was read about a team. */
export interface TeamTasks {
  readonly team: Team;
  /** The folder of its files. */
  readonly place: string;
  /** The project whose pointer file names the team. */
  readonly top: string;
  readonly kind: 'fs' | 'github';
  readonly milestones: readonly Milestone[];
  readonly tasks: readonly Task[];
  /** Files that could not be read and were left out. */
  readonly unreadable: readonly Unreadable[];
}

export interface TaskBoard extends TeamTasks {
  /** For example that gh is missing, so that the tasks are kept in files. From the last time that GitHub was asked. */
  readonly warnings: readonly string[];
  /** The first folder of the window that belongs to the team: commands on the team run there. */
  readonly folder: Folder;
  /** A new number means a changed state: cheaper to compare than ten thousand tasks. */
  readonly revision: number;
}

export interface Boards {
  readonly boards: readonly TaskBoard[];
  /** Why the tasks of a folder cannot be read, or may be old. */
  readonly problems: readonly { readonly folder: Folder; readonly problem: string }[];
}

export interface TaskSource {
  /** Undefined for a folder without a team. */
  read(folder: Folder): Promise<TeamTasks | undefined>;
  /** Writes what GitHub has into the files, which may take a while. Returns warnings, and never fails. */
  ask(folder: Folder): Promise<readonly string[]>;
}

/** `look`: something may have changed anywhere, including GitHub. `changed`: files have changed. */
export type Occasion = 'look' | 'changed';

/** GitHub limits how often it may be asked. */
const remoteLookMs = 60_000;

interface Known {
  readonly found: TeamTasks | undefined;
  readonly problem: string | undefined;
}

export class TaskBoards implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Fires after every read: the change may be in a document, which is read only when it is shown. */
  readonly #looked = new Emitter<void>();
  readonly onDidLook = this.#looked.event;
  readonly #source: TaskSource;
  readonly #now: () => number;
  readonly #known = new Map<string, Known>();
  /** About GitHub, by the id of the team: when it was last asked, the request under way, and the last warnings. */
  readonly #askedAt = new Map<string, number>();
  readonly #asking = new Map<string, Promise<readonly string[]>>();
  readonly #warnings = new Map<string, readonly string[]>();
  readonly #revisions = new Revisions();
  readonly #work: () => Promise<void>;
  #folders: readonly Folder[] | undefined;
  #wanted: Occasion = 'changed';
  #all: Boards | undefined;

  constructor(source: TaskSource, now: () => number = Date.now) {
    this.#source = source;
    this.#now = now;
    this.#work = singleFlight(() => this.#look());
  }

  /** Undefined until the first read. */
  get all(): Boards | undefined {
    return this.#all;
  }

  get boards(): readonly TaskBoard[] {
    return this.#all?.boards ?? [];
  }

  /** Resolves after the first read. */
  async ready(): Promise<void> {
    if (this.#all !== undefined) return;
    await new Promise<void>((resolve) => {
      const waiting = this.onDidLook(() => {
        waiting.dispose();
        resolve();
      });
    });
  }

  board(team: string): TaskBoard | undefined {
    return this.boards.find((board) => board.team.id === team);
  }

  /** The board of a folder, which may be shown under another folder of the same team. */
  of(folder: Folder): TaskBoard | undefined {
    const team = this.#known.get(folder.top)?.found?.team.id;
    return team === undefined ? undefined : this.board(team);
  }

  /** Follows these folders. The caller passes none for an untrusted window. */
  follow(folders: readonly Folder[], occasion: Occasion): Promise<void> {
    this.#folders = folders;
    return this.refresh(occasion);
  }

  /** Resolves when a read of the files that began after the call is done. Reads nothing before `follow` was called. */
  async refresh(occasion: Occasion): Promise<void> {
    if (this.#folders === undefined) return;
    if (occasion === 'look') this.#wanted = 'look';
    await this.#work();
  }

  /** Resolves when the board shows what GitHub has. Calls during a request share its answer. */
  ask({ team: { id }, folder }: Pick<TaskBoard, 'team' | 'folder'>): Promise<readonly string[]> {
    const asking = this.#asking.get(id);
    if (asking !== undefined) return asking;
    this.#askedAt.set(id, this.#now());
    const answer = this.#source.ask(folder).then(async (warnings) => {
      this.#asking.delete(id);
      this.#warnings.set(id, warnings);
      await this.refresh('changed');
      return warnings;
    });
    this.#asking.set(id, answer);
    return answer;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#looked.dispose();
  }

  async #look(): Promise<void> {
    const occasion = this.#wanted;
    this.#wanted = 'changed';
    const folders = this.#folders ?? [];
    const all = await Promise.all(folders.map(async (folder) => ({ folder, known: await this.#one(folder) })));
    this.#known.clear();
    for (const { folder, known } of all) this.#known.set(folder.top, known);
    const boards = new Map<string, TaskBoard>();
    for (const { folder, known } of all) {
      const { found } = known;
      if (found === undefined || boards.has(found.team.id)) continue;
      const shown = { ...found, warnings: this.#warnings.get(found.team.id) ?? [] };
      boards.set(found.team.id, {
        ...shown,
        folder,
        revision: this.#revisions.of(found.team.id, JSON.stringify(shown)),
      });
    }
    const problems = all.flatMap(({ folder, known: { problem } }) =>
      problem === undefined ? [] : [{ folder, problem }],
    );
    const before = this.#all;
    this.#all = { boards: [...boards.values()], problems };
    if (before === undefined || outline(before) !== outline(this.#all)) this.#changed.fire();
    this.#looked.fire();
    if (occasion === 'look') for (const board of this.boards) if (this.#isDue(board)) void this.ask(board);
  }

  #isDue({ team, kind }: TaskBoard): boolean {
    return kind === 'github' && this.#now() - (this.#askedAt.get(team.id) ?? -remoteLookMs) >= remoteLookMs;
  }

  async #one(folder: Folder): Promise<Known> {
    try {
      return { found: await this.#source.read(folder), problem: undefined };
    } catch (error) {
      // The old tasks stay, marked as possibly old.
      const problem = messageOf(error);
      return { found: this.#known.get(folder.top)?.found, problem };
    }
  }
}

function outline({ boards, problems }: Boards): string {
  return JSON.stringify([boards.map(({ team, folder, revision }) => [team.id, folder, revision]), problems]);
}
