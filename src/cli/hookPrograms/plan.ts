// The bundle of the plan gate: where it is on, every call of a tool starts it.

import type { Hook } from '../hooks/hook.ts';
import { planGate } from '../hooks/planGate.ts';

export const hooks: Readonly<Record<string, Hook>> = {
  'plan-gate': planGate,
};
