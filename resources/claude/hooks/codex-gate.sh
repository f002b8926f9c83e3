#!/bin/sh
# PreToolUse of Bash: before tmux-codex.sh --review and --approve.
# A gate: whatever goes wrong here denies, with the reason on stderr.
[ -n "${PARTY_SESSION:-}" ] || exit 0
input=$(cat)
# Most commands hold no word of ours, no character that could hide one and no pipe into a program. Long ones are not cut here: it takes too long.
if [ ${#input} -le 8192 ]; then
  head=${input%%'"tool_input":'*}
  command=${input#"$head"'"tool_input":{"command":"'}
  case $head in *'"tool_name":"Bash",') [ "$command" = "$input" ] || case ${command%%'"'*} in
    *[\\\'\$\*\?\[\{\(\`^]* | *[cC][oO][dD][eE][xX]* | *[pP][aA][rR][tT][yY]* | *[tT][mM][uU][xX]* | *cli*.cjs*) ;;
    *[hH][oO][oO][kK]* | *-trace* | *events.jsonl*) ;;
    *\|*[sS][hH]* | *\|*python* | *\|*node* | *\|*deno* | *\|*bun* | *\|*perl* | *\|*ruby* | *\|*php* | *\|*lua*) ;;
    *stdin* | */fd/* | *xargs* | *parallel*) ;;
    *) exit 0 ;;
  esac ;; esac
fi
closed() { echo "Party: codex-gate could not decide ($1), so this is denied. See: party gates check" >&2; exit 2; }
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || closed 'its folder is gone'
hook=$here/../../../dist/hook.cjs
if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
  out=$(printf '%s' "$input" | ELECTRON_RUN_AS_NODE=1 "$PARTY_NODE" "$hook" codex-gate 2>/dev/null)
else
  command -v node >/dev/null 2>&1 || closed 'there is no node on the PATH, and PARTY_NODE names none'
  out=$(printf '%s' "$input" | node "$hook" codex-gate 2>/dev/null)
fi || closed "dist/hook.cjs failed with $?"
case $out in '{}') exit 0 ;; '{"hookSpecificOutput":'*'}') printf '%s\n' "$out" ;; *) closed 'dist/hook.cjs gave no answer' ;; esac
