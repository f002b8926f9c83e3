#!/bin/sh
# SubagentStart and SubagentStop of Claude Code: what the critics say. An observer: whatever happens, Claude goes on.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
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
[ -z "${PARTY_NODE:-}" ] || ! foreign "$PARTY_NODE" || unset PARTY_NODE
# The plan gate has to know which programs the agent would run.
export PARTY_CALLER_PATH="$PATH"
set -f; IFS=:; path=
for entry in $PATH; do strange "${entry%/}" || path=$path:$entry; done
unset IFS NODE_OPTIONS NODE_PATH NODE_COMPILE_CACHE NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES BASH_ENV ENV; PATH=${path#:}
# Libraries of the project are not loaded either.
case " ${LD_PRELOAD:-} ${LD_AUDIT:-} ${LD_LIBRARY_PATH:-}" in *[\ :][!/\ :]* | *"$tree"* | *"$around"*) unset LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH ;; esac
# Node 20 would read all of these at its start. Programs that Party starts get the variable again.
[ -z "${NODE_EXTRA_CA_CERTS+x}" ] || { export PARTY_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"; unset NODE_EXTRA_CA_CERTS; }
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ] && [ "$PARTY_NODE" != "${PARTY_NODE#/}" ]; then
  ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" agent-trace 2>/dev/null
else
  node "$hook" agent-trace 2>/dev/null
fi
exit 0
