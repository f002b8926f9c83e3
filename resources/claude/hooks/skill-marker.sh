#!/bin/sh
# PostToolUse of Skill: which skill was loaded. An observer: whatever happens, Claude goes on.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
hook=${0%/*}/../../../dist/hook.cjs
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
  ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" skill-marker 2>/dev/null
else
  node "$hook" skill-marker 2>/dev/null
fi
exit 0
