#!/bin/sh
# The pane of an agent whose program was not found: missing.sh PROGRAM TEXT
printf '\033]2;Not found: %s\007' "$1"
printf '\n%s\n' "$2"
# Reads what is typed here, so that the text stays until the agent is restarted.
exec cat >/dev/null
