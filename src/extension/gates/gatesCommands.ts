// The commands about the gates.

import type { CommandTable } from '../app/editorCommand.ts';
import { checkGates, tryGates } from './gatesActs.ts';
import type { gatesContributions } from './gatesContributions.ts';
import { letPullRequestThrough, showGatePolicy } from './policyActs.ts';

export const gatesCommands = {
  checkGates: { needs: 'folder', run: checkGates },
  showGatePolicy: { needs: 'folder', run: showGatePolicy },
  letPullRequestThrough: { needs: 'folder', run: letPullRequestThrough },
  tryGates: { needs: 'folder', run: tryGates },
} as const satisfies CommandTable<typeof gatesContributions>;
