// What package.json declares about the gates.

import { declareRoom, inFolder } from '../app/declare.ts';

export const gatesContributions = declareRoom({
  commands: {
    checkGates: { title: 'Check Gates', icon: 'shield', enablement: inFolder },
    tryGates: { title: 'Try a Command Against the Gates…', icon: 'shield', enablement: inFolder },
  },
});
