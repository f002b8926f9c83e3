#!/bin/sh
# Codex's messages to Claude, by the name that instructions use. This folder is on the PATH of every pane.
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 1
exec sh "$here/party" tmux-claude "$@"
