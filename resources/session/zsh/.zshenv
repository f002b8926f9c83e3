# What zsh reads first, with ZDOTDIR set to this folder: the user's own file, and after .zshrc, which may reset the PATH, a
# function that puts Party's programs on it again. It runs once, before the first prompt.
if [[ -n ${PARTY_ZDOTDIR-} ]]; then ZDOTDIR=$PARTY_ZDOTDIR; else unset ZDOTDIR; fi
unset PARTY_ZDOTDIR
party_path() {
  case :$PATH: in *:$PARTY_BIN:*) ;; *) PATH=$PARTY_BIN:$PATH ;; esac
  precmd_functions=(${precmd_functions:#party_path})
  unfunction party_path
}
precmd_functions+=(party_path)
[[ -f ${ZDOTDIR:-$HOME}/.zshenv ]] && . ${ZDOTDIR:-$HOME}/.zshenv
