// The tasks of the window's projects: one board for each team, whichever folders belong to it. Files are the truth, and
// are read again when somebody has changed them; what GitHub keeps is asked for less often, and nobody waits for it.

import { type Disposable, Emitter } from '../../core/base/event.ts';
import type { Milestone, Task, Team } from '../../core/tasks/task.ts';
import type { Unreadable } from '../../node/tasks/storage.ts';
import { Revisions } from '../app/folderCache.ts';
import type { Folder } from '../app/snapshot.ts';
import { singleFlight } from '../ui/singleFlight.ts';

/** What a team has, as it was read. */
export interface TeamTasks {
  readonly team: Team;
  /** Where its files are. */
  readonly place: string;
  /** The project whose pointer names it. */
  readonly top: string;
  readonly kind: 'fs' | 'github';
  readonly milestones: readonly Milestone[];
  readonly tasks: readonly Task[];
  /** Files that nobody could read, and that were left out. */
  readonly unreadable: readonly Unreadable[];
}

export interface TaskBoard extends TeamTasks {
  /** Such as that there is no gh, so that files have to do; as of the last time that GitHub was asked. */
  readonly warnings: readonly string[];
  /** The first folder of the window that belongs to it: what is done to it is done from there. */
  readonly folder: Folder;
  /** Another number means another state: cheaper to compare than ten thousand tasks. */
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
  /** Brings what GitHub has into the files, which may take its time. Answers with what is odd, and never fails. */
  ask(folder: Folder): Promise<readonly string[]>;
}

/** `look`: perhaps something has changed, somewhere, also on GitHub. `changed`: files have. */
export type Occasion = 'look' | 'changed';

/** GitHub counts how often it is asked. */
const remoteLookMs = 60_000;

interface Known {
  readonly found: TeamTasks | undefined;
  readonly problem: string | undefined;
}

export class TaskBoards implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Somebody has written something, which need not be a task: their documents are read when they are shown. */
  readonly #looked = new Emitter<void>();
  readonly onDidLook = this.#looked.event;
  readonly #source: TaskSource;
  readonly #now: () => number;
  readonly #known = new Map<string, Known>();
  /** About GitHub, by the id of the team: when it was asked, what is being asked, and what was odd. */
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

  /** Undefined until the first look. */
  get all(): Boards | undefined {
    return this.#all;
  }

  get boards(): readonly TaskBoard[] {
    return this.#all?.boards ?? [];
  }

  /** Done after the first look. */
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

  /** Those of a window that is trusted; none otherwise. */
  follow(folders: readonly Folder[], occasion: Occasion): Promise<void> {
    this.#folders = folders;
    return this.refresh(occasion);
  }

  /** Done when a look at the files that began after the call is. Nothing is looked at before anything is followed. */
  async refresh(occasion: Occasion): Promise<void> {
    if (this.#folders === undefined) return;
    if (occasion === 'look') this.#wanted = 'look';
    await this.#work();
  }

  /** Done when the board shows what GitHub has. Who asks while another does gets the same answer. */
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
      // What was known stays, marked as possibly old.
      const problem = error instanceof Error ? error.message : String(error);
      return { found: this.#known.get(folder.top)?.found, problem };
    }
  }
}

function outline({ boards, problems }: Boards): string {
  return JSON.stringify([boards.map(({ team, folder, revision }) => [team.id, folder, revision]), problems]);
}
