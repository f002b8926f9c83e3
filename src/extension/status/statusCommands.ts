// The commands about the state of the project.

import type { CommandTable } from '../app/editorCommand.ts';
import { showReviewPick } from './reviewPick.ts';
import type { statusContributions } from './statusContributions.ts';

export const statusCommands = {
  showReview: { needs: 'folders', run: showReviewPick },
} as const satisfies CommandTable<typeof statusContributions>;
