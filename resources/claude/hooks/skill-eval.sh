#!/bin/sh
# UserPromptSubmit of Claude Code: tells the party which message has arrived, and Claude which skill fits. An observer.
[ -n "${PARTY_SESSION:-}" ] || exit 0
input=$(cat)
# Every message begins with its sender: [CODEX] …, [HUMAN 3f9k2a7c] … The words are those of core/messages/skillHint.ts.
case $input in *'"prompt":'*) ;; *) exit 0 ;; esac
case ${input#*'"prompt":'} in
  *'['[A-Z]* | *[Bb]ug* | *BUG* | *[Ff]ix* | *FIX* | *[Bb]roken* | *[Cc]rash* | *[Rr]egression* | *[Hh]otfix*) ;;
  *[Ii]mplement* | *[Tt]ask* | *TASK* | *[Ff]eature* | *[Rr]efactor* | *PR* | *[Pp]'ull request'*) ;;
  *) exit 0 ;;
esac
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 0
hook=$here/../../../dist/hook.cjs
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
  printf '%s' "$input" | ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" skill-eval 2>/dev/null
else
  printf '%s' "$input" | node "$hook" skill-eval 2>/dev/null
fi
exit 0
