// The commands about collab, and how the project for a command is found.

import type { CommandTable, Resolvers } from '../app/editorCommand.ts';
import { chooseFolder, folderMeant } from '../app/folders.ts';
import {
  cancelCollab,
  completeCollab,
  openCollabDesign,
  openCollabReview,
  pauseCollab,
  resumeCollab,
  skipCollab,
  startCollab,
} from './collabActs.ts';
import type { collabContributions } from './collabContributions.ts';
import { collabMark, isCollabRow } from './collabRows.ts';

export const collabCommands = {
  startCollab: { needs: 'collab', marks: ['off', 'complete'], run: startCollab },
  pauseCollab: { needs: 'collab', marks: ['running'], run: pauseCollab },
  resumeCollab: { needs: 'collab', marks: ['paused'], run: resumeCollab },
  skipCollab: { needs: 'collab', marks: ['running'], run: skipCollab },
  cancelCollab: { needs: 'collab', marks: ['running', 'paused', 'complete'], run: cancelCollab },
  completeCollab: { needs: 'collab', marks: ['running', 'paused'], run: completeCollab },
  openCollabDesign: { needs: 'collab', marks: ['running', 'paused', 'complete'], run: openCollabDesign },
  openCollabReview: {
    needs: 'collab',
    marks: ['running', 'paused', 'complete'],
    run: (context, folder, row) =>
      openCollabReview(context, folder, row?.kind === 'collabReview' ? row.review : undefined),
  },
} as const satisfies CommandTable<typeof collabContributions>;

export const collabNeeds: Resolvers<'collab'> = {
  async collab({ context, command, args, folders }) {
    const all = await folders();
    if (all === undefined) return undefined;
    const [given] = args;
    const row = isCollabRow(given) ? given : undefined;
    const { collabs = [] } = context.model.snapshot ?? {};
    const fitting = collabs.filter(({ status }) => command.marks.includes(collabMark(status)));
    // When the command fits no project, offer all of them: the program then says why it refuses.
    const choice = fitting.length > 0 ? fitting.map(({ folder }) => folder) : all;
    const folder = row?.collab.folder ?? folderMeant(args, all) ?? (await chooseFolder(choice));
    return folder && [folder, row];
  },
};
