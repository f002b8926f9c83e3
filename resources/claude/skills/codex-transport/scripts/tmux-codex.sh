#!/bin/sh
# Claude's messages to Codex: --review [BASE] [TITLE] [--delta] | --plan-review FILE | --prompt TEXT [WORKDIR] | --respond FILE
# The verdicts of a review: --review-complete FILE | --approve [--targeted REASON] | --re-review [REASON] | --needs-discussion [REASON]
# Returns at once; only where there is no tmux does --review wait until Codex is done.
here=$(CDPATH= cd -- "${0%/*}" && pwd -P) || exit 1
exec sh "$here/../../../../bin/party" tmux-codex "$@"
