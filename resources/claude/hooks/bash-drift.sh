#!/bin/sh
# PostToolUse and PostToolUseFailure of Bash, where a plan gate is on: what has changed. An observer: Claude goes on.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
CDPATH= cd -P . 2>/dev/null
gates=${PARTY_HOME:-${XDG_STATE_HOME:-$HOME/.local/state}/party}/gates
gated() {
  top=$1
  [ "$1" = "$PWD" ] || top=$(CDPATH= cd -- "$1" 2>/dev/null && pwd -P) || top=$1
  until [ -e "$top/.claude/review/gate.json" ] || [ -L "$top/.claude/review/gate.json" ] || [ -e "$gates$top/.party-gate" ]; do
    { [ -n "$top" ] && [ ! -f "$top/.git" ] && [ ! -e "$top/.git/HEAD" ]; } || return 1
    case $top in */*) top=${top%/*} ;; *) top= ;; esac
  done
}
gated "${CLAUDE_PROJECT_DIR:-$PWD}" || gated "$PWD" || exit 0
hook=${0%/*}/../../../dist/hook.cjs
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
  ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" bash-drift 2>/dev/null
else
  node "$hook" bash-drift 2>/dev/null
fi
exit 0
