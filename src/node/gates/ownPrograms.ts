// Whether a word of a command line runs this very installation of Party, and nothing from the project on the way.
// Before the plan is approved, the gate lets Party's own programs run; the project must not be able to put others in
// their place.

import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { OwnProgram } from '../../core/gates/plan/partyLine.ts';
import type { Paths } from '../project/paths.ts';
import {
  type CallPlace,
  callersPath,
  findOnPath,
  gitVariable,
  isInside,
  projectProgram,
  reachesInto,
} from './projectPrograms.ts';

export interface Installed extends CallPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly paths: Paths;
  /** The root of the Party that runs this gate. */
  readonly root: string;
}

const folders: Readonly<Record<OwnProgram, readonly string[]>> = {
  party: ['resources/bin'],
  'tmux-codex.sh': ['resources/bin', 'resources/claude/skills/codex-transport/scripts'],
};

/** `word` is a name, which the PATH resolves, or an absolute path. */
export function isOwnProgram(program: OwnProgram, word: string, installed: Installed): boolean {
  const file = word === program ? namedOnPath(program, installed) : word;
  if (file === undefined || !isPlain(file) || basename(file) !== program || isInside(file, installed)) return false;
  try {
    // `party` follows links to itself. `tmux-codex.sh` runs what is beside the name that it was called by.
    const folder = dirname(program === 'party' ? realpathSync(file) : join(realpathSync(dirname(file)), program));
    const isThere = folders[program].some((own) => folder === realpathSync(join(installed.root, own)));
    return isThere && realpathSync(file) === join(folder, program);
  } catch {
    return false;
  }
}

/** Shell and system may disagree on what is above a link, so `..` could lead to another folder for each of them. */
function isPlain(path: string): boolean {
  return isAbsolute(path) && resolve(path) === path;
}

/** Undefined when an entry that comes first could mean another folder for the shell. */
function namedOnPath(program: OwnProgram, { env, ...place }: Installed): string | undefined {
  const entries = callersPath(env);
  const at = entries.findIndex((entry) => findOnPath(program, place, { PATH: entry }) !== undefined);
  const before = entries.slice(0, at + 1).map((entry) => entry.replace(/(?<=.)\/+$/, ''));
  return at >= 0 && before.every(isPlain) ? join(before[at] ?? '', program) : undefined;
}

/** The programs that Party starts by their names. */
const startedByParty = ['sh', 'node', 'readlink', 'tmux', 'git', 'ps', 'gh', 'codex', 'claude'];

/** Variables through which Node, the loader or a shell would run or write something; each may name several files. */
const loaded = [
  ...['NODE_PATH', 'NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE', 'NODE_REDIRECT_WARNINGS', 'NODE_REPL_EXTERNAL_MODULE'],
  ...['LD_PRELOAD', 'LD_AUDIT', 'LD_LIBRARY_PATH', 'DYLD_INSERT_LIBRARIES', 'DYLD_LIBRARY_PATH'],
  ...['OPENSSL_CONF', 'OPENSSL_MODULES', 'OPENSSL_ENGINES', 'BASH_ENV', 'ENV', 'ZDOTDIR', 'TMUX_TMPDIR'],
];

/** Words of NODE_OPTIONS that neither run nor write anything. */
const harmlessOption =
  /^--(?:max-(?:old|semi)-space-size=\d+|no-warnings|no-deprecation|trace-(?:warnings|deprecation)|enable-source-maps|use-(?:openssl|system|bundled)-ca|dns-result-order=\w+)$/;

/** Why these programs would run or write something of the project; undefined when they would not. */
export function detourOf({ env, paths, ...place }: Installed): string | undefined {
  const program = startedByParty.find((name) => projectProgram(name, place, env) !== undefined);
  if (program !== undefined) return `Party would run ${program} of this project: ask the human to correct PATH`;
  const options = callersOwn('NODE_OPTIONS', env).split(/\s+/).filter(Boolean);
  if (!options.every((one) => harmlessOption.test(one))) return named('NODE_OPTIONS');
  const variable = loaded.find((name) => reachesInto(callersOwn(name, env), place)) ?? gitVariable(place, env);
  if (variable !== undefined) return named(variable);
  const folder = Object.values(paths).find((path) => isInside(resolve(path), place));
  return folder === undefined ? undefined : `Party keeps its state in ${folder}, which belongs to this project`;
}

/** The hooks' scripts take some variables away, and keep the agent's. Both count: the agent could set the second, too. */
function callersOwn(name: string, env: NodeJS.ProcessEnv): string {
  return `${env[`PARTY_CALLER_${name}`] ?? ''} ${env[name] ?? ''}`;
}

function named(variable: string): string {
  return `${variable} could make Party run or write something of this project: use the tools mcp__party__*, or ask the human to unset it`;
}
