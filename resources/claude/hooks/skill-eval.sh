#!/bin/sh
# UserPromptSubmit of Claude Code: tells the party which message has arrived. An observer: whatever happens, Claude goes on.
[ -n "${PARTY_SESSION:-}" ] || exit 0
input=$(cat)
# Every message begins with its sender: [CODEX] …, [HUMAN 3f9k2a7c] …
case $input in *'"prompt"'*'['[A-Z]*) ;; *) exit 0 ;; esac
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 0
hook=$here/../../../dist/hook.cjs
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
  printf '%s' "$input" | ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" skill-eval
else
  printf '%s' "$input" | node "$hook" skill-eval
fi
exit 0
