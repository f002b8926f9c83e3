// What package.json declares about the review of the change.

import { declareRoom, inFolder } from '../app/declare.ts';

export const reviewContributions = declareRoom({
  commands: {
    requestReview: { title: 'Request Review', icon: 'eye', enablement: inFolder },
    completeReview: { title: 'Load Findings', enablement: inFolder },
    approve: { title: 'Approve', icon: 'pass', enablement: inFolder },
    approveTargeted: { title: 'Approve Small Fix…', enablement: inFolder },
    requestReReview: { title: 'Request Re-review…', enablement: inFolder },
    needsDiscussion: { title: 'Needs Discussion…', enablement: inFolder },
    nudgeCodex: { title: 'Nudge Codex', enablement: inFolder },
    showTimeline: { title: 'Show Review Timeline', icon: 'graph', enablement: inFolder },
  },
});
