#!/bin/sh
# PreToolUse of Bash: before tmux-codex.sh --review and --approve.
# A gate: whatever goes wrong here denies, with the reason on stderr.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
closed() { echo "Party: codex-gate could not decide ($1), so this is denied. See: party gates check" >&2; exit 2; }
trap "closed 'the call did not come to its end in 20 s'" CHLD
dog=; [ ! -x /bin/sleep ] || { /bin/sleep 20 </dev/null >/dev/null 2>&1 & dog=$!; }
# In bash as sh, the timer does not interrupt read.
more= limit=; [ -z "${BASH_VERSION:-}" ] || limit='-t 24'
IFS= read -r $limit input && while IFS= read -r $limit more || [ -n "$more" ]; do input="$input
$more"; done
trap - CHLD; [ -z "$dog" ] || kill "$dog" 2>/dev/null
# Most commands hold no word of ours, no character that could hide one and no pipe into a program. Long ones are not cut here: it takes too long.
# An input without its end is for Node, which denies it.
whole=${input%\}}
if [ ${#input} -le 8192 ] && [ "$whole" != "$input" ]; then
  head=${input%%'"tool_input":'*}
  command=${input#"$head"'"tool_input":{"command":"'}
  case $head in *'"tool_name":"Bash",') [ "$command" = "$input" ] || case ${command%%'"'*} in
    *[\\\'\$\*\?\[\{\(\`\~^]* | *[pP][aA][rR][tT][yY]* | *[cC][lL][iI].[cC][jJ][sS]*) ;;
    *[cC][lL][iI]-[rR][eE][vV][iI][eE][wW][sS].[cC][jJ][sS]* | *[cC][oO][dD][eE][xX]* | *[tT][mM][uU][xX]*) ;;
    *[pP][rR]-[gG][aA][tT][eE].[sS][hH]* | *[wW][oO][rR][kK][tT][rR][eE][eE]-[gG][uU][aA][rR][dD].[sS][hH]*) ;;
    *[mM][aA][rR][kK][eE][rR]-[iI][nN][vV][aA][lL][iI][dD][aA][tT][eE].[sS][hH]*) ;;
    *[sS][eE][sS][sS][iI][oO][nN]-[cC][lL][eE][aA][nN][uU][pP].[sS][hH]*) ;;
    *[sS][kK][iI][lL][lL]-[eE][vV][aA][lL].[sS][hH]* | *[sS][kK][iI][lL][lL]-[mM][aA][rR][kK][eE][rR].[sS][hH]*) ;;
    *[eE][vV][eE][nN][tT][sS].[jJ][sS][oO][nN][lL]* | *[eE][vV][eE][nN][tT][sS].[hH][eE][aA][dD]*) ;;
    *[eE][vV][eE][nN][tT][sS].[cC][hH][eE][cC][kK][pP][oO][iI][nN][tT]* | */[gG][aA][tT][eE][sS]*) ;;
    *[hH][oO][oO][kK]* | *-[tT][rR][aA][cC][eE]*) ;;
    *\|*[sS][hH]* | *\|*[pP][yY][tT][hH][oO][nN]* | *\|*[pP][eE][rR][lL]* | *\|*[nN][oO][dD][eE]*) ;;
    *\|*[dD][eE][nN][oO]* | *\|*[bB][uU][nN]* | *\|*[rR][uU][bB][yY]* | *\|*[pP][hH][pP]* | *\|*[lL][uU][aA]*) ;;
    *\|*[oO][sS][aA][sS][cC][rR][iI][pP][tT]* | *\|*[eE][xX][pP][eE][cC][tT]* | *\|*[eE][mM][aA][cC][sS]*) ;;
    *\|*[mM]4*) ;;
    *[sS][tT][dD][iI][nN]* | */[fF][dD]/* | *[xX][aA][rR][gG][sS]* | *[pP][aA][rR][aA][lL][lL][eE][lL]*) ;;
    *)
      # By its last name, because the line may come from a folder beside it.
      home=${PARTY_HOME:-/party}; home=${home%/}
      case $head$command in
        *"${home##*/}"* | *"/party-${PARTY_SESSION#party-}"* | *-[dD][eE][lL][eE][tT][eE]*) writes=1 ;;
        *"${0%/*/*/*/*}/resources"* | *"${0%/*/*/*/*}/dist"*) writes=1 ;;
        *) writes= ;;
      esac
      set -f; IFS=';| '
      for word in ${command%%'"'*}; do
        case $word in '&&' | '2>&1' | '>&2' | '1>&2' | '>/dev/null' | '2>/dev/null') continue ;; *[\>\&]*) writes=1 && break ;; esac
        word=${word##*/}
        case ${word#[gG]} in
          [rR][mM] | [rR][mM][dD][iI][rR] | [uU][nN][lL][iI][nN][kK] | [sS][hH][rR][eE][dD] | [mM][vV]) writes=1 && break ;;
          [lL][nN] | [rR][eE][nN][aA][mM][eE] | [tT][rR][aA][sS][hH] | [cC][pP]) writes=1 && break ;;
          [iI][nN][sS][tT][aA][lL][lL] | [rR][sS][yY][nN][cC] | [sS][cC][pP] | [tT][eE][eE]) writes=1 && break ;;
          [tT][rR][uU][nN][cC][aA][tT][eE] | [sS][pP][oO][nN][gG][eE] | [dD][dD]) writes=1 && break ;;
          [tT][oO][uU][cC][hH] | [cC][hH][mM][oO][dD] | [cC][hH][oO][wW][nN] | [cC][hH][gG][rR][pP]) writes=1 && break ;;
          [mM][kK][dD][iI][rR] | [pP][aA][tT][cC][hH] | [eE][dD] | [eE][xX] | [sS][pP][lL][iI][tT]) writes=1 && break ;;
          [tT][aA][rR] | [uU][nN][zZ][iI][pP] | [sS][eE][dD]) writes=1 && break ;;
        esac
      done
      set +f; unset IFS
      [ -n "$writes" ] || exit 0
      ;;
  esac ;; esac
fi
case $0 in /*) hook=${0%/*} ;; *) hook=$PWD/${0%/*} ;; esac; hook=$hook/../../../dist/hook.cjs
here=$PWD project=${CLAUDE_PROJECT_DIR:-$PWD}
CDPATH= cd -P -- "$project" 2>/dev/null; tree=$PWD; cd -- "$here"; CDPATH= cd -P . 2>/dev/null; real=$PWD
# The agent may be in a folder of the project.
rise() { up=$1; while [ -n "$up" ] && [ ! -e "$up/.git" ]; do up=${up%/*}; done; }
rise "$tree"; tree=${up:-$tree}; rise "$real"; around=${up:-$real}
inside() { case ${HOME:-/}/ in "$1"/*) return 1 ;; esac; case $2 in "$1"/* | "$1") ;; *) return 1 ;; esac; }
within() { inside "$here" "$1" || inside "$around" "$1" || inside "${project%/}" "$1" || inside "$tree" "$1"; }
# Also through links: the builtin cd finds the real path of a folder.
strange() {
  case $1 in */../* | */./* | *//* | */.. | */.) return 0 ;; /*) ;; *) return 0 ;; esac
  ! within "$1" || return 0
  CDPATH= cd -P -- "$1" 2>/dev/null || return 1
  folder=$PWD; cd -- "$real"; within "$folder"
}
# The same for a program.
foreign() {
  case $1 in /*/*) ! strange "${1%/*}" || return 0 ;; /*) ;; *) return 0 ;; esac
  [ -L "$1" ] || return 1
  target=$(PATH=/usr/bin:/bin readlink -f -- "$1" 2>/dev/null) && within "$target"
}
[ -z "${PARTY_NODE:-}" ] || ! foreign "$PARTY_NODE" || closed 'PARTY_NODE must be an absolute path of a Node outside the project'
# The plan gate has to know what the agent would run with.
export PARTY_CALLER_NODE_OPTIONS="${NODE_OPTIONS:-}"
export PARTY_CALLER_NODE_PATH="${NODE_PATH:-}"
export PARTY_CALLER_NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-}"
export PARTY_CALLER_NODE_V8_COVERAGE="${NODE_V8_COVERAGE:-}"
export PARTY_CALLER_NODE_REDIRECT_WARNINGS="${NODE_REDIRECT_WARNINGS:-}"
export PARTY_CALLER_OPENSSL_CONF="${OPENSSL_CONF:-}"
export PARTY_CALLER_OPENSSL_MODULES="${OPENSSL_MODULES:-}"
export PARTY_CALLER_OPENSSL_ENGINES="${OPENSSL_ENGINES:-}"
export PARTY_CALLER_BASH_ENV="${BASH_ENV:-}"
export PARTY_CALLER_ENV="${ENV:-}"
export PARTY_CALLER_LD_PRELOAD="${LD_PRELOAD:-}"
export PARTY_CALLER_LD_AUDIT="${LD_AUDIT:-}"
export PARTY_CALLER_LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}"
# The plan gate has to know which programs the agent would run.
export PARTY_CALLER_PATH="$PATH"
set -f; IFS=:; path=
for entry in $PATH; do strange "${entry%/}" || path=$path:$entry; done
unset IFS NODE_OPTIONS NODE_PATH NODE_COMPILE_CACHE NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES BASH_ENV ENV; PATH=${path#:}
# Libraries of the project are not loaded either.
case " ${LD_PRELOAD:-} ${LD_AUDIT:-} ${LD_LIBRARY_PATH:-}" in *[\ :][!/\ :]* | *"$tree"* | *"$around"*) unset LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH ;; esac
# A gate asks no server itself, and Node 20 would read all of these at its start, for longer than the gate works.
unset NODE_EXTRA_CA_CERTS PARTY_EXTRA_CA_CERTS
{ [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ] && [ "$PARTY_NODE" != "${PARTY_NODE#/}" ]; } || command -v node >/dev/null 2>&1 || closed 'there is no node on the PATH outside the project, and PARTY_NODE names none'
ask() {
  ulimit -t 5 2>/dev/null
  if [ -f "${PARTY_NODE:-}" ] && [ -x "$PARTY_NODE" ] && [ "$PARTY_NODE" != "${PARTY_NODE#/}" ]; then
    ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "$hook" codex-gate 2>/dev/null
  fi
  exec node "$hook" codex-gate 2>/dev/null
}
out=$(ask <<END
$input
END
) || closed "dist/hook.cjs failed with $?"
case $out in '{}') exit 0 ;; '{"hookSpecificOutput":'*'}') printf '%s\n' "$out" ;; *) closed 'dist/hook.cjs gave no answer' ;; esac
