#!/bin/sh
# Claude's messages to Codex, by the name that notices and instructions use. This folder is on the PATH of every pane.
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 1
exec sh "$here/party" tmux-codex "$@"
