// Finds the one JSON document in a model's text. When in doubt it finds none, because a wrong guess could hide a
// finding.

import type { IntakeError, Warn } from './codes.ts';
import { type JsonFailure, JsonObject, type JsonValue, parseAt } from './repairJson.ts';

export type Located =
  | { readonly kind: 'document'; readonly document: JsonObject }
  | { readonly kind: 'failed'; readonly error: IntakeError };

export function locate(text: string, warn: Warn): Located {
  const start = text.search(/\S/);
  const whole = parseAt(text, start);
  if (whole.kind === 'value' && text.slice(whole.end).trim() === '') {
    if (whole.repaired) warn('repaired-json');
    return asDocument(whole.value, warn);
  }
  if (whole.kind === 'failed' && whole.why !== 'not-json') return failed(whole.why);
  const { candidates, failure, others } = scan(text);
  const [first] = candidates;
  if (first === undefined) return failed(failure ?? (others > 0 ? 'findings-missing' : 'not-json'));
  const outside = outsideOf(text, candidates);
  if (candidates.some((one) => one.raw !== first.raw) || documentSigns.test(outside)) {
    return failed('ambiguous-document');
  }
  const before = text.slice(0, first.start);
  if (opens(before) > 0) return failed('not-json');
  const prose = before.trimEnd();
  // Only the last line matters, and an unanchored expression is slow on a long text.
  const fence = openingFence.exec(prose.slice(-longestFence))?.[0];
  if (fence !== undefined) warn('unwrapped-fence');
  if (prose.slice(0, prose.length - (fence?.length ?? 0)).trim() !== '') warn('leading-text');
  const after = text.slice(first.end);
  if ((fence !== undefined ? after.replace(closingFence, '') : after).trim() !== '') warn('trailing-text');
  if (first.repaired) warn('repaired-json');
  return asDocument(first.value, warn);
}

interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly value: JsonValue;
  readonly repaired: boolean;
}

/** Every value in the text that could be the document. */
function scan(text: string): { candidates: Candidate[]; failure: JsonFailure | undefined; others: number } {
  const candidates: Candidate[] = [];
  let failure: JsonFailure | undefined;
  let others = 0;
  // Broken attempts may overlap; this limit keeps a hostile text from making the search quadratic.
  let work = 4 * text.length + 1_000_000;
  const bracket = /[{[]/g;
  for (let match = bracket.exec(text); match !== null; match = bracket.exec(text)) {
    const start = match.index;
    const parsed = parseAt(text, start);
    if (parsed.kind === 'failed') {
      if (parsed.why !== 'not-json') failure = parsed.why;
      else if (others === 0) failure ??= parsed.why;
      work -= parsed.at - start + 100;
      if (parsed.why !== 'not-json' || work < 0) break;
      continue;
    }
    bracket.lastIndex = parsed.end;
    const { value, end, repaired } = parsed;
    if (isDocument(value)) candidates.push({ start, end, raw: text.slice(start, end), value, repaired });
    else if (value instanceof JsonObject && value.entries.size > 0) others++;
  }
  return { candidates, failure, others };
}

function isDocument(value: JsonValue): boolean {
  if (value instanceof JsonObject) return value.has('findings');
  return Array.isArray(value) && value.some((one) => isDocument(one) || isFinding(one));
}

function asDocument(value: JsonValue, warn: Warn): Located {
  if (value instanceof JsonObject) return { kind: 'document', document: value };
  // An empty list is rejected: it may not even be a list of findings.
  if (!Array.isArray(value) || !isDocument(value)) return failed('not-an-object');
  const documents = value.filter((one) => one instanceof JsonObject && one.has('findings'));
  const [only] = documents;
  if (only instanceof JsonObject) {
    if (value.length > 1) return failed('ambiguous-document');
    warn('wrapped-array');
    return { kind: 'document', document: only };
  }
  if (!value.some(isFinding)) return failed('not-an-object');
  warn('wrapped-array');
  const document = new JsonObject();
  document.entries.set('findings', [value]);
  return { kind: 'document', document };
}

function isFinding(value: JsonValue): boolean {
  return value instanceof JsonObject && findingKeys.filter((key) => value.has(key)).length >= 2;
}

function outsideOf(text: string, candidates: readonly Candidate[]): string {
  const starts = [0, ...candidates.map((one) => one.end)];
  return starts.map((start, index) => text.slice(start, candidates[index]?.start)).join('\n');
}

/** How many brackets are open at the end of the text before the document. */
function opens(text: string): number {
  return (text.match(/[{[]/g)?.length ?? 0) - (text.match(/[}\]]/g)?.length ?? 0);
}

function failed(error: IntakeError): Located {
  return { kind: 'failed', error };
}

const findingKeys = ['severity', 'description', 'file', 'line'];
/** Outside the document these belong to another document, or to findings that fell out of the list. */
const documentSigns = /["'](?:findings|severity)["']\s*:/;
const openingFence = /(?:`{3,}|~{3,})[^\n`~{[]*$/;
const longestFence = 100;
const closingFence = /^\s*(?:`{3,}|~{3,})/;
