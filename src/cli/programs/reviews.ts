// The bundle of the verbs by which Claude asks Codex.

import { tmuxCodex } from '../messages/tmuxCodex.ts';
import { programOf } from '../party/program.ts';
import { review } from '../review/review.ts';

export const run = programOf([review, tmuxCodex]);
