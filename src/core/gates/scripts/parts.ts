// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of sh

// The parts that scripts are made of. Each script holds its parts as text and reads no common file: bash as sh (macOS)
// ends with 1 when a file that it is to read is missing, which Claude Code does not take for a denial.

export type ScriptLines = readonly string[];

/** By this line everyone can see where a script comes from. */
export const generatedLine = '# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.';

export function head(...about: ScriptLines): ScriptLines {
  return ['#!/bin/sh', ...about.map((line) => `# ${line}`), generatedLine];
}

export const onlyInParty = '[ -n "${PARTY_SESSION:-}" ] || exit 0';
export const readInput = 'input=$(cat)';
/** Into the standard input of what stands behind it. */
export const giveInput = 'printf \'%s\' "$input" | ';
export const hookBundle = 'dist/hook.cjs';

const partyNode = '[ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]';
/** Only for this one process: inside an editor PARTY_NODE is Electron. */
const asNode = 'ELECTRON_RUN_AS_NODE=1 ';

interface NodeCall {
  /** What stands before the program, and what behind it. */
  readonly before?: string;
  readonly behind: string;
  /** ScriptLines that come first where the node on the PATH is taken. */
  readonly otherwise?: ScriptLines;
}

/** Which Node runs: PARTY_NODE if it is there, else the one on the PATH. */
export function withNode({ before = '', behind, otherwise = [] }: NodeCall): ScriptLines {
  return [
    `if ${partyNode}; then`,
    `  ${before}${asNode}"$PARTY_NODE" ${behind}`,
    'else',
    ...otherwise.map((line) => `  ${line}`),
    `  ${before}node ${behind}`,
    'fi',
  ];
}

/** The same in the place of the script. */
export function becomeNode(behind: string, otherwise: ScriptLines = []): ScriptLines {
  return [
    `if ${partyNode}; then`,
    `  ${asNode}exec "$PARTY_NODE" ${behind}`,
    'fi',
    ...otherwise,
    `exec node ${behind}`,
  ];
}

/** The folder of the script, as it really is. */
export function findHere(otherwise: string): string {
  return `here=$(CDPATH= cd -- "\${0%/*}" && pwd -P) || ${otherwise}`;
}

/** The last part of an observer: whatever happens, the agent goes on. */
export function observe(name: string, before = ''): ScriptLines {
  return [
    findHere('exit 0'),
    `hook=$here/../../../${hookBundle}`,
    ...withNode({ before, behind: `"$hook" ${name} 2>/dev/null` }),
    'exit 0',
  ];
}

/** The last part of a gate: whatever goes wrong denies, with the reason on stderr. */
export function decide(name: string, more = ''): ScriptLines {
  const [first, ...rest] = withNode({
    before: `out=$(${giveInput}`,
    behind: `"$hook" ${name}${more} 2>/dev/null)`,
    otherwise: ["command -v node >/dev/null 2>&1 || closed 'there is no node on the PATH, and PARTY_NODE names none'"],
  });
  return [
    `closed() { echo "Party: ${name} could not decide ($1), so this is denied. See: party gates check" >&2; exit 2; }`,
    findHere("closed 'its folder is gone'"),
    `hook=$here/../../../${hookBundle}`,
    first ?? '',
    ...rest.slice(0, -1),
    `fi || closed "${hookBundle} failed with $?"`,
    `case $out in '{}') exit 0 ;; '{"hookSpecificOutput":'*'}') printf '%s\\n' "$out" ;; *) closed '${hookBundle} gave no answer' ;; esac`,
  ];
}

export interface WalkUp {
  readonly name: string;
  /** Sets `top` to the folder `$1`. */
  readonly start: ScriptLines;
  /** True in the folder `$top` that is looked for. */
  readonly found: ScriptLines;
  /** Sets `top` to the folder above. */
  readonly up: string;
}

/** A function that looks for a project from a folder upwards; it does not leave the repository that it begins in. */
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

/** Also a link that leads nowhere. */
export function isThere(file: string): ScriptLines {
  return [`[ -e "$top/${file}" ]`, `[ -L "$top/${file}" ]`];
}
