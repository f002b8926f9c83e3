// The commands about the review of the change.

import type { CommandTable } from '../app/editorCommand.ts';
import {
  approve,
  approveTargeted,
  completeReview,
  needsDiscussion,
  nudgeCodex,
  requestReReview,
  requestReview,
} from './reviewActs.ts';
import type { reviewContributions } from './reviewContributions.ts';
import { exportTimeline, openRound, openTimelineFinding } from './timelineActs.ts';

export const reviewCommands = {
  requestReview: { needs: 'folder', run: (context, folder) => requestReview(context, folder) },
  completeReview: { needs: 'folder', run: completeReview },
  approve: { needs: 'folder', run: approve },
  approveTargeted: { needs: 'folder', run: approveTargeted },
  requestReReview: { needs: 'folder', run: requestReReview },
  needsDiscussion: { needs: 'folder', run: needsDiscussion },
  nudgeCodex: { needs: 'folder', run: nudgeCodex },
  showTimeline: { needs: 'folder', run: ({ timeline }, folder) => timeline.show(folder) },
  'timeline.export': { needs: 'folder', run: (context, folder) => exportTimeline(context, folder) },
  'timeline.openRound': { needs: 'nothing', run: (context, args) => openRound(context, args) },
  'timeline.openFinding': { needs: 'nothing', run: (context, args) => openTimelineFinding(context, args) },
  'timeline.toggle': { needs: 'nothing', run: ({ timeline }, [kind]) => timeline.toggle(kind) },
} as const satisfies CommandTable<typeof reviewContributions>;
