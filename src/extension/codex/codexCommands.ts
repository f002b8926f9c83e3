// The commands about the budget for Codex. Its row belongs to the rows of collab.

import type { CommandTable } from '../app/editorCommand.ts';
import { renewBudget } from './budgetActs.ts';
import type { codexContributions } from './codexContributions.ts';

export const codexCommands = {
  renewBudget: { needs: 'collab', marks: [], run: renewBudget },
} as const satisfies CommandTable<typeof codexContributions>;
