// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of sh

// The scripts of the gates. Without Node they decide only that a call does not concern the gate, by the same
// words that the gate looks for.

import { gateFile, gateMark, gateMarks, planFolder } from '../../plan/plan.ts';
import { gitOptions, gitVerbs } from '../../shell/gitWords.ts';
import { interpreters, isVersioned } from '../../shell/kinds.ts';
import { feeders, launchers, shells } from '../../shell/launchers.ts';
import { forgePrograms, gitForges } from '../acts/forges.ts';
import { taskRunners } from '../acts/taskFiles.ts';
import { reviewBundle, reviewPrograms } from '../codexCalls.ts';
import type { GateName } from '../hooks.ts';
import { takesCodeFromInput } from '../inside.ts';
import { ownNames } from '../ownHooks.ts';
import { pullRequestWords } from '../pullRequest.ts';
import { writerNames } from '../state/lineWrites.ts';
import {
  closedOf,
  decide,
  decideEither,
  head,
  isThere,
  onlyInParty,
  readGuardedStdin,
  type ScriptLines,
  walkUp,
} from './parts.ts';
import { anyCaseOf, holds, holdsCharacter, oneOf, passOver, pipesInto, shortest } from './patterns.ts';

/** By the names of the gates. */
export function gateScripts(): Readonly<Record<GateName, ScriptLines>> {
  return {
    'codex-gate': codexGateScript(),
    'plan-gate': planGateScript(),
    'pr-gate': prGateScript(),
    'state-gate': stateGateScript(),
  };
}

const aGate = 'A gate: whatever goes wrong here denies, with the reason on stderr.';

function prGateScript(): ScriptLines {
  return [
    ...head('PreToolUse of Bash and of MCP tools: before a pull request is made.', aGate),
    // Also parts of the words: it is safer to start Node once too often.
    ...passWithout(
      'pr-gate',
      [...pullRequestWords, 'pulls', 'pullRequest', 'push', 'send-pack', 'statuses', 'check-runs'],
      passWithoutScript(),
    ),
    ...decide('pr-gate'),
  ];
}

function codexGateScript(): ScriptLines {
  return [
    ...head('PreToolUse of Bash: before tmux-codex.sh --review and --approve.', aGate),
    ...passWithout(
      'codex-gate',
      [...reviewPrograms, reviewBundle, 'codex', 'tmux', ...ownNames, 'hook', '-trace'],
      passWithoutWrite(),
    ),
    ...decide('codex-gate'),
  ];
}

/** A file of the project, reached without links, is none of the guarded ones unless one of them is in the project. */
function stateGateScript(): ScriptLines {
  return [
    ...head('PreToolUse of tools that write files, and of MCP tools: only Party writes what its gates rely on.', aGate),
    onlyInParty,
    closedOf('state-gate'),
    ...readGuardedStdin,
    'own=$PWD',
    '# True when the folder $1 is no part of the project and the project is no part of it. Builtins only: a process takes too long.',
    'apart() {',
    '  place=$1',
    '  CDPATH= cd -P -- "$1" 2>/dev/null && place=$PWD',
    '  case $place/ in "$top"/*) return 1 ;; esac',
    '  case $top/ in "$place"/*) return 1 ;; esac',
    '}',
    '# An input without its end is for Node, and so is a long one: to cut it here takes too long.',
    'ordinary() {',
    '  [ ${#input} -le 65536 ] || return 1',
    '  case $input in *\\}) ;; *) return 1 ;; esac',
    `  case \${input%%'"tool_input":'*} in *'"tool_name":"Write",' | *'"tool_name":"Edit",' | *'"tool_name":"MultiEdit",') ;; *) return 1 ;; esac`,
    `  file=\${input#*'"tool_input":{"file_path":"'}`,
    '  [ "$file" != "$input" ] && [ -n "${CLAUDE_PROJECT_DIR:-}" ] && [ -n "${HOME:-}" ] || return 1',
    `  file=\${file%%'"'*}`,
    '  CDPATH= cd -P -- "$CLAUDE_PROJECT_DIR" 2>/dev/null || return 1',
    '  top=$PWD folder=${file%/*}',
    '  case $file in *\\\\* | *[!A-Za-z0-9._-]) return 1 ;; "$top"/*) ;; *) return 1 ;; esac',
    '  [ ! -L "$file" ] && CDPATH= cd -P -- "$folder" 2>/dev/null && [ "$PWD" = "$folder" ] || return 1',
    '  apart "${PARTY_HOME:-${XDG_STATE_HOME:-$HOME/.local/state}/party}" && apart "${PARTY_STATE_ROOT:-/tmp}/party-${PARTY_SESSION#party-}" &&',
    '    apart "$HOME/.tmux-team" && apart "${PARTY_CONFIG_HOME:-$HOME/.tmux-team}" && apart "${XDG_CONFIG_HOME:-$HOME/.config}/tmux-team" && cd -- "$own" && apart "${0%/*}/../../.."',
    '}',
    'ordinary && exit 0',
    'cd -- "$own"',
    ...decide('state-gate'),
  ];
}

/**
 * Characters that can hide a word: quotes (JSON has a double one as \"), expansions, globs, braces, subshells, and two
 * of zsh: `^`, a glob, and `~`, because `~X` is the path in the variable X.
 */
const hiding = ['\\', "'", '$', '*', '?', '[', '{', '(', '`', '~', '^'];

/** Names under which a program opens its own input, which a shell would run. */
const inputNames = ['stdin', '/fd/'];

/** Programs that run what a file says, and those whose names are too short to be looked for inside words. */
const runsFiles = [
  ...[...shells, ...interpreters, 'source', 'npm', 'pnpm', 'yarn', 'make', 'gmake'],
  ...[...forgePrograms, ...Object.keys(gitForges), ...taskRunners],
];

/**
 * Ends the script unless a word is one of these programs, or a path where a program stands: Node looks into the file. A
 * separator inside a word is for Node too.
 */
function passWithoutScript(): ScriptLines {
  return [
    'set -f; first=1 git=',
    `for word in \${command%%'"'*}; do`,
    '  next=',
    '  case $word in',
    "    ';' | '&&' | '||' | '|' | '&') first=1 git= && continue ;;",
    "    '2>&1' | '>&2' | '1>&2') continue ;;",
    '    *\\;) word=${word%?} next=1 ;;',
    '    *[\\;\\&\\|]*) first=script && break ;;',
    '  esac',
    '  # A verb that git does not know is an alias, which may be anything.',
    '  # A setting of git may be a command.',
    '  [ "$git" != value ] || { case $word in *=*) first=script && break ;; esac; git=1 && continue; }',
    '  [ -z "$git" ] || case $word in',
    `    ${gitOptions.join(' | ')}) git=value && continue ;;`,
    '    -*) continue ;;',
    ...oneOf([...gitVerbs], '    ', 'git='),
    '    *) first=script && break ;;',
    '  esac',
    '  case $word in',
    '    [gG][iI][tT]) git=$first ;;',
    '    [gG][iI][tT]-*) first=script && break ;;',
    ...oneOf(
      runsFiles.map((name) => (isVersioned(name) ? `${anyCaseOf(name)}*` : anyCaseOf(name))),
      '    ',
      'first=script && break',
    ),
    '    *.[sS][hH] | *./*) first=script && break ;;',
    '    */* | .) [ -z "$first" ] || { first=script && break; } ;;',
    '  esac',
    '  # The program may follow after these.',
    '  case $word in',
    ...oneOf(['*=*', '-*', '[0-9]*', '!', ...Object.keys(launchers).map(anyCaseOf)], '    ', ''),
    ...oneOf(['if', 'then', 'elif', 'else', 'do', 'while', 'until', 'time'], '    ', 'first=1'),
    '    *) first=$next ;;',
    '  esac',
    'done',
    '[ "$first" = script ] || exit 0',
  ];
}

/** Programs that write the files which their words name. sed does with an option. */
const writing = [...writerNames, 'sed'];

/**
 * Ends the script unless a word names a place of Party's, or the line writes a file: Node knows where its links lead.
 */
function passWithoutWrite(): ScriptLines {
  return [
    '# By its last name, because the line may come from a folder beside it.',
    'home=${PARTY_HOME:-/party}; home=${home%/}',
    'case $head$command in',
    '  *"${home##*/}"* | *"/party-${PARTY_SESSION#party-}"* | *-[dD][eE][lL][eE][tT][eE]*) writes=1 ;;',
    '  *"${0%/*/*/*/*}/resources"* | *"${0%/*/*/*/*}/dist"*) writes=1 ;;',
    '  *) writes= ;;',
    'esac',
    `set -f; IFS=';| '`,
    `for word in \${command%%'"'*}; do`,
    "  case $word in '&&' | '2>&1' | '>&2' | '1>&2' | '>/dev/null' | '2>/dev/null') continue ;; *[\\>\\&]*) writes=1 && break ;; esac",
    '  word=${word##*/}',
    '  case ${word#[gG]} in',
    ...oneOf(writing.map(anyCaseOf), '    ', 'writes=1 && break'),
    '  esac',
    'done',
    'set +f; unset IFS',
    '[ -n "$writes" ] || exit 0',
  ];
}

/** Ends the script for a Bash command with none of the words and nothing that could hide one. */
function passWithout(name: string, words: readonly string[], otherwise: ScriptLines = ['exit 0']): ScriptLines {
  const runners = [...shells, ...interpreters.filter(takesCodeFromInput)];
  return [
    onlyInParty,
    closedOf(name),
    ...readGuardedStdin,
    '# Most commands hold no word of ours, no character that could hide one and no pipe into a program. Long ones are not cut here: it takes too long.',
    '# An input without its end is for Node, which denies it.',
    'whole=${input%\\}}',
    'if [ ${#input} -le 8192 ] && [ "$whole" != "$input" ]; then',
    `  head=\${input%%'"tool_input":'*}`,
    `  command=\${input#"$head"'"tool_input":{"command":"'}`,
    `  case $head in *'"tool_name":"Bash",') [ "$command" = "$input" ] || case \${command%%'"'*} in`,
    ...passOver([holdsCharacter(hiding), ...shortest(words).map(holds)], '    '),
    ...passOver(shortest(runners).map(pipesInto), '    '),
    ...passOver(shortest([...inputNames, ...feeders]).map(holds), '    '),
    '    *)',
    ...otherwise.map((line) => `      ${line}`),
    '      ;;',
    '  esac ;; esac',
    'fi',
  ];
}

/** Searches from `$1` upwards, one folder at a time. The real path of the current folder takes no subshell. */
export function findGate(...also: ScriptLines): ScriptLines {
  return [
    'CDPATH= cd -P . 2>/dev/null',
    `gates=\${PARTY_HOME:-\${XDG_STATE_HOME:-$HOME/.local/state}/party}/${gateMarks}`,
    ...walkUp({
      name: 'gated',
      start: ['top=$1', '[ "$1" = "$PWD" ] || top=$(CDPATH= cd -- "$1" 2>/dev/null && pwd -P) || top=$1'],
      found: [...isThere(gateFile), `[ -e "$gates$top/${gateMark}" ]`, ...also],
      up: 'case $top in */*) top=${top%/*} ;; *) top= ;; esac',
    }),
  ];
}

function planGateScript(): ScriptLines {
  const [folder = ''] = planFolder.split('/');
  return [
    ...head('PreToolUse of every tool, where a plan gate is on: nothing is built before the plan is approved.', aGate),
    'shut() { [ -d "$1" ] && [ ! -x "$1" ]; } # nothing can see whether there is a gate in it',
    ...findGate(`shut "$top/${folder}"`, `shut "$top/${planFolder}"`),
    closedOf('plan-gate'),
    'unset input',
    'if ! gated "$PWD" && ! gated "${CLAUDE_PROJECT_DIR:-$PWD}"; then',
    ...readGuardedStdin,
    '  # Where the call says that it is, as far as that can be read here. In long ones it takes too long.',
    `  [ \${#input} -gt 65536 ] && cwd=$input || cwd=\${input#*'"cwd":"'}`,
    `  case $cwd in "$input") ;; *) cwd=\${cwd%%'"'*} && case $cwd in *\\\\*) ;; "$PWD") exit 0 ;; *) gated "$cwd" || exit 0 ;; esac ;; esac`,
    'fi',
    '# If nothing was found and nothing excluded, Node looks again.',
    ...decideEither('plan-gate', ' "$top"'),
  ];
}
