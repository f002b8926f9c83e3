#!/usr/bin/env bash
# What a user writes by hand instead of pr-gate.sh: bash and jq, a search for the words, and marker files.
input=$(cat)
command=$(jq -r '.tool_input.command // empty' <<<"$input")
session=$(jq -r '.session_id // empty' <<<"$input")
grep -qE 'gh +pr +create' <<<"$command" || exit 0
missing=()
for kind in code-critic minimizer tests-passed checks-passed security-scanned pr-verified codex-ran codex; do
  [[ -f ${PARTY_MARKER_ROOT:-/tmp}/claude-$kind-$session ]] || missing+=("$kind")
done
((${#missing[@]} == 0)) && exit 0
jq -n --arg reason "missing: ${missing[*]}" \
  '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: $reason}}'
