// The commands about collab and about what Codex may cost, for the table of all commands.

import type { Command } from '../app/commands.ts';
import { renewBudget } from '../codex/budgetActs.ts';
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
  renewBudget: { needs: 'collab', marks: [], run: renewBudget },
} as const satisfies Record<string, Command>;
