#!/bin/sh
# PostToolUse of the tools that edit, where a plan gate is on: Codex reviews the plan. If it breaks, Claude is told that
# the plan stays unapproved.
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
input=$(cat)
case $input in *plan.md*) ;; *) exit 0 ;; esac
broken() { echo "Party: the plan was not reviewed ($1), so it is not approved. Tell the human; see: party gates check" >&2; exit 2; }
hook=${0%/*}/../../../dist/hook.cjs
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
  printf '%s' "$input" | ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" plan-review 2>/dev/null
else
  printf '%s' "$input" | node "$hook" plan-review 2>/dev/null
fi || broken "dist/hook.cjs failed with $?"
