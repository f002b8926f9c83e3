#!/bin/sh
# Codex's message to Claude: TEXT. Returns at once, also from inside Codex's sandbox.
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 1
party=$here/../../../../bin/party
# Codex copies the folder of a plugin, and what is beside it stays behind.
[ -f "$party" ] || party=${PARTY_HOME:-${XDG_STATE_HOME:-$HOME/.local/state}/party}/current/resources/bin/party
[ -f "$party" ] || { echo 'tmux-claude.sh: Party is not installed on this machine' >&2; exit 1; }
exec sh "$party" tmux-claude "$@"
