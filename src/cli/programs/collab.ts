// Bundle of `party collab`.

import { collab } from '../collab/collab.ts';
import { programOf } from '../party/program.ts';

export const run = programOf([collab]);
