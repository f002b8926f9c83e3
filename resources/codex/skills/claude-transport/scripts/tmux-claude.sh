#!/bin/sh
# Codex's message to Claude: TEXT. Returns at once, also from inside Codex's sandbox.
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 1
exec sh "$here/../../../../bin/party" tmux-claude "$@"
