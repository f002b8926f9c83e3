// Bundle of the verbs for work that begins with a plan.

import { programOf } from '../party/program.ts';
import { plan } from '../plan/plan.ts';
import { worktree } from '../worktree/worktree.ts';

export const run = programOf([plan, worktree]);
