// Bundle of `party status`.

import { programOf } from '../party/program.ts';
import { status } from '../status/status.ts';

export const run = programOf([status]);
