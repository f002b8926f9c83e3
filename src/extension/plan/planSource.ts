// What the machine says about plans, for the model.

import { gatelessClaudes } from '../../node/gates/gatelessClaudes.ts';
import { readPlan } from '../../node/plan/readPlan.ts';
import { withdrawPlan } from '../../node/plan/withdrawPlan.ts';
import type { Host } from '../app/host.ts';
import type { PlanSource } from './plans.ts';

export function planSource({ env, paths, log }: Pick<Host, 'env' | 'paths' | 'log'>): PlanSource {
  return {
    read: (top) => readPlan(paths, top),
    gateless: (top) => gatelessClaudes(env, top),
    async withdraw(top) {
      if (await withdrawPlan({ env, paths }, top))
        log.info(`The plan of ${top} has changed: its approval is withdrawn`);
    },
  };
}
