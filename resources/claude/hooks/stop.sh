#!/bin/sh
# Stop of Claude Code: the end of a turn, for those who wait for it. An observer: Claude stops whatever happens here.
[ -n "${PARTY_SESSION:-}" ] || exit 0
state=${PARTY_STATE_ROOT:-/tmp}/party-${PARTY_SESSION#party-}
# A message on its way, one that waits for an answer, or a letter of Codex: without any of them there is nothing to do.
for sign in "$state"/messages/open/* "$state"/codex/outbox/*.json; do [ -e "$sign" ] && break; done
[ -e "$sign" ] || exit 0
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 0
hook=$here/../../../dist/hook.cjs
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
  ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" stop
else
  node "$hook" stop
fi
exit 0
