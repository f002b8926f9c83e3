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

export const reviewCommands = {
  requestReview: { needs: 'folder', run: (context, folder) => requestReview(context, folder) },
  completeReview: { needs: 'folder', run: completeReview },
  approve: { needs: 'folder', run: approve },
  approveTargeted: { needs: 'folder', run: approveTargeted },
  requestReReview: { needs: 'folder', run: requestReReview },
  needsDiscussion: { needs: 'folder', run: needsDiscussion },
  nudgeCodex: { needs: 'folder', run: nudgeCodex },
  showTimeline: { needs: 'folder', run: ({ timeline }, folder) => timeline.show(folder) },
} as const satisfies CommandTable<typeof reviewContributions>;
