#!/bin/sh
# Starts the scripted stand-in for a role: agent.sh claude|codex
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ] && [ "$PARTY_NODE" != "${PARTY_NODE#/}" ]; then
  ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "${0%/*}/agent.mjs" "$@"
fi
exec node "${0%/*}/agent.mjs" "$@"
