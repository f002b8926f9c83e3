// What package.json declares about the gates.

import { declareRoom, inFolder } from '../app/declare.ts';

export const gatesContributions = declareRoom({
  commands: {
    checkGates: { title: 'Check Gates', icon: 'shield', enablement: inFolder },
    showGatePolicy: { title: 'Show Gate Policy', icon: 'law', enablement: inFolder },
    letPullRequestThrough: { title: 'Let One Pull Request Through…', icon: 'key', enablement: inFolder },
    tryGates: { title: 'Try a Command Against the Gates…', icon: 'shield', enablement: inFolder },
  },
});
