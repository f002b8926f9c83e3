// What package.json declares about the review of the change.

import { declareRoom, hidden, inFolder, menusOf } from '../app/declare.ts';

const { onRow } = menusOf('session');

export const reviewContributions = declareRoom({
  commands: {
    requestReview: {
      title: 'Request Review',
      icon: 'eye',
      enablement: inFolder,
      menus: [onRow('inline@1', 'proofRequest'), onRow('1_act@1', 'proofRequest')],
    },
    completeReview: { title: 'Load Findings', enablement: inFolder },
    approve: {
      title: 'Approve',
      icon: 'pass',
      enablement: inFolder,
      menus: [onRow('inline@1', 'proofApprove'), onRow('1_act@1', 'proofApprove')],
    },
    approveTargeted: { title: 'Approve Small Fix…', enablement: inFolder },
    requestReReview: { title: 'Request Re-review…', enablement: inFolder },
    needsDiscussion: { title: 'Needs Discussion…', enablement: inFolder },
    nudgeCodex: { title: 'Nudge Codex', enablement: inFolder },
    showTimeline: { title: 'Show Review Timeline', icon: 'graph', enablement: inFolder },
    'timeline.export': { title: 'Export Review Timeline…', icon: 'export', enablement: inFolder },
    'timeline.openRound': { title: 'Show Round', palette: hidden },
    'timeline.openFinding': { title: 'Go to Finding', palette: hidden },
    'timeline.toggle': { title: 'Show or Hide in the Timeline', palette: hidden },
  },
});
