// Whether a party of demo agents has not played a scene yet. Then the editor tells the user what to type.

import { author } from '../base/role.ts';
import { hasCollab } from '../collab/collabText.ts';
import { hasPlan } from '../plan/planText.ts';
import type { Status } from './status.ts';

export function isFirstScene(status: Pick<Status, 'agents' | 'review' | 'plan' | 'collab'>): boolean {
  const claude = status.agents.find(({ role }) => role === author);
  const waits = claude?.demo === true && claude.state === 'idle';
  return waits && status.review.kind === 'none' && !hasPlan(status) && !hasCollab(status);
}
