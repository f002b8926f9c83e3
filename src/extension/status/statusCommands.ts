// The commands about the state of the project.

import type { CommandTable } from '../app/editorCommand.ts';
import { copyDiagnostics, showDoctor } from './doctor/doctorActs.ts';
import { showReviewPick } from './reviewPick.ts';
import type { statusContributions } from './statusContributions.ts';

export const statusCommands = {
  doctor: { needs: 'nothing', run: showDoctor },
  copyDiagnostics: { needs: 'nothing', run: copyDiagnostics },
  showReview: { needs: 'folders', run: showReviewPick },
} as const satisfies CommandTable<typeof statusContributions>;
