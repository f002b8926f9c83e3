#!/bin/sh
# PreToolUse of Bash: keeps the branch of the main worktree, and edits in sight. If it breaks, the call goes on.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
more=
IFS= read -r input && { IFS= read -r more || [ -n "$more" ]; } && input="$input
$more
$(cat)"
case $input in *git*checkout* | *git*switch* | *'gh co '* | *'pr checkout'* | *'sed '*-* | *'perl '*-* | *'awk '*inplace* | *'ruby '*-*) ;; *) exit 0 ;; esac
hook=${0%/*}/../../../dist/hook.cjs
ask() {
  if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ]; then
    ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "$hook" worktree-guard 2>/dev/null
  fi
  exec node "$hook" worktree-guard 2>/dev/null
}
(ask <<END
$input
END
)
exit 0
