// The commands about what Codex may cost. The row of the budget is one of collab.

import type { CommandTable } from '../app/editorCommand.ts';
import { renewBudget } from './budgetActs.ts';
import type { codexContributions } from './codexContributions.ts';

export const codexCommands = {
  renewBudget: { needs: 'collab', marks: [], run: renewBudget },
} as const satisfies CommandTable<typeof codexContributions>;
