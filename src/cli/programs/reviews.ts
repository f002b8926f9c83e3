// Bundle of the verbs with which Claude asks Codex.

import { tmuxCodex } from '../messages/tmuxCodex.ts';
import { programOf } from '../party/program.ts';
import { review } from '../review/review.ts';

export const run = programOf([review, tmuxCodex]);
