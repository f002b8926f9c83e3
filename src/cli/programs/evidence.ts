// Bundle of the verbs for evidence about the code and for Codex's budget.

import { budget } from '../codex/budget.ts';
import { programOf } from '../party/program.ts';
import { evidence } from '../review/evidence.ts';

export const run = programOf([evidence, budget]);
