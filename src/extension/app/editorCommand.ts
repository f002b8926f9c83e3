// The form of a command: what it needs, and what it does once that is found. Each room provides the code that finds its
// needs.

import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import type { PlanVersion } from '../../core/plan/plan.ts';
import type { Proof } from '../../core/review/ready/readiness.ts';
import type { CollabMark, CollabRow } from '../collab/collabRows.ts';
import type { PlacedFinding } from '../findings/findingsStore.ts';
import type { ChangesRow } from '../review/changes/changesRows.ts';
import type { FolderReady } from '../review/ready/readyRows.ts';
import type { PartyRow } from '../session/sessionRows.ts';
import type { TaskBoard } from '../tasks/taskBoards.ts';
import type { TaskPlace, TaskRow } from '../tasks/tasksRows.ts';
import type { Context } from './context.ts';
import type { CommandNamesOf } from './declare.ts';
import type { Folder, FolderPlan, FolderReview, Party } from './snapshot.ts';

/** By need: what the command receives. `args` is what a menu, a key binding or another extension passed. */
export interface CommandNeeds {
  readonly nothing: [args: readonly unknown[]];
  /** A trusted window with folders; the command itself decides which folder to use. */
  readonly folders: [];
  /** A folder of a trusted window; the user chooses when there are several. */
  readonly folder: [folder: Folder];
  /** A live party; the user chooses when there are several. `row` is the clicked row. */
  readonly party: [party: Party, row: PartyRow | undefined, args: readonly unknown[]];
  /** The row of a message. */
  readonly message: [party: Party, message: MessageStatus];
  /** A proof that a pull request needs: that of the clicked row, or the one that the user chooses. */
  readonly proof: [ready: FolderReady, proof: Proof];
  /** The change of a project that is a git repository. `row` is the clicked row. */
  readonly changes: [changed: FolderReview, row: ChangesRow | undefined, args: readonly unknown[]];
  /** The finding of the clicked row or comment thread, or the one at the cursor. */
  readonly finding: [placed: PlacedFinding, args: readonly unknown[]];
  /** The same, and Claude has read it: only then something can be decided about it. */
  readonly readFinding: [placed: PlacedFinding, args: readonly unknown[]];
  /** The same, or all selected rows. */
  readonly findings: [all: readonly PlacedFinding[]];
  /** The same, and Claude has read all of them. */
  readonly readFindings: [all: readonly PlacedFinding[]];
  /** A project of a trusted window. Projects with the plan gate on come first. */
  readonly plan: [folder: Folder];
  /** The row of a version. */
  readonly planVersion: [plan: FolderPlan, version: PlanVersion];
  /** A project of a trusted window. Projects whose collab is in one of the command's states come first. */
  readonly collab: [folder: Folder, row: CollabRow | undefined];
  /** A team; the user chooses when there are several. `row` is the clicked row. */
  readonly team: [board: TaskBoard, row: TaskRow | undefined];
  /** A project of a trusted window, with its team if it has one. `row` is the clicked row. */
  readonly taskPlace: [place: TaskPlace, row: TaskRow | undefined];
  /** The row of a task or a milestone; `rows` are all rows that the command is for, if several are selected. */
  readonly task: [row: TaskRow, rows: readonly TaskRow[]];
}

export type CommandNeed = keyof CommandNeeds;

/** What a command with this need declares in addition. */
interface Details {
  readonly party: {
    /** The file that the command concerns, which may tell which party to use. */
    fileOf?(args: readonly unknown[]): string | undefined;
  };
  readonly collab: { readonly marks: readonly CollabMark[] };
}

export type CommandWith<Need extends CommandNeed> = {
  readonly needs: Need;
  run(context: Context, ...found: CommandNeeds[Need]): unknown;
} & (Need extends keyof Details ? Details[Need] : unknown);

export type EditorCommand = { [Need in CommandNeed]: CommandWith<Need> }[CommandNeed];

/** One command for each that the room declares, and no others. */
export type CommandTable<Room> = Readonly<Record<CommandNamesOf<Room>, EditorCommand>>;

/** A command call, for the room that finds what the command needs. */
export interface CommandCall<Need extends CommandNeed> {
  readonly context: Context;
  readonly command: CommandWith<Need>;
  readonly args: readonly unknown[];
  /**
   * The folders of a trusted window, after a refresh of the model. Undefined if there are none; the user is told why.
   * `known`: without the refresh, for a command that the program decides on, and that must show at once that it runs.
   */
  folders(look?: 'known'): Promise<readonly Folder[] | undefined>;
}

/** Finds what each need stands for. Undefined when it is missing and the user knows why, or when the user cancelled. */
export type Resolvers<Needs extends CommandNeed> = {
  readonly [Need in Needs]: (call: CommandCall<Need>) => Promise<CommandNeeds[Need] | undefined>;
};
