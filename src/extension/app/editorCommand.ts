// The form of a command: what it needs, and what it does once that is found. A room supplies how its needs are found.

import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import type { PlanVersion } from '../../core/plan/plan.ts';
import type { CollabMark, CollabRow } from '../collab/collabRows.ts';
import type { Placed } from '../findings/findingsStore.ts';
import type { PartyRow } from '../session/sessionRows.ts';
import type { TaskBoard } from '../tasks/taskBoards.ts';
import type { TaskRow } from '../tasks/tasksRows.ts';
import type { Context } from './context.ts';
import type { CommandNamesOf } from './declare.ts';
import type { Folder, FolderPlan, Party } from './snapshot.ts';

/** By need: what is given to the command. `args` is what a menu, a key or another extension gave along. */
export interface CommandNeeds {
  readonly nothing: [args: readonly unknown[]];
  /** A trusted window with folders; the command finds by itself which one is meant. */
  readonly folders: [];
  /** A folder of a trusted window; the user is asked when there are several. */
  readonly folder: [folder: Folder];
  /** A live party; the user is asked when there are several. `row` is where it was clicked. */
  readonly party: [party: Party, row: PartyRow | undefined, args: readonly unknown[]];
  /** The row of a message. */
  readonly message: [party: Party, message: MessageStatus];
  /** The finding that was clicked, or that the cursor is on. */
  readonly finding: [placed: Placed];
  /** A project of a trusted window; those with the plan gate on are offered first. */
  readonly plan: [folder: Folder];
  /** The row of a version. */
  readonly planVersion: [plan: FolderPlan, version: PlanVersion];
  /** A project of a trusted window; those whose collab is in one of the command's states are offered first. */
  readonly collab: [folder: Folder, row: CollabRow | undefined];
  /** A team; the user is asked when there are several. `row` is where it was clicked. */
  readonly team: [board: TaskBoard, row: TaskRow | undefined];
  /** The row of a task or a milestone. */
  readonly task: [row: TaskRow];
}

export type CommandNeed = keyof CommandNeeds;

/** What a command with this need also says. */
interface Details {
  readonly party: {
    /** The file that the command is about, which may say which party is meant. */
    fileOf?(args: readonly unknown[]): string | undefined;
  };
  readonly collab: { readonly marks: readonly CollabMark[] };
}

export type CommandWith<Need extends CommandNeed> = {
  readonly needs: Need;
  run(context: Context, ...found: CommandNeeds[Need]): unknown;
} & (Need extends keyof Details ? Details[Need] : unknown);

export type EditorCommand = { [Need in CommandNeed]: CommandWith<Need> }[CommandNeed];

/** A command for each one that the room declares, and no other. */
export type CommandTable<Room> = Readonly<Record<CommandNamesOf<Room>, EditorCommand>>;

/** A command that was called, for the room that finds what it needs. */
export interface CommandCall<Need extends CommandNeed> {
  readonly context: Context;
  readonly command: CommandWith<Need>;
  readonly args: readonly unknown[];
  /** Reads the machine again. The folders of a trusted window; without any the user is told, and it is undefined. */
  folders(): Promise<readonly Folder[] | undefined>;
}

/** Finds what each need stands for. Undefined when it is not there, and the user knows why, or when the user cancelled. */
export type Resolvers<Needs extends CommandNeed> = {
  readonly [Need in Needs]: (call: CommandCall<Need>) => Promise<CommandNeeds[Need] | undefined>;
};
