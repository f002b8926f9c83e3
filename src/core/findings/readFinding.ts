// Reads one entry of the list. Every entry stays in the list; one that Party cannot understand counts as blocking.

import type { Warn } from './codes.ts';
import { type Finding, limits, type ProjectFiles, type Severity } from './finding.ts';
import { readFile, readLine } from './place.ts';
import { JsonObject, type JsonValue } from './repairJson.ts';
import { cleanText } from './text.ts';
import { ignoreVerdicts } from './verdicts.ts';

export interface ReadFinding {
  readonly finding: Omit<Finding, 'id'>;
  /** Party chose the severity, so the reviewer's own counts may differ. */
  readonly unclear: boolean;
}

export function readFinding(value: JsonValue, project: ProjectFiles, warn: Warn): ReadFinding {
  if (!(value instanceof JsonObject)) {
    warn('finding-not-object');
    const description = value === null ? 'null' : cleanText(value, warn);
    const place = { file: '', linked: false, line: null };
    return {
      finding: { ...place, severity: 'blocking', category: '', description, suggestion: '' },
      unclear: true,
    };
  }
  ignoreVerdicts(value, warn);
  const severity = readSeverity(value, warn);
  const [file, category, description] = ['file', 'category', 'description'].map((key) => takeLast(value, key, warn));
  const texts = {
    category: cleanText(category, warn, limits.category),
    description: cleanText(description, warn),
    suggestion: cleanText(takeLast(value, 'suggestion', warn), warn),
  };
  const wrong = typeof category !== 'string' || typeof description !== 'string';
  if (file === undefined || wrong || texts.category.trim() === '' || texts.description.trim() === '') {
    warn('field-missing');
  }
  const line = takeLast(value, 'line', warn);
  if (isPlaceholder(file, description)) warn('placeholder-finding');
  return {
    finding: {
      ...readFile(file, project, warn),
      line: readLine(line, warn),
      severity: severity ?? 'blocking',
      ...texts,
    },
    unclear: severity === undefined,
  };
}

/** Takes the last value of a repeated key, as JSON.parse does, but warns. */
export function takeLast(object: JsonObject, key: string, warn: Warn): JsonValue | undefined {
  const values = object.all(key);
  if (values.length > 1) warn('repaired-json');
  return values.at(-1);
}

/** Undefined means unknown: Party does not translate other scales such as critical or minor. */
function readSeverity(object: JsonObject, warn: Warn): Severity | undefined {
  const known = object.all('severity').map((value) => severities.get(spelling(value)));
  const [first] = known;
  if (first === undefined || known.some((one) => one !== first)) {
    warn('severity-unknown');
    return undefined;
  }
  if (object.all('severity').some((value) => value !== first)) warn('severity-normalised');
  return first;
}

function spelling(value: JsonValue): string {
  return typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replace(/[\p{Pd}_\s]+/gu, '')
    : '';
}

const severities = new Map<string, Severity>([
  ['blocking', 'blocking'],
  ['nonblocking', 'non-blocking'],
]);

/** The unchanged example from the request, or a "finding" that says there is none. */
function isPlaceholder(file: JsonValue | undefined, description: JsonValue | undefined): boolean {
  if (file === '' && description === '') return true;
  if (typeof file === 'string' && placeholderFile.test(file)) return true;
  return typeof description === 'string' && description.length < 80 && placeholderText.test(description);
}

const placeholderFile = /^(?:<.*>|\.{3}|…|(?:\.?\/)?path\/to\/.*|(?:relative|file)[ /]path.*)$/i;
const placeholderText =
  /^[\s<[{(]*(?:\.{3}|…|string|text|todo|tbd|n\/a|none|placeholder|description|the description|(?:short |one )?description of the (?:issue|problem|finding)|what is wrong.*|describe .*|no (?:issues|problems|findings)(?: (?:were )?found)?)[\s>\]}).]*$/i;
