// What package.json declares about the budget for Codex.

import { declareRoom, inFolder, menusOf } from '../app/declare.ts';

const { onRow } = menusOf('session');

export const codexContributions = declareRoom({
  commands: {
    renewBudget: {
      title: 'Budget: Renew…',
      icon: 'debug-continue',
      enablement: inFolder,
      menus: [onRow('inline@1', 'collabBudget'), onRow('1_act@1', 'collabBudget')],
    },
  },
});
