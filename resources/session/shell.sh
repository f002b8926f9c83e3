#!/bin/sh
# A pane that the user opens in a party: a login shell, as tmux would start it, and then Party's programs on the PATH again.
PARTY_BIN=$(CDPATH= cd -- "${0%/*}/../bin" && pwd) || exit 1
SHELL=${SHELL:-/bin/sh}
export PARTY_BIN SHELL
case $SHELL in
  # These take no other option beside -l.
  *csh) PATH=$PARTY_BIN:$PATH exec "$SHELL" ;;
  */bash) exec "$SHELL" -l -c 'exec env PATH="$PARTY_BIN:$PATH" "$SHELL" --rcfile "$PARTY_BIN/../session/bashrc"' ;;
  */zsh) exec "$SHELL" -l -c 'PARTY_ZDOTDIR=${ZDOTDIR-} ZDOTDIR=$PARTY_BIN/../session/zsh PATH=$PARTY_BIN:$PATH exec "$SHELL"' ;;
  */fish) exec "$SHELL" -l -c 'exec $SHELL --init-command "source $PARTY_BIN/../session/init.fish"' ;;
esac
exec "$SHELL" -l -c 'exec env PATH="$PARTY_BIN:$PATH" "$SHELL"'
