#!/bin/sh
# PreToolUse of Bash: keeps the branch of the main worktree, and edits in sight. If it breaks, the call goes on.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
more=
IFS= read -r input && { IFS= read -r more || [ -n "$more" ]; } && input="$input
$more
$(cat)"
case $input in *git*checkout* | *git*switch* | *'gh co '* | *'pr checkout'* | *'sed '*-* | *'perl '*-* | *'awk '*inplace* | *'ruby '*-*) ;; *) exit 0 ;; esac
case $0 in /*) hook=${0%/*} ;; *) hook=$PWD/${0%/*} ;; esac; hook=$hook/../../../dist/hook.cjs
project=${CLAUDE_PROJECT_DIR:-$PWD}
inside() { case ${HOME:-/}/ in "$1"/*) return 1 ;; esac; case $2 in "$1"/* | "$1") ;; *) return 1 ;; esac; }
strange() {
  case $1 in */../* | */./* | *//* | */.. | */.) return 0 ;; /*) ;; *) return 0 ;; esac
  inside "$PWD" "$1" || inside "${project%/}" "$1" || inside "${here:-$PWD}" "$1"
}
[ -z "${PARTY_NODE:-}" ] || ! strange "$PARTY_NODE" || unset PARTY_NODE
here=$PWD; CDPATH= cd -P . 2>/dev/null
# The plan gate has to know which programs the agent would run.
export PARTY_CALLER_PATH="$PATH"
set -f; IFS=:; path=
for folder in $PATH; do strange "${folder%/}" || path=$path:$folder; done
unset IFS NODE_OPTIONS NODE_PATH BASH_ENV ENV; PATH=${path#:}
ask() {
  if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ] && [ "$PARTY_NODE" != "${PARTY_NODE#/}" ]; then
    ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "$hook" worktree-guard 2>/dev/null
  fi
  exec node "$hook" worktree-guard 2>/dev/null
}
(ask <<END
$input
END
)
exit 0
