// What package.json declares about worktrees.

import { declareRoom, inFolder, is, menusOf } from '../app/declare.ts';

const { onTitle } = menusOf('session');

export const worktreeContributions = declareRoom({
  commands: {
    newWorktree: {
      title: 'New Worktree…',
      icon: 'repo-forked',
      enablement: inFolder,
      menus: [onTitle('2_plan@3', is('situation', 'notStarted', 'noAgents', 'live'))],
    },
  },
});
