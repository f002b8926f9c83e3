#!/bin/sh
# PostToolUse and PostToolUseFailure of Bash: what was done about the review. An observer: whatever happens, Claude goes on.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
input=$(cat)
case $input in *tmux-codex* | *party*review* | *party*evidence* | *party*findings*) ;; *) exit 0 ;; esac
hook=${0%/*}/../../../dist/hook.cjs
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
  printf '%s' "$input" | ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" codex-trace 2>/dev/null
else
  printf '%s' "$input" | node "$hook" codex-trace 2>/dev/null
fi
exit 0
