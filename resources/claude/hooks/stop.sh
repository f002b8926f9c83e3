#!/bin/sh
# Stop and StopFailure of Claude Code in a party: the end of a turn, for those who wait for it. After Stop, where collab is
# on, Codex reviews what was done. If that breaks, Claude stops, and the human is told that nothing was reviewed.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
state=${PARTY_STATE_ROOT:-/tmp}/party-${PARTY_SESSION#party-}
# A message on its way, one that waits for an answer, or a letter of Codex: without any of them no process waits.
for sign in "$state"/messages/open/* "$state"/codex/outbox/*.json; do [ -e "$sign" ] && break; done
[ -e "$sign" ] && waits=1 || waits=
on() {
  CDPATH= cd -P -- "$1" 2>/dev/null || return 1
  top=$PWD
  until [ -e "$top/.claude/codex-collab.state.json" ] || [ -L "$top/.claude/codex-collab.state.json" ]; do
    { [ -n "$top" ] && [ ! -f "$top/.git" ] && [ ! -e "$top/.git/HEAD" ]; } || return 1
    top=${top%/*}
  done
}
here=$PWD
case $0 in /*) hooks=${0%/*} ;; *) hooks=$here/${0%/*} ;; esac
{ on "${CLAUDE_PROJECT_DIR:-$here}" || on "$here"; } && collab=1 || collab=
[ -n "$waits$collab" ] || exit 0
cd -- "$here" 2>/dev/null
input=$(cat)
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
run() {
  if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ] && [ "$PARTY_NODE" != "${PARTY_NODE#/}" ]; then
    ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "$hooks/../../../dist/hook.cjs" "$1"
  fi
  exec node "$hooks/../../../dist/hook.cjs" "$1"
}
[ -z "$waits" ] || printf '%s' "$input" | (run stop)
[ -n "$collab" ] || exit 0
printf '%s' "$input" | (run collab-stop 2>/dev/null) ||
  echo '{"systemMessage":"Party: Codex has not reviewed this, because dist/hook.cjs did not run. See: party gates check"}'
exit 0
