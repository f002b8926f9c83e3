#!/bin/sh
# PreToolUse of tools that write files, and of MCP tools: only Party writes what its gates rely on.
# A gate: whatever goes wrong here denies, with the reason on stderr.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
closed() { echo "Party: state-gate could not decide ($1), so this is denied. See: party gates check" >&2; exit 2; }
trap "closed 'the call did not come to its end in 20 s'" CHLD
dog=; [ ! -x /bin/sleep ] || { /bin/sleep 20 </dev/null >/dev/null 2>&1 & dog=$!; }
# In bash as sh, the timer does not interrupt read.
more= limit=; [ -z "${BASH_VERSION:-}" ] || limit='-t 24'
IFS= read -r $limit input && while IFS= read -r $limit more || [ -n "$more" ]; do input="$input
$more"; done
trap - CHLD; [ -z "$dog" ] || kill "$dog" 2>/dev/null
own=$PWD
# True when the folder $1 is no part of the project and the project is no part of it. Builtins only: a process takes too long.
apart() {
  place=$1
  CDPATH= cd -P -- "$1" 2>/dev/null && place=$PWD
  case $place/ in "$top"/*) return 1 ;; esac
  case $top/ in "$place"/*) return 1 ;; esac
}
# An input without its end is for Node, and so is a long one: to cut it here takes too long.
ordinary() {
  [ ${#input} -le 65536 ] || return 1
  case $input in *\}) ;; *) return 1 ;; esac
  case ${input%%'"tool_input":'*} in *'"tool_name":"Write",' | *'"tool_name":"Edit",' | *'"tool_name":"MultiEdit",') ;; *) return 1 ;; esac
  file=${input#*'"tool_input":{"file_path":"'}
  [ "$file" != "$input" ] && [ -n "${CLAUDE_PROJECT_DIR:-}" ] && [ -n "${HOME:-}" ] || return 1
  file=${file%%'"'*}
  CDPATH= cd -P -- "$CLAUDE_PROJECT_DIR" 2>/dev/null || return 1
  top=$PWD folder=${file%/*}
  case $file in *\\* | *[!A-Za-z0-9._-]) return 1 ;; "$top"/*) ;; *) return 1 ;; esac
  [ ! -L "$file" ] && CDPATH= cd -P -- "$folder" 2>/dev/null && [ "$PWD" = "$folder" ] || return 1
  apart "${PARTY_HOME:-${XDG_STATE_HOME:-$HOME/.local/state}/party}" && apart "${PARTY_STATE_ROOT:-/tmp}/party-${PARTY_SESSION#party-}" &&
    apart "$HOME/.tmux-team" && apart "${PARTY_CONFIG_HOME:-$HOME/.tmux-team}" && apart "${XDG_CONFIG_HOME:-$HOME/.config}/tmux-team" && cd -- "$own" && apart "${0%/*}/../../.."
}
ordinary && exit 0
cd -- "$own"
case $0 in /*) hook=${0%/*} ;; *) hook=$PWD/${0%/*} ;; esac; hook=$hook/../../../dist/hook.cjs
here=$PWD project=${CLAUDE_PROJECT_DIR:-$PWD}
CDPATH= cd -P -- "$project" 2>/dev/null; tree=$PWD; cd -- "$here"; CDPATH= cd -P . 2>/dev/null; real=$PWD
# The agent may be in a folder of the project.
rise() { up=$1; while [ -n "$up" ] && [ ! -e "$up/.git" ]; do up=${up%/*}; done; }
rise "$tree"; tree=${up:-$tree}; rise "$real"; around=${up:-$real}
inside() { case ${HOME:-/}/ in "$1"/*) return 1 ;; esac; case $2 in "$1"/* | "$1") ;; *) return 1 ;; esac; }
within() { inside "$here" "$1" || inside "$around" "$1" || inside "${project%/}" "$1" || inside "$tree" "$1"; }
# Also through links: the builtin cd finds the real path of a folder.
strange() {
  case $1 in */../* | */./* | *//* | */.. | */.) return 0 ;; /*) ;; *) return 0 ;; esac
  ! within "$1" || return 0
  CDPATH= cd -P -- "$1" 2>/dev/null || return 1
  folder=$PWD; cd -- "$real"; within "$folder"
}
# The same for a program.
foreign() {
  case $1 in /*/*) ! strange "${1%/*}" || return 0 ;; /*) ;; *) return 0 ;; esac
  [ -L "$1" ] || return 1
  target=$(PATH=/usr/bin:/bin readlink -f -- "$1" 2>/dev/null) && within "$target"
}
[ -z "${PARTY_NODE:-}" ] || ! foreign "$PARTY_NODE" || closed 'PARTY_NODE must be an absolute path of a Node outside the project'
# The plan gate has to know what the agent would run with.
export PARTY_CALLER_NODE_OPTIONS="${NODE_OPTIONS:-}"
export PARTY_CALLER_NODE_PATH="${NODE_PATH:-}"
export PARTY_CALLER_NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-}"
export PARTY_CALLER_NODE_V8_COVERAGE="${NODE_V8_COVERAGE:-}"
export PARTY_CALLER_NODE_REDIRECT_WARNINGS="${NODE_REDIRECT_WARNINGS:-}"
export PARTY_CALLER_OPENSSL_CONF="${OPENSSL_CONF:-}"
export PARTY_CALLER_OPENSSL_MODULES="${OPENSSL_MODULES:-}"
export PARTY_CALLER_OPENSSL_ENGINES="${OPENSSL_ENGINES:-}"
export PARTY_CALLER_BASH_ENV="${BASH_ENV:-}"
export PARTY_CALLER_ENV="${ENV:-}"
export PARTY_CALLER_LD_PRELOAD="${LD_PRELOAD:-}"
export PARTY_CALLER_LD_AUDIT="${LD_AUDIT:-}"
export PARTY_CALLER_LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}"
# The plan gate has to know which programs the agent would run.
export PARTY_CALLER_PATH="$PATH"
set -f; IFS=:; path=
for entry in $PATH; do strange "${entry%/}" || path=$path:$entry; done
unset IFS NODE_OPTIONS NODE_PATH NODE_COMPILE_CACHE NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES BASH_ENV ENV; PATH=${path#:}
# Libraries of the project are not loaded either.
case " ${LD_PRELOAD:-} ${LD_AUDIT:-} ${LD_LIBRARY_PATH:-}" in *[\ :][!/\ :]* | *"$tree"* | *"$around"*) unset LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH ;; esac
# A gate asks no server itself, and Node 20 would read all of these at its start, for longer than the gate works.
unset NODE_EXTRA_CA_CERTS PARTY_EXTRA_CA_CERTS
{ [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ] && [ "$PARTY_NODE" != "${PARTY_NODE#/}" ]; } || command -v node >/dev/null 2>&1 || closed 'there is no node on the PATH outside the project, and PARTY_NODE names none'
ask() {
  ulimit -t 5 2>/dev/null
  if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ] && [ "$PARTY_NODE" != "${PARTY_NODE#/}" ]; then
    ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "$hook" state-gate 2>/dev/null
  fi
  exec node "$hook" state-gate 2>/dev/null
}
out=$(ask <<END
$input
END
) || closed "dist/hook.cjs failed with $?"
case $out in '{}') exit 0 ;; '{"hookSpecificOutput":'*'}') printf '%s\n' "$out" ;; *) closed 'dist/hook.cjs gave no answer' ;; esac
