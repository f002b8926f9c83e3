// The interface of the adapters that store tasks: files, or GitHub Issues. Every change names its actor.

import type {
  Milestone,
  MilestoneChange,
  NewTask,
  Task,
  TaskActor,
  TaskChange,
  TaskEvent,
  TaskFilter,
  Team,
} from '../../core/tasks/task.ts';

export interface Unreadable {
  readonly file: string;
  readonly problem: string;
}

export interface Listed<T> {
  /** Sorted by number. */
  readonly all: readonly T[];
  /** Files that could not be read and were left out. */
  readonly unreadable: readonly Unreadable[];
}

export interface ChangeOptions {
  readonly actor: TaskActor;
  /** Overwrite changes that were made elsewhere. */
  readonly force?: boolean;
}

/** Throws PartyError: USAGE (exit 1) for an unknown id, CONFLICT (exit 5), CONFIG_MISSING (exit 2) for a stale team. */
export interface TaskStorage {
  readonly kind: 'fs' | 'github';
  team(): Promise<Team>;
  milestones(): Promise<Listed<Milestone>>;
  tasks(filter?: TaskFilter): Promise<Listed<Task>>;
  /** Finds a task by its id or by its number. */
  task(id: string): Promise<Task>;
  milestone(id: string): Promise<Milestone>;
  addMilestone(wanted: { name: string; description?: string | undefined }, by: ChangeOptions): Promise<Milestone>;
  updateMilestone(id: string, change: MilestoneChange, by: ChangeOptions): Promise<Milestone>;
  addTask(wanted: NewTask, by: ChangeOptions): Promise<Task>;
  updateTask(id: string, change: TaskChange, by: ChangeOptions): Promise<Task>;
  /** Returns the task as it was. `restoreTask` and `undo` bring it back. */
  deleteTask(id: string, by: ChangeOptions): Promise<Task>;
  restoreTask(id: string, by: ChangeOptions): Promise<Task>;
  renameTeam(name: string, by: ChangeOptions): Promise<Team>;
  /** The text of the document; empty when there is none. */
  doc(of: 'task' | 'milestone', id: string): Promise<{ path: string; text: string }>;
  writeDoc(of: 'task' | 'milestone', id: string, text: string, by: ChangeOptions): Promise<void>;
  /** Oldest first. */
  events(options?: { limit?: number | undefined }): Promise<Listed<TaskEvent>>;
  /** Undoes the last change with a new change; undefined when there is nothing to undo. */
  undo(by: ChangeOptions): Promise<TaskEvent | undefined>;
  /** Reads changes from GitHub and returns the ids that changed. Files have nothing to pull. */
  pull(by: ChangeOptions): Promise<{ changed: readonly string[] }>;
}
