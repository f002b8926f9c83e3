// The verbs of the shipped program about collab.

import { join, relative } from 'node:path';
import * as z from '../../core/base/schema.ts';
import { planPath } from '../../core/plan/plan.ts';
import { option, ProgramRemark, verbs } from '../app/callVerb.ts';
import type { Folder } from '../app/snapshot.ts';

const Acted = z.looseObject({ changed: z.boolean(), remarks: z.array(ProgramRemark) });
/** `changed` is false when nothing had to change. */
export type Acted = z.infer<typeof Acted>;

export type CollabVerb = 'pause' | 'resume' | 'skip' | 'cancel' | 'complete';

const verb = verbs(['collab'], { timeoutMs: 60_000, by: 'human' });

export const collabProgram = {
  start: verb(Acted, (design?: string) => ['start', ...option('design', design)]),
  act: verb(Acted, (name: CollabVerb) => [name]),
};

/** The value for `--design`. Undefined for the project's plan, because that file may not exist yet. */
export function designOption({ path, top }: Pick<Folder, 'path' | 'top'>, design: string): string | undefined {
  return design === join(top, planPath) ? undefined : relative(path, design);
}
