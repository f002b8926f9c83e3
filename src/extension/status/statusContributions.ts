// What package.json declares about the state of the project.

import { mcpProvider } from '../app/contributions.ts';
import { declareRoom, inFolder, menusOf } from '../app/declare.ts';

const { onTitle } = menusOf('session');

export const statusContributions = declareRoom({
  commands: {
    // Without a condition: they are for the time when nothing else works.
    doctor: { title: 'Doctor', icon: 'pulse', menus: [onTitle('9_log@2')] },
    copyDiagnostics: { title: 'Copy Diagnostics', icon: 'copy', menus: [onTitle('9_log@3')] },
    showReview: { title: 'Show Review State', icon: 'comment-discussion', enablement: inFolder },
  },
  mcpProviders: { [mcpProvider]: 'Party' },
});
