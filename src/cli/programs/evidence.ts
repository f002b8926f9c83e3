// The bundle of what is proven about the code, and of what Codex may cost.

import { budget } from '../codex/budget.ts';
import { programOf } from '../party/program.ts';
import { evidence } from '../review/evidence.ts';

export const run = programOf([evidence, budget]);
