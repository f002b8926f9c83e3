// What is known while a line is read from left to right: where it is, and what its own variables hold.

export interface Scope {
  /** The directories it can be in; null when that cannot be known. */
  places: readonly string[] | null;
  /** Only what this line has set itself. */
  readonly variables: Map<string, string>;
  readonly aliases: Map<string, string>;
  /** Those that the line defines, and whether one leaves the directory. */
  readonly functions: Map<string, boolean>;
  readonly home: string | null;
  /** Its variables point git to another repository than the one of the directory. */
  elsewhere: boolean;
}

export function startScope(directory: string, home: string | null): Scope {
  return {
    places: [directory],
    variables: new Map(),
    aliases: new Map(),
    functions: new Map(),
    home,
    elsewhere: false,
  };
}

/** What a subshell changes, its parent does not see. */
export function copyOf(scope: Scope): Scope {
  return {
    ...scope,
    variables: new Map(scope.variables),
    aliases: new Map(scope.aliases),
    functions: new Map(scope.functions),
  };
}

/** After one of several ways was taken. */
export function joinInto(scope: Scope, others: readonly Scope[]): void {
  for (const other of others) {
    scope.places = union(scope.places, other.places);
    scope.elsewhere ||= other.elsewhere;
    for (const [name, value] of scope.variables) {
      if (other.variables.get(name) !== value) scope.variables.delete(name);
    }
    for (const [name, value] of other.aliases) scope.aliases.set(name, value);
    for (const [name, moves] of other.functions) scope.functions.set(name, moves || scope.functions.get(name) === true);
  }
}

/** More than this is no way that anybody walks. */
const mostPlaces = 8;

function union(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return null;
  const all = [...new Set([...a, ...b])];
  return all.length > mostPlaces ? null : all;
}

/** As `cd` does it: by the words of the path, not by where links lead. */
export function resolvePath(from: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${from}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The variables by which git, and gh with it, looks into another repository. */
export function leadsElsewhere(name: string): boolean {
  return /^GIT_(?:DIR|WORK_TREE|COMMON_DIR)$/.test(name);
}

/** By `cd` or by an option of a program; null when nobody knows where to. */
export function moveTo(scope: Scope, path: string | null): void {
  if (path?.startsWith('/') === true) scope.places = [resolvePath('/', path)];
  else scope.places = path === null ? null : (scope.places?.map((place) => resolvePath(place, path)) ?? null);
}
