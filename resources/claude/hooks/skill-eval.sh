#!/bin/sh
# UserPromptSubmit of Claude Code: tells the party which message has arrived, and Claude which skill fits. An observer.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
more=
IFS= read -r input && { IFS= read -r more || [ -n "$more" ]; } && input="$input
$more
$(cat)"
# Every message begins with its sender: [CODEX] …, [HUMAN 3f9k2a7c] … The words are those of core/messages/skillHint.ts.
case $input in *'"prompt":'*) ;; *) exit 0 ;; esac
case ${input#*'"prompt":'} in
  *'['[A-Z]* | *[bB][uU][gG]* | *[fF][iI][xX]* | *[bB][rR][oO][kK][eE][nN]* | *[cC][rR][aA][sS][hH]*) ;;
  *[rR][eE][gG][rR][eE][sS][sS][iI][oO][nN]* | *[iI][mM][pP][lL][eE][mM][eE][nN][tT]* | *[tT][aA][sS][kK]*) ;;
  *[fF][eE][aA][tT][uU][rR][eE]* | *[rR][eE][fF][aA][cC][tT][oO][rR]* | *Pull' 'request* | *pull' 'request* | *PR*) ;;
  *) exit 0 ;;
esac
hook=${0%/*}/../../../dist/hook.cjs
ask() {
  if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
    ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "$hook" skill-eval 2>/dev/null
  fi
  exec node "$hook" skill-eval 2>/dev/null
}
(ask <<END
$input
END
)
exit 0
