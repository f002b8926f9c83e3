// Findings as SARIF 2.1.0, which other tools read: code scanning, editors, dashboards.

import { wholeCharacters } from '../base/cut.ts';
import { withoutTricks } from '../base/outsideText.ts';
import { isCollab, isUnresolved, type LedgerFinding } from '../findings/ledgerFinding.ts';
import { findingUri, linkOf } from '../findings/reading/findingLink.ts';

export interface SarifSource {
  /** Party's version. */
  readonly version: string;
  /** The reviewed change; findings of one change keep their fingerprints. */
  readonly cycle: string | null;
}

/** Fixed findings are left out; rejected and out-of-scope ones are suppressed results. */
export function toSarif(findings: readonly LedgerFinding[], { version, cycle }: SarifSource) {
  const results = findings.filter(({ state }) => state !== 'fixed');
  const rules = [...new Set(results.map(ruleOf))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Party',
            version,
            rules: rules.map((id) => ({ id, shortDescription: { text: messageText(id) } })),
          },
        },
        ...(cycle === null ? {} : { automationDetails: { id: `party/${encodeURIComponent(cycle)}` } }),
        // Leaves out the project's path on this machine, which is private.
        originalUriBaseIds: { [sourceRoot]: { description: { text: 'The top level of the project' } } },
        columnKind: 'utf16CodeUnits',
        results: results.map((finding) => ({
          ruleId: ruleOf(finding),
          ruleIndex: rules.indexOf(ruleOf(finding)),
          level: finding.severity === 'blocking' ? 'error' : 'note',
          message: { text: messageText(wordsOf(finding)) },
          locations: locationsOf(finding),
          partialFingerprints: { 'partyFinding/v1': fingerprint(finding, cycle) },
          ...suppressionsOf(finding),
          properties: propertiesOf(finding, cycle),
        })),
      },
    ],
  };
}

const sourceRoot = '%SRCROOT%';

/** What SARIF itself has no field for. */
function propertiesOf(finding: LedgerFinding, cycle: string | null) {
  return {
    key: finding.key,
    state: finding.state,
    severity: finding.severity,
    rounds: finding.raised.map(({ round }) => round),
    ...(finding.origin === undefined ? {} : { origin: finding.origin }),
    link: findingUri(linkOf(finding, cycle)),
    ...repliesOf(finding),
    ...(finding.linked ? {} : { file: withoutTricks(finding.file) }),
  };
}

/** Collab's findings do not belong to one change, so their fingerprint has no cycle. */
function fingerprint(finding: LedgerFinding, cycle: string | null): string {
  return [isCollab(finding) ? 'collab' : (cycle ?? ''), finding.document ?? '', finding.key].join('/');
}

function ruleOf({ category }: LedgerFinding): string {
  return withoutTricks(category).trim() || 'finding';
}

function wordsOf({ description, suggestion }: LedgerFinding): string {
  const said = [description, suggestion].map((text) => withoutTricks(text).trim()).filter((text) => text !== '');
  return said.length === 0 ? '(no description)' : said.join('\n\n');
}

/** A name that is not a file of the project would lead nowhere or outside it, so it is only a property. */
function locationsOf({ file, linked, line }: LedgerFinding) {
  if (!linked) return [];
  const artifactLocation = { uri: file.split('/').map(uriPart).join('/'), uriBaseId: sourceRoot };
  return [{ physicalLocation: { artifactLocation, ...(line === null ? {} : { region: { startLine: line } }) } }];
}

/** Half a character, which UTF-8 cannot encode, becomes U+FFFD. */
function uriPart(part: string): string {
  return encodeURIComponent(wholeCharacters(part));
}

function suppressionsOf(finding: LedgerFinding) {
  // In SARIF, an empty list means checked and not suppressed.
  if (isUnresolved(finding)) return { suppressions: [] };
  const justification = finding.reason === null ? {} : { justification: withoutTricks(finding.reason) };
  return { suppressions: [{ kind: 'external', status: 'accepted', ...justification }] };
}

/** SARIF has no place for a conversation. */
function repliesOf({ replies = [] }: LedgerFinding) {
  if (replies.length === 0) return {};
  return { replies: replies.map(({ at, by, text }) => ({ at, by, text: withoutTricks(text) })) };
}

/** In a SARIF message, braces are placeholders and square brackets make links (sections 3.11.5 and 3.11.6). */
function messageText(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&').replace(/[{}]/g, '$&$&');
}
