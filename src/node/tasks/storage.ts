// Where tasks are kept is an adapter: files, or GitHub Issues. Everything that changes names its actor.

import type {
  Milestone,
  MilestoneChange,
  NewTask,
  PmActor,
  PmEvent,
  Task,
  TaskChange,
  TaskFilter,
  Team,
} from '../../core/tasks/task.ts';

export interface Unreadable {
  readonly file: string;
  readonly problem: string;
}

export interface Listed<T> {
  /** In the order of their numbers. */
  readonly all: readonly T[];
  /** What could not be read, and was left out. */
  readonly unreadable: readonly Unreadable[];
}

export interface ChangeOptions {
  readonly actor: PmActor;
  /** Last write wins, whatever has changed elsewhere. */
  readonly force?: boolean;
}

/** Throws PartyError: USAGE (exit 1) for an unknown id, CONFLICT (exit 5), CONFIG_MISSING (exit 2) for a stale team. */
export interface PmStorage {
  readonly kind: 'fs' | 'github';
  team(): Promise<Team>;
  milestones(): Promise<Listed<Milestone>>;
  tasks(filter?: TaskFilter): Promise<Listed<Task>>;
  /** By its id, or by its number. */
  task(id: string): Promise<Task>;
  milestone(id: string): Promise<Milestone>;
  addMilestone(wanted: { name: string; description?: string | undefined }, by: ChangeOptions): Promise<Milestone>;
  updateMilestone(id: string, change: MilestoneChange, by: ChangeOptions): Promise<Milestone>;
  addTask(wanted: NewTask, by: ChangeOptions): Promise<Task>;
  updateTask(id: string, change: TaskChange, by: ChangeOptions): Promise<Task>;
  /** The text of its document; empty when there is none. */
  doc(of: 'task' | 'milestone', id: string): Promise<{ path: string; text: string }>;
  writeDoc(of: 'task' | 'milestone', id: string, text: string, by: ChangeOptions): Promise<void>;
  /** Oldest first. */
  events(options?: { limit?: number | undefined }): Promise<Listed<PmEvent>>;
  /** Takes the last change back, as a change of its own; undefined when there is none to take back. */
  undo(by: ChangeOptions): Promise<PmEvent | undefined>;
  /** GitHub → here; what came. Files have nothing to pull. */
  pull(by: ChangeOptions): Promise<{ changed: readonly string[] }>;
}
