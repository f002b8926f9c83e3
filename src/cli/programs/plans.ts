// Bundle of the verbs that put a plan first.

import { programOf } from '../party/program.ts';
import { plan } from '../plan/plan.ts';
import { worktree } from '../worktree/worktree.ts';

export const run = programOf([plan, worktree]);
