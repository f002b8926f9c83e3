// What follows from the user's configuration. The program that wrote an event may have seen another configuration,
// because its caller chooses its environment; so the program that reads the log decides.

import type { EvidenceKind } from '../../project/evidenceKinds.ts';
import type { Evidence, EvidenceTable } from '../evidence.ts';
import { commandText } from './commandText.ts';

export interface Trust {
  /** The usual command of each kind. */
  readonly commands: Readonly<Partial<Record<EvidenceKind, readonly string[] | undefined>>>;
  readonly genericReviewer: boolean;
}

/** Without the evidence that only another configuration gives. */
export function trusted(evidence: EvidenceTable, trust: Trust | undefined): EvidenceTable {
  if (trust === undefined) return evidence;
  const without = (row: Evidence): Evidence => {
    const note = row.hash === null ? null : distrust(row, trust);
    return note === null ? row : { ...row, hash: null, note };
  };
  return Object.fromEntries(
    Object.entries(evidence).map(([kind, row]) => [kind, without(row)]),
  ) as unknown as EvidenceTable;
}

function distrust({ kind, command, unusual, configured, origin }: Evidence, trust: Trust): string | null {
  if (origin === 'generic' && !trust.genericReviewer) {
    return 'a generic program wrote the findings, and your configuration does not trust it (review.trustGenericReviewer)';
  }
  const usual = trust.commands[kind];
  // An unusual command counts because a human has accepted it.
  if (command === null || unusual !== null || JSON.stringify(configured) === JSON.stringify(usual)) return null;
  const now = usual === undefined ? 'names none' : `names ${commandText(usual)}`;
  return `${commandText(command)} ran with another configuration, and yours ${now}. Run it again`;
}
