// Decides about a finding by the shipped program, as an agent does.

import * as z from 'zod/mini';
import type { TriageState } from '../../core/project/event.ts';
import { callParty, type Program, understood } from '../app/partyProgram.ts';

export interface Decision {
  readonly folder: string;
  readonly key: string;
  readonly as: TriageState;
  readonly reason?: string;
}

export async function triageFinding(program: Program, { folder, key, as, reason }: Decision): Promise<void> {
  // In one argument, so that a reason may begin with a dash.
  const because = reason === undefined ? [] : [`--reason=${reason}`];
  const called = await callParty(program, ['findings', 'triage', key, as, ...because], {
    timeoutMs: 30_000,
    cwd: folder,
  });
  understood(z.looseObject({}), called);
}
