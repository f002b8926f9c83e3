#!/bin/sh
# Claude's messages to Codex: --prompt TEXT [WORKDIR] | --respond FILE. Returns at once.
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 1
exec "$here/../../../../bin/party" tmux-codex "$@"
