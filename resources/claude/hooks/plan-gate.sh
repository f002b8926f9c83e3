#!/bin/sh
# PreToolUse of every tool, where a plan gate is on: nothing is built before the plan is approved.
# A gate: whatever goes wrong here denies, with the reason on stderr.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
shut() { [ -d "$1" ] && [ ! -x "$1" ]; } # nothing can see whether there is a gate in it
CDPATH= cd -P . 2>/dev/null
gates=${PARTY_HOME:-${XDG_STATE_HOME:-$HOME/.local/state}/party}/gates
gated() {
  top=$1
  [ "$1" = "$PWD" ] || top=$(CDPATH= cd -- "$1" 2>/dev/null && pwd -P) || top=$1
  until [ -e "$top/.claude/review/gate.json" ] || [ -L "$top/.claude/review/gate.json" ] || [ -e "$gates$top/.party-gate" ] || shut "$top/.claude" || shut "$top/.claude/review"; do
    { [ -n "$top" ] && [ ! -f "$top/.git" ] && [ ! -e "$top/.git/HEAD" ]; } || return 1
    case $top in */*) top=${top%/*} ;; *) top= ;; esac
  done
}
closed() { echo "Party: plan-gate could not decide ($1), so this is denied. See: party gates check" >&2; exit 2; }
unset input
if ! gated "$PWD" && ! gated "${CLAUDE_PROJECT_DIR:-$PWD}"; then
  exec 3<&0
  input=$(dog=; [ ! -x /bin/sleep ] || { /bin/sleep 20 </dev/null >/dev/null 2>&1 & dog=$!; }
    cat <&3 & cat=$!
    trap 'kill "$cat" 2>/dev/null' CHLD
    wait "$cat"; trap - CHLD
    [ -z "$dog" ] || kill "$dog" 2>/dev/null || exit 9) || closed 'the call did not come to its end in 20 s'
  exec 3<&-
  # Where the call says that it is, as far as that can be read here. In long ones it takes too long.
  [ ${#input} -gt 65536 ] && cwd=$input || cwd=${input#*'"cwd":"'}
  case $cwd in "$input") ;; *) cwd=${cwd%%'"'*} && case $cwd in *\\*) ;; "$PWD") exit 0 ;; *) gated "$cwd" || exit 0 ;; esac ;; esac
fi
# If nothing was found and nothing excluded, Node looks again.
hook=${0%/*}/../../../dist/hook.cjs
{ [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; } || command -v node >/dev/null 2>&1 || closed 'there is no node on the PATH, and PARTY_NODE names none'
ask() {
  if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
    ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "$hook" plan-gate "$top" 2>/dev/null
  fi
  exec node "$hook" plan-gate "$top" 2>/dev/null
}
if [ -n "${input+x}" ]; then
  out=$(ask <<END
$input
END
)
else
  out=$(ask)
fi || closed "dist/hook.cjs failed with $?"
case $out in '{}') exit 0 ;; '{"hookSpecificOutput":'*'}') printf '%s\n' "$out" ;; *) closed 'dist/hook.cjs gave no answer' ;; esac
