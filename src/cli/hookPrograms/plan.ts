// Bundle of the plan gate. Where the gate is on, every tool call starts it.

import type { Hook } from '../hooks/hook.ts';
import { planGate } from '../hooks/planGate.ts';

export const hooks: Readonly<Record<string, Hook>> = {
  'plan-gate': planGate,
};
