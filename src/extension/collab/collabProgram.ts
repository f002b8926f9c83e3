// The verbs of the shipped program that are about collab. What a person chose stands behind `=`, so that it is no option.

import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { planPath } from '../../core/plan/plan.ts';
import { callParty, type Program, understood } from '../app/partyProgram.ts';
import type { Folder } from '../app/snapshot.ts';
import { asHuman } from '../plan/planProgram.ts';

const Acted = z.looseObject({ changed: z.boolean(), notes: z.array(z.string()) });
/** `changed` is false when it was so before; `notes` are what there is to say besides. */
export type Acted = z.infer<typeof Acted>;

type Place = Pick<Folder, 'path' | 'top'>;

export type CollabVerb = 'pause' | 'resume' | 'skip' | 'cancel' | 'complete';

/** `design` is its path. The plan of the project is not named: it may still have to be written. */
export function startCollab(program: Program, { path, top }: Place, design: string): Promise<Acted> {
  const isPlan = design === join(top, planPath);
  return call(program, path, ['start', ...(isPlan ? [] : [`--design=${relative(path, design)}`])]);
}

export function actOnCollab(program: Program, folder: string, verb: CollabVerb): Promise<Acted> {
  return call(program, folder, [verb]);
}

async function call(program: Program, folder: string, args: readonly string[]): Promise<Acted> {
  return understood(Acted, await callParty(asHuman(program), ['collab', ...args], { timeoutMs: 60_000, cwd: folder }));
}
