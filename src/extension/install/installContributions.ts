// What package.json declares about the command line.

import { declareRoom, menusOf } from '../app/declare.ts';

const { onTitle } = menusOf('session');

export const installContributions = declareRoom({
  commands: {
    installCommandLine: {
      title: 'Install Command Line',
      icon: 'terminal',
      enablement: 'isWorkspaceTrusted',
      menus: [onTitle('9_log@4')],
    },
  },
});
