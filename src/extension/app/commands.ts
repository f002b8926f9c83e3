// What each command does, and how its needs are found: the tables of all rooms, merged.

import { codexCommands } from '../codex/codexCommands.ts';
import { collabCommands, collabNeeds } from '../collab/collabCommands.ts';
import { findingsCommands, findingsNeeds } from '../findings/findingsCommands.ts';
import { gatesCommands } from '../gates/gatesCommands.ts';
import { installCommands } from '../install/installCommands.ts';
import { messagesCommands, messagesNeeds } from '../messages/messagesCommands.ts';
import { planCommands, planNeeds } from '../plan/planCommands.ts';
import { changesCommands, changesNeeds } from '../review/changes/changesCommands.ts';
import { readyCommands, readyNeeds } from '../review/ready/readyCommands.ts';
import { reviewCommands } from '../review/reviewCommands.ts';
import { sessionCommands, sessionNeeds } from '../session/sessionCommands.ts';
import { statusCommands } from '../status/statusCommands.ts';
import { tasksCommands, tasksNeeds } from '../tasks/tasksCommands.ts';
import { worktreeCommands } from '../worktree/worktreeCommands.ts';
import { appCommands, appNeeds } from './appCommands.ts';
import type { CommandName } from './contributions.ts';
import type { CommandNeed, EditorCommand, Resolvers } from './editorCommand.ts';

export const commands: Readonly<Record<CommandName, EditorCommand>> = {
  ...appCommands,
  ...sessionCommands,
  ...messagesCommands,
  ...statusCommands,
  ...reviewCommands,
  ...changesCommands,
  ...readyCommands,
  ...gatesCommands,
  ...findingsCommands,
  ...planCommands,
  ...worktreeCommands,
  ...installCommands,
  ...collabCommands,
  ...codexCommands,
  ...tasksCommands,
};

export const needs: Resolvers<CommandNeed> = {
  ...appNeeds,
  ...sessionNeeds,
  ...messagesNeeds,
  ...readyNeeds,
  ...findingsNeeds,
  ...changesNeeds,
  ...planNeeds,
  ...collabNeeds,
  ...tasksNeeds,
};
