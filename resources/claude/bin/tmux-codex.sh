#!/bin/sh
# Claude's messages to Codex, by the name that notices and instructions use.
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 1
exec sh "$here/../../bin/party" tmux-codex "$@"
