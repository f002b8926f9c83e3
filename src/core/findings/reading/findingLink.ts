// The address of a finding. A click on it shows the finding in the editor, and does nothing else.

import { isCollab, type LedgerFinding } from '../ledgerFinding.ts';

/** As package.json names the publisher and the extension. */
export const extensionId = 'party.party';

export interface FindingAddress {
  readonly key: string;
  /** The change that it belongs to: another change has another `r1-F1`. Undefined when it is not known. */
  readonly change?: string;
}

/** `scheme` is that of the editor, with its colon: another one for other builds of it. */
export function findingUri({ key, change }: FindingAddress, scheme = 'vscode:'): string {
  const query = change === undefined ? '' : `?change=${encodeURIComponent(change)}`;
  return `${scheme}//${extensionId}/finding/${encodeURIComponent(key)}${query}`;
}

/** Collab's findings and those of a document do not belong to the change, and their keys are unique in the project. */
export function linkOf(
  finding: Pick<LedgerFinding, 'key' | 'document' | 'collab'>,
  cycle: string | null,
): FindingAddress {
  const isOfChange = cycle !== null && finding.document === null && !isCollab(finding);
  return { key: finding.key, ...(isOfChange ? { change: cycle } : {}) };
}

/**
 * Reads the decoded path and query of such an address. Undefined for everything that Party itself would not have
 * written: an address may come from any page or program.
 */
export function readFindingUri(path: string, query: string): FindingAddress | undefined {
  const [, key] = /^\/finding\/([^/]+)$/.exec(path) ?? [];
  if (key === undefined || !isFindingKey(key)) return undefined;
  if (query === '') return { key };
  const [, change] = /^change=([A-Za-z0-9][A-Za-z0-9_.-]{0,79})$/.exec(query) ?? [];
  return change === undefined ? undefined : { key, change };
}

/** `r1-F1`, `d2r1-F1` of a document, `c1r2-F3` of collab. */
export function isFindingKey(text: string): boolean {
  return text.length <= longestKey && keyForm.test(text);
}

/** The longest id of a reviewer, a number that made it unique, and the round before it. */
const longestKey = 100;
const keyForm = /^(?:[cd]\d{1,6})?r\d{1,6}-[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u;
