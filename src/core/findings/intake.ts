// Reads a reviewer's findings file: tolerant in form, strict in meaning. It never throws and never drops an entry
// silently. It rejects a file that it cannot read, because an unreadable file is not a review without findings.

import { type IntakeError, type Warn, type WarningCode, warningCodes } from './codes.ts';
import { decode } from './decode.ts';
import { type Finding, type Intake, limits, type ProjectFiles } from './finding.ts';
import { assignIds } from './ids.ts';
import { locate } from './locate.ts';
import { type ReadFinding, readFinding, takeLast } from './readFinding.ts';
import { JsonObject, type JsonValue } from './repairJson.ts';
import { checkStats } from './stats.ts';
import { cleanText } from './text.ts';
import { ignoreVerdicts } from './verdicts.ts';

export function readFindings(bytes: Uint8Array, project: ProjectFiles = unknownProject): Intake {
  if (bytes.length > limits.bytes) return rejected('too-large');
  const seen = new Set<WarningCode>();
  const warn = (code: WarningCode) => void seen.add(code);
  const decoded = decode(bytes, warn);
  if (decoded.kind === 'failed') return rejected(decoded.error);
  const located = locate(decoded.text, warn);
  if (located.kind === 'failed') return rejected(located.error);
  const { document } = located;
  const list = readList(document, warn);
  if (typeof list === 'string') return rejected(list);

  ignoreVerdicts(document, warn);
  const read = list.map((value) => readFinding(value, project, warn));
  const filesReviewed = checkStats(takeLast(document, 'stats', warn), tally(read), warn);
  const summary = takeLast(document, 'summary', warn);
  if (summary !== undefined && summary !== null && typeof summary !== 'string') warn('summary-type');
  const ids = assignIds(list.map(idOf), warn);
  const findings = shortened(
    read.map(({ finding }, index) => ({ id: ids[index] ?? '', ...finding })),
    warn,
  );
  const text = cleanText(summary, warn);
  return {
    verdict: seen.size === 0 ? 'accept' : 'accept-with-warning',
    warnings: warningCodes.filter((code) => seen.has(code)),
    error: null,
    findings,
    blocking: findings.filter((finding) => finding.severity === 'blocking').length,
    summary: text,
    filesReviewed,
  };
}

/** Also for errors before the bytes could be read. */
export function rejected(error: IntakeError): Intake {
  return { verdict: 'reject', warnings: [], error, findings: [], blocking: 0, summary: '', filesReviewed: null };
}

const unknownProject: ProjectFiles = { roots: [], kind: () => 'absent' };

/** Keeps both lists when the same key appears twice, because the second may be the empty one. */
function readList(document: JsonObject, warn: Warn): JsonValue[] | IntakeError {
  const values = document.all('findings');
  const [first] = values;
  if (first === undefined) return 'findings-missing';
  const lists = values.filter((value) => Array.isArray(value));
  if (lists.length < values.length) return 'findings-not-array';
  const [list = []] = lists;
  if (lists.length === 1) return list;
  const text = JSON.stringify(list);
  const same = lists.every((other) => JSON.stringify(other) === text);
  warn(same ? 'repaired-json' : 'counts-disagree');
  return same ? list : lists.flat(1);
}

function tally(read: readonly ReadFinding[]): { blocking: number; nonBlocking: number; unclear: number } {
  const clear = read.filter((one) => !one.unclear);
  const blocking = clear.filter(({ finding }) => finding.severity === 'blocking').length;
  return { blocking, nonBlocking: clear.length - blocking, unclear: read.length - clear.length };
}

function idOf(value: JsonValue): JsonValue | undefined {
  return value instanceof JsonObject ? (value.all('id').at(-1) ?? null) : undefined;
}

/** Drops blocking findings last. */
function shortened(findings: readonly Finding[], warn: Warn): readonly Finding[] {
  if (findings.length <= limits.findings) return findings;
  warn('list-shortened');
  const blocking = findings.filter((finding) => finding.severity === 'blocking');
  const rest = findings.filter((finding) => finding.severity !== 'blocking');
  return [...blocking, ...rest].slice(0, limits.findings);
}
