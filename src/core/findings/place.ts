// Where a finding points to. A path that may lie outside the project is only text, and the editor never opens it.

import { withoutControls } from '../base/outsideText.ts';
import type { Warn } from './codes.ts';
import { limits, type ProjectFiles } from './finding.ts';
import { JsonObject, type JsonValue } from './repairJson.ts';
import { cleanText } from './text.ts';

export function readFile(
  value: JsonValue | undefined,
  project: ProjectFiles,
  warn: Warn,
): { file: string; linked: boolean } {
  if (typeof value === 'string') {
    const path = withinProject(value, project.roots);
    if (path !== undefined && isFile(path, project)) {
      if (path !== value) warn('file-relativised');
      return { file: path, linked: true };
    }
  }
  warn('file-unlinked');
  // The warning above covers the characters removed here.
  const text = typeof value === 'string' ? withoutControls(value) : value;
  return { file: cleanText(text, warn, limits.file), linked: false };
}

/** The path relative to the project; undefined when it may lie outside. */
export function withinProject(text: string, roots: readonly string[]): string | undefined {
  if (text.length > limits.file || text !== text.trim() || strange.test(text)) return undefined;
  const root = roots.find((candidate) => text.startsWith(`${candidate}/`));
  const relative = root === undefined ? text : text.slice(root.length + 1);
  if (relative.startsWith('/') || relative.endsWith('/')) return undefined;
  const parts: string[] = [];
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : parts.join('/');
}

/**
 * The change under review may have deleted a missing file, so its name decides: `src` is more likely a directory,
 * `Makefile` and `src/auth.ts` are files.
 */
function isFile(path: string, project: ProjectFiles): boolean {
  const kind = project.kind(path);
  if (kind !== 'absent') return kind === 'file';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.includes('.') || /^\p{Lu}/u.test(name);
}

/**
 * Not a plain relative path: a path of another system, a URI, `~` and variables that only a shell expands, a trailing
 * line number, a list, or characters that are invisible or change how the rest looks.
 */
const strange = /\\|^[\p{L}][\p{L}\p{N}+.-]*:|^~|[$`*?<>|"]|:\d+(?:[:-]\d+)?$|, |[\p{C}\p{Zl}\p{Zp}]/u;

export function readLine(value: JsonValue | undefined, warn: Warn): number | null {
  if (typeof value === 'number' && isLine(value)) return value;
  warn('line-adjusted');
  const line = firstLine(value);
  return line !== undefined && isLine(line) ? line : null;
}

function isLine(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= limits.line;
}

/** "42", "L42", "42-50", "42:7", 42.5, [42, 50], {"start": 42, "end": 50} */
function firstLine(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return Math.floor(value);
  if (typeof value === 'string') {
    const digits = /^\s*(?:lines?\s*|#?L)?(\d{1,9})(?![\d.]|[eE]\d)/i.exec(value)?.[1];
    return digits === undefined ? undefined : Number(digits);
  }
  if (Array.isArray(value)) return typeof value[0] === 'number' ? Math.floor(value[0]) : undefined;
  if (value instanceof JsonObject) {
    const start = value.all('start').at(-1) ?? value.all('line').at(-1);
    return typeof start === 'number' ? Math.floor(start) : undefined;
  }
  return undefined;
}
