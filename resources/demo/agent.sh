#!/bin/sh
# Starts the scripted stand-in for a role: agent.sh claude|codex
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 1
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
  ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "$here/agent.mjs" "$@"
fi
exec node "$here/agent.mjs" "$@"
