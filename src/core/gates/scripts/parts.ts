// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of sh

// The building blocks of the scripts. Each script contains its parts as text and sources no common file: bash as sh
// (macOS) exits with 1 when a sourced file is missing, and Claude Code does not treat 1 as a denial.

import { keptCertificates, setCertificatesAsideInShell } from './certificates.ts';

export type ScriptLines = readonly string[];

/** Tells readers of a script where it comes from. */
export const generatedLine = '# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.';

export function head(...about: ScriptLines): ScriptLines {
  return ['#!/bin/sh', ...about.map((line) => `# ${line}`), generatedLine];
}

export const onlyInParty = '[ -n "${PARTY_SESSION:-}" ] || exit 0';
export const readStdin = 'input=$(cat)';
/**
 * The same where most inputs are short: the shell itself reads these faster than it starts cat. From about 3 kB on, cat
 * is faster, because a shell reads byte by byte. The client writes one line; if there are more, cat reads them.
 */
export const readShortStdin: ScriptLines = [
  'more=',
  'IFS= read -r input && { IFS= read -r more || [ -n "$more" ]; } && input="$input',
  '$more',
  '$(cat)"',
];

/** Less than the time that the client gives a gate, and more than any client takes to write. */
const patience = 20;

/** The denial of a gate that cannot decide. */
export function closedOf(name: string): string {
  return `closed() { echo "Party: ${name} could not decide ($1), so this is denied. See: party gates check" >&2; exit 2; }`;
}

/** Ends some time later, unless it is killed first. Its end interrupts the shell; no other limit works in every sh. */
const startTimer = `dog=; [ ! -x /bin/sleep ] || { /bin/sleep ${patience} </dev/null >/dev/null 2>&1 & dog=$!; }`;
const tooLate = `closed 'the call did not come to its end in ${patience} s'`;

/**
 * Reads the input for a gate. A caller that keeps its end open must not let the call through when the client's time is
 * up.
 */
export const readGuardedStdin: ScriptLines = [
  `trap "${tooLate}" CHLD`,
  startTimer,
  '# In bash as sh, the timer does not interrupt read.',
  `more= limit=; [ -z "\${BASH_VERSION:-}" ] || limit='-t ${patience + 4}'`,
  'IFS= read -r $limit input && while IFS= read -r $limit more || [ -n "$more" ]; do input="$input',
  '$more"; done',
  'trap - CHLD; [ -z "$dog" ] || kill "$dog" 2>/dev/null',
];

/** Pipes the hook's input into the command that follows. */
export const giveInput = 'printf \'%s\' "$input" | ';
export const hookBundle = 'dist/hook.cjs';

/** An absolute path: a relative one would be a program of whatever project the agent is in. */
const partyNode = '[ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ] && [ "$PARTY_NODE" != "${PARTY_NODE#/}" ]';
/** For this process only: inside an editor PARTY_NODE is Electron. */
const asNode = 'ELECTRON_RUN_AS_NODE=1 ';

/** Before a start of Party's Node that is not a gate's. */
export const setAside: ScriptLines = [
  '# Node 20 would read all of these at its start. Programs that Party starts get the variable again.',
  setCertificatesAsideInShell,
];

/** Runs PARTY_NODE if it is set, or else the Node on the PATH; `before` and `behind` are the text around the program. */
export function withNode(behind: string, before = ''): ScriptLines {
  return [
    `if ${partyNode}; then`,
    `  ${before}${asNode}"$PARTY_NODE" ${behind}`,
    'else',
    `  ${before}node ${behind}`,
    'fi',
  ];
}

/** The same with `exec`, so that Node replaces the script. */
export function becomeNode(behind: string, otherwise: ScriptLines = []): ScriptLines {
  return [
    `if ${partyNode}; then`,
    `  ${asNode}exec "$PARTY_NODE" ${behind}`,
    'fi',
    ...otherwise,
    `exec node ${behind}`,
  ];
}

/**
 * The programs of a hook do not come from the project, whose settings can set any variable of Claude's. A folder around
 * the user's home is not a project.
 */
const outsideProject: ScriptLines = [
  // `top` belongs to the scripts: the plan gate's is the folder that it found.
  'here=$PWD project=${CLAUDE_PROJECT_DIR:-$PWD}',
  'CDPATH= cd -P -- "$project" 2>/dev/null; tree=$PWD; cd -- "$here"; CDPATH= cd -P . 2>/dev/null; real=$PWD',
  '# The agent may be in a folder of the project.',
  'rise() { up=$1; while [ -n "$up" ] && [ ! -e "$up/.git" ]; do up=${up%/*}; done; }',
  'rise "$tree"; tree=${up:-$tree}; rise "$real"; around=${up:-$real}',
  'inside() { case ${HOME:-/}/ in "$1"/*) return 1 ;; esac; case $2 in "$1"/* | "$1") ;; *) return 1 ;; esac; }',
  'within() { inside "$here" "$1" || inside "$around" "$1" || inside "${project%/}" "$1" || inside "$tree" "$1"; }',
  '# Also through links: the builtin cd finds the real path of a folder.',
  'strange() {',
  '  case $1 in */../* | */./* | *//* | */.. | */.) return 0 ;; /*) ;; *) return 0 ;; esac',
  '  ! within "$1" || return 0',
  '  CDPATH= cd -P -- "$1" 2>/dev/null || return 1',
  '  folder=$PWD; cd -- "$real"; within "$folder"',
  '}',
  '# The same for a program.',
  'foreign() {',
  '  case $1 in /*/*) ! strange "${1%/*}" || return 0 ;; /*) ;; *) return 0 ;; esac',
  '  [ -L "$1" ] || return 1',
  '  target=$(PATH=/usr/bin:/bin readlink -f -- "$1" 2>/dev/null) && within "$target"',
  '}',
];
/** Through these Node would run or write something: also compiled code, which it takes from a cache without a look at it. */
const nodeReads = [
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_COMPILE_CACHE', 'NODE_V8_COVERAGE', 'NODE_REDIRECT_WARNINGS'],
  ...['OPENSSL_CONF', 'OPENSSL_MODULES', 'OPENSSL_ENGINES'],
];

const cleanPath: ScriptLines = [
  '# The plan gate has to know which programs the agent would run.',
  'export PARTY_CALLER_PATH="$PATH"',
  'set -f; IFS=:; path=',
  'for entry in $PATH; do strange "${entry%/}" || path=$path:$entry; done',
  `unset IFS ${nodeReads.join(' ')} BASH_ENV ENV; PATH=\${path#:}`,
  '# Libraries of the project are not loaded either.',
  `case " \${LD_PRELOAD:-} \${LD_AUDIT:-} \${LD_LIBRARY_PATH:-}" in *[\\ :][!/\\ :]* | *"$tree"* | *"$around"*) unset LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH ;; esac`,
];

/** For a hook that is not a gate: a Node of the project is not used. */
export const tidy: ScriptLines = [
  ...outsideProject,
  '[ -z "${PARTY_NODE:-}" ] || ! foreign "$PARTY_NODE" || unset PARTY_NODE',
  ...cleanPath,
  ...setAside,
];
const tidyOrClose: ScriptLines = [
  ...outsideProject,
  `[ -z "\${PARTY_NODE:-}" ] || ! foreign "$PARTY_NODE" || closed 'PARTY_NODE must be an absolute path of a Node outside the project'`,
  '# The plan gate has to know what the agent would run with.',
  ...[...nodeReads, 'BASH_ENV', 'ENV', 'LD_PRELOAD', 'LD_AUDIT', 'LD_LIBRARY_PATH'].map(
    (name) => `export PARTY_CALLER_${name}="\${${name}:-}"`,
  ),
  ...cleanPath,
];

/** Not made absolute, which would take a subshell: Node finds the real path by itself. */
export const findHook = `case $0 in /*) hook=\${0%/*} ;; *) hook=$PWD/\${0%/*} ;; esac; hook=$hook/../../../${hookBundle}`;

/** The end of an observer: the agent continues whatever happens. */
export function observe(name: string): ScriptLines {
  return [findHook, ...tidy, ...withNode(`"$hook" ${name} 2>/dev/null`), 'exit 0'];
}

/** The same for a script that has read the input. */
export function observeInput(name: string): ScriptLines {
  return [findHook, ...tidy, ...ask(`"$hook" ${name} 2>/dev/null`), '(ask <<END', ...inputAndEnd, ')', 'exit 0'];
}

/** The end of a gate that has read the input: every failure denies, with the reason on stderr. */
export function decide(name: string): ScriptLines {
  return [...askOf(name), 'out=$(ask <<END', ...inputAndEnd, `) || ${failed}`, giveAnswer];
}

/** The same for a gate that may not have read the input, which Node then reads itself. */
export function decideEither(name: string, more: string): ScriptLines {
  return [
    ...askOf(name, more),
    'if [ -n "${input+x}" ]; then',
    ...['  out=$(ask <<END', ...inputAndEnd, ')'],
    'else',
    '  out=$(ask)',
    `fi || ${failed}`,
    giveAnswer,
  ];
}

/** A here-document, because a pipe would take another process. */
const inputAndEnd: ScriptLines = ['$input', 'END'];
const failed = `closed "${hookBundle} failed with $?"`;
const giveAnswer = `case $out in '{}') exit 0 ;; '{"hookSpecificOutput":'*'}') printf '%s\\n' "$out" ;; *) closed '${hookBundle} gave no answer' ;; esac`;

function askOf(name: string, more = ''): ScriptLines {
  return [
    findHook,
    ...tidyOrClose,
    '# A gate asks no server itself, and Node 20 would read all of these at its start, for longer than the gate works.',
    `unset NODE_EXTRA_CA_CERTS ${keptCertificates}`,
    `{ ${partyNode}; } || command -v node >/dev/null 2>&1 || closed 'there is no node on the PATH outside the project, and PARTY_NODE names none'`,
    ...ask(`"$hook" ${name}${more} 2>/dev/null`, endInTime),
  ];
}

/** A function that becomes Node, so it is called in a subshell. */
function ask(behind: string, first: ScriptLines = []): ScriptLines {
  return ['ask() {', ...[...first, ...becomeNode(behind)].map((line) => `  ${line}`), '}'];
}

/**
 * In seconds of the processor. The timer in Node cannot fire while Node computes, and a client that gives up on a gate
 * lets the call through.
 */
const longestComputing = 5;
const endInTime: ScriptLines = [`ulimit -t ${longestComputing} 2>/dev/null`];

export interface WalkUp {
  readonly name: string;
  /** Sets `top` to the folder `$1`. */
  readonly start: ScriptLines;
  /** True when `$top` is the folder that the script looks for. */
  readonly found: ScriptLines;
  /** Sets `top` to the parent folder. */
  readonly up: string;
}

/** A function that looks for a project from a folder upwards, without leaving the repository it starts in. */
export function walkUp({ name, start, found, up }: WalkUp): ScriptLines {
  return [
    `${name}() {`,
    ...start.map((line) => `  ${line}`),
    `  until ${found.join(' || ')}; do`,
    '    { [ -n "$top" ] && [ ! -f "$top/.git" ] && [ ! -e "$top/.git/HEAD" ]; } || return 1',
    `    ${up}`,
    '  done',
    '}',
  ];
}

/** Also true for a broken link. */
export function isThere(file: string): ScriptLines {
  return [`[ -e "$top/${file}" ]`, `[ -L "$top/${file}" ]`];
}
