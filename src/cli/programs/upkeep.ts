// Bundle of the verbs that maintain Party itself.

import { gates } from '../gates/gates.ts';
import { programOf } from '../party/program.ts';
import { log } from '../project/log.ts';
import { sweep } from '../session/sweep.ts';
import { doctor } from '../status/doctor.ts';

export const run = programOf([doctor, gates, log, sweep]);
