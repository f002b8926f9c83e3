// Bundle of the verbs for findings and tasks, which refer to each other.

import { findings } from '../findings/findings.ts';
import { programOf } from '../party/program.ts';
import { pm } from '../tasks/pm.ts';

export const run = programOf([findings, pm]);
