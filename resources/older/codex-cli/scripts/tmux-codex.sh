#!/bin/sh
# The path of tmux-codex.sh in older documents. `party install` links this folder; it holds no skill.
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 1
exec sh "$here/../../../bin/party" tmux-codex "$@"
