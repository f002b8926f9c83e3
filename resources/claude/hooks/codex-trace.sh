#!/bin/sh
# PostToolUse and PostToolUseFailure of Bash: what was done about the review. An observer: whatever happens, Claude goes on.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
input=$(cat)
case $input in *tmux-codex* | *party*review* | *party*evidence* | *party*findings*) ;; *) exit 0 ;; esac
hook=${0%/*}/../../../dist/hook.cjs
ask() {
  if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
    ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "$hook" codex-trace 2>/dev/null
  fi
  exec node "$hook" codex-trace 2>/dev/null
}
(ask <<END
$input
END
)
exit 0
