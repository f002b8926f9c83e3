// What package.json declares about the state of the project.

import { declareRoom, inFolder } from '../app/declare.ts';

export const statusContributions = declareRoom({
  commands: {
    showReview: { title: 'Show Review State', icon: 'comment-discussion', enablement: inFolder },
  },
});
