#!/bin/sh
# PostToolUse of the tools that edit: takes the marker files away. An observer: whatever happens, Claude goes on.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
# Without a marker file of any conversation there is nothing to take away.
for marker in "${PARTY_MARKER_ROOT:-/tmp}"/claude-*-*; do [ -f "$marker" ] && break; done
[ -f "$marker" ] || exit 0
hook=${0%/*}/../../../dist/hook.cjs
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
  ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" marker-invalidate 2>/dev/null
else
  node "$hook" marker-invalidate 2>/dev/null
fi
exit 0
