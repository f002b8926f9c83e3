// What is known while a line is read from left to right: its directory and its own variables.

import type { ShellWord } from './word.ts';

export interface Scope {
  /** The directories it may be in; null when unknown. */
  places: readonly string[] | null;
  /** Only variables that this line has set itself. */
  readonly variables: Map<string, string>;
  readonly aliases: Map<string, string>;
  /** The functions that the line defines, and whether each changes the directory. */
  readonly functions: Map<string, boolean>;
  readonly home: string | null;
  /** The line's variables point git to a repository other than the directory's. */
  elsewhere: boolean;
  /** The line's variables change git's configuration. */
  configured: boolean;
  /** The folders that the line puts on the PATH. */
  folders: readonly string[];
  /** The variables that the line gives to its programs. */
  given: readonly Given[];
  /** Every variable that is set from now on goes to the programs: `set -a`. */
  exporting: boolean;
}

/** A variable that a program gets. */
export interface Given {
  readonly name: string;
  readonly value: ShellWord | undefined;
}

export function startScope(directory: string, home: string | null): Scope {
  return {
    places: [directory],
    variables: new Map(),
    aliases: new Map(),
    functions: new Map(),
    home,
    elsewhere: false,
    configured: false,
    folders: [],
    given: [],
    exporting: false,
  };
}

/** A subshell's changes do not affect its parent. */
export function copyOf(scope: Scope): Scope {
  return {
    ...scope,
    variables: new Map(scope.variables),
    aliases: new Map(scope.aliases),
    functions: new Map(scope.functions),
  };
}

/** Combines the states after a branch. */
export function joinInto(scope: Scope, others: readonly Scope[]): void {
  for (const other of others) {
    scope.places = union(scope.places, other.places);
    scope.elsewhere ||= other.elsewhere;
    scope.configured ||= other.configured;
    if (scope.folders.length === 0) scope.folders = other.folders;
    scope.exporting ||= other.exporting;
    scope.given = [...new Set([...scope.given, ...other.given])];
    for (const [name, value] of scope.variables) {
      if (other.variables.get(name) !== value) scope.variables.delete(name);
    }
    for (const [name, value] of other.aliases) scope.aliases.set(name, value);
    for (const [name, moves] of other.functions) scope.functions.set(name, moves || scope.functions.get(name) === true);
  }
}

/** With more places than this, the directory counts as unknown. */
const mostPlaces = 8;

function union(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return null;
  const all = [...new Set([...a, ...b])];
  return all.length > mostPlaces ? null : all;
}

/** Resolves as `cd` does: by the text of the path, without following links. */
export function resolvePath(from: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${from}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Variables that make git, and with it gh, use another repository. */
export function leadsElsewhere(name: string): boolean {
  return /^(?:GIT_(?:DIR|WORK_TREE|COMMON_DIR)|GH_REPO|GH_HOST)$/.test(name);
}

/** By `cd` or by a program's option; null when the target is unknown. */
export function moveTo(scope: Scope, path: string | null): void {
  if (path?.startsWith('/') === true) scope.places = [resolvePath('/', path)];
  else scope.places = path === null ? null : (scope.places?.map((place) => resolvePath(place, path)) ?? null);
}
