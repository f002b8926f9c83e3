// The rows of the Session view as data. Commands get one as their argument when they are run from the view.

import type { AgentStatus } from '../core/status.ts';
import type { Party, Snapshot } from './snapshot.ts';

export type Row =
  | { readonly kind: 'party'; readonly party: Party }
  | { readonly kind: 'role'; readonly party: Party; readonly agent: AgentStatus };

/** A single party needs no heading: its roles are the view. */
export function topRows({ parties }: Snapshot): Row[] {
  const [only, ...others] = parties;
  if (only !== undefined && others.length === 0) return roleRows(only);
  return parties.map((party) => ({ kind: 'party', party }));
}

export function childRows(row: Row): Row[] {
  return row.kind === 'party' ? roleRows(row.party) : [];
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'kind' in value && 'party' in value;
}

function roleRows(party: Party): Row[] {
  return party.status.agents.map((agent) => ({ kind: 'role', party, agent }));
}
