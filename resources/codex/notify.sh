#!/bin/sh
# Codex runs this at the end of every turn, with the event as its last argument. An observer: it never fails.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
hook=${0%/*}/../../dist/hook.cjs
# Node 20 would read all of these at its start. Programs that Party starts get the variable again.
[ -z "${NODE_EXTRA_CA_CERTS+x}" ] || { export PARTY_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"; unset NODE_EXTRA_CA_CERTS; }
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ] && [ "$PARTY_NODE" != "${PARTY_NODE#/}" ]; then
  ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" codex-notify "$@"
else
  node "$hook" codex-notify "$@"
fi
exit 0
