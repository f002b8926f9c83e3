#!/bin/sh
# PreToolUse of Bash and of MCP tools: before a pull request is made.
# A gate: whatever goes wrong here denies, with the reason on stderr.
# Written by `node build.mjs --scripts` from src/core/gates/scripts: change it there.
[ -n "${PARTY_SESSION:-}" ] || exit 0
closed() { echo "Party: pr-gate could not decide ($1), so this is denied. See: party gates check" >&2; exit 2; }
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
    *[\\\'\$\*\?\[\{\(\`\~^]* | *[gG][hH]* | *[hH][uU][bB]* | *[gG][lL][aA][bB]*) ;;
    *[mM][eE][rR][gG][eE]_[rR][eE][qQ][uU][eE][sS][tT]* | *[mM][eE][rR][gG][eE]-[rR][eE][qQ][uU][eE][sS][tT]*) ;;
    *[rR][eE][fF][sS]/[fF][oO][rR]* | *[pP][uU][lL][lL][sS]* | *[pP][uU][lL][lL][rR][eE][qQ][uU][eE][sS][tT]*) ;;
    *[pP][uU][sS][hH]* | *[sS][eE][nN][dD]-[pP][aA][cC][kK]* | *[sS][tT][aA][tT][uU][sS][eE][sS]*) ;;
    *[cC][hH][eE][cC][kK]-[rR][uU][nN][sS]*) ;;
    *\|*[sS][hH]* | *\|*[pP][yY][tT][hH][oO][nN]* | *\|*[pP][eE][rR][lL]* | *\|*[nN][oO][dD][eE]*) ;;
    *\|*[dD][eE][nN][oO]* | *\|*[bB][uU][nN]* | *\|*[rR][uU][bB][yY]* | *\|*[pP][hH][pP]* | *\|*[lL][uU][aA]*) ;;
    *\|*[oO][sS][aA][sS][cC][rR][iI][pP][tT]* | *\|*[eE][xX][pP][eE][cC][tT]* | *\|*[eE][mM][aA][cC][sS]*) ;;
    *\|*[mM]4*) ;;
    *[sS][tT][dD][iI][nN]* | */[fF][dD]/* | *[xX][aA][rR][gG][sS]* | *[pP][aA][rR][aA][lL][lL][eE][lL]*) ;;
    *)
      set -f; first=1 git=
      for word in ${command%%'"'*}; do
        next=
        case $word in
          ';' | '&&' | '||' | '|' | '&') first=1 git= && continue ;;
          '2>&1' | '>&2' | '1>&2') continue ;;
          *\;) word=${word%?} next=1 ;;
          *[\;\&\|]*) first=script && break ;;
        esac
        # A verb that git does not know is an alias, which may be anything.
        # A setting of git may be a command.
        [ "$git" != value ] || { case $word in *=*) first=script && break ;; esac; git=1 && continue; }
        [ -z "$git" ] || case $word in
          -C | -c | --git-dir | --work-tree | --namespace | --config-env | --exec-path | --attr-source | --super-prefix) git=value && continue ;;
          -*) continue ;;
          add | am | annotate | apply | archive | bisect | blame | branch | bugreport | bundle | cat-file) git= ;;
          check-attr | check-ignore | check-mailmap | check-ref-format | checkout | checkout-index | cherry) git= ;;
          cherry-pick | citool | clean | clone | column | commit | commit-graph | commit-tree | config) git= ;;
          count-objects | credential | daemon | describe | diagnose | diff | diff-files | diff-index | diff-tree) git= ;;
          difftool | fast-export | fast-import | fetch | fetch-pack | filter-branch | filter-repo | fmt-merge-msg) git= ;;
          for-each-ref | for-each-repo | format-patch | fsck | gc | get-tar-commit-id | grep | gui | hash-object) git= ;;
          help | hook | http-push | index-pack | init | instaweb | interpret-trailers | lfs | log | ls-files) git= ;;
          ls-remote | ls-tree | mailinfo | mailsplit | maintenance | merge | merge-base | merge-file | merge-index) git= ;;
          merge-tree | mergetool | mktag | mktree | multi-pack-index | mv | name-rev | notes | pack-objects) git= ;;
          pack-refs | patch-id | prune | prune-packed | pull | push | range-diff | read-tree | rebase) git= ;;
          receive-pack | reflog | refs | remote | repack | replace | replay | request-pull | rerere | reset) git= ;;
          restore | rev-list | rev-parse | revert | rm | send-email | send-pack | shortlog | show | show-branch) git= ;;
          show-index | show-ref | sparse-checkout | stage | stash | status | stripspace | submodule | subtree | svn) git= ;;
          switch | symbolic-ref | tag | unpack-file | unpack-objects | update-index | update-ref) git= ;;
          update-server-info | var | verify-commit | verify-pack | verify-tag | version | whatchanged | worktree) git= ;;
          write-tree) git= ;;
          *) first=script && break ;;
        esac
        case $word in
          [gG][iI][tT]) git=$first ;;
          [gG][iI][tT]-*) first=script && break ;;
          [sS][hH] | [bB][aA][sS][hH] | [zZ][sS][hH] | [dD][aA][sS][hH] | [kK][sS][hH]) first=script && break ;;
          [mM][kK][sS][hH] | [aA][sS][hH] | [rR][bB][aA][sS][hH] | [fF][iI][sS][hH] | [cC][sS][hH]) first=script && break ;;
          [tT][cC][sS][hH] | [yY][aA][sS][hH] | [pP][yY][tT][hH][oO][nN]* | [pP][eE][rR][lL]*) first=script && break ;;
          [nN][oO][dD][eE] | [nN][oO][dD][eE][jJ][sS] | [dD][eE][nN][oO] | [bB][uU][nN]) first=script && break ;;
          [rR][uU][bB][yY] | [pP][hH][pP] | [lL][uU][aA] | [oO][sS][aA][sS][cC][rR][iI][pP][tT]) first=script && break ;;
          [aA][wW][kK] | [gG][aA][wW][kK] | [mM][aA][wW][kK] | [nN][aA][wW][kK]) first=script && break ;;
          [tT][cC][lL][sS][hH] | [eE][xX][pP][eE][cC][tT] | [eE][mM][aA][cC][sS] | [mM]4) first=script && break ;;
          [sS][oO][uU][rR][cC][eE] | [nN][pP][mM] | [pP][nN][pP][mM] | [yY][aA][rR][nN]) first=script && break ;;
          [mM][aA][kK][eE] | [gG][mM][aA][kK][eE] | [gG][lL][aA][bB] | [lL][aA][bB] | [tT][eE][aA]) first=script && break ;;
          [aA][zZ] | [aA][wW][sS] | [gG][iI][tT][lL][aA][bB] | [hH][uU][bB] | [gG][tT]) first=script && break ;;
          [gG][rR][aA][pP][hH][iI][tT][eE] | [cC][hH][aA][rR][cC][oO][aA][lL] | [gG][sS]) first=script && break ;;
          [gG][iI][tT]-[sS][pP][iI][cC][eE] | [aA][rR][cC] | [fF][jJ] | [bB][kK][tT] | [bB][bB]) first=script && break ;;
          [bB][eE][rR][gG] | [gG][cC][lL][iI] | [sS][pP][rR] | [jJ][jJ]-[sS][pP][rR] | [jJ][jJ]) first=script && break ;;
          [sS][lL] | [rR][bB][tT] | [mM][oO][zZ]-[pP][hH][aA][bB]) first=script && break ;;
          [pP][hH][aA][bB][sS][eE][nN][dD] | [hH][gG] | [jJ][fF] | [rR][eE][pP][oO] | [bB]4) first=script && break ;;
          [sS][tT][gG] | [oO][sS][cC] | [bB][rR][zZ] | [bB][zZ][rR] | [gG][pP][sS] | [aA][vV]) first=script && break ;;
          [sS][tT][aA][cC][kK]-[pP][rR] | [gG][hH][sS][tT][aA][cC][kK] | [rR][eE][vV][iI][eE][wW]) first=script && break ;;
          [tT][oO][wW][nN] | [nN][eE][wW]-[pP][uU][lL][lL]-[rR][eE][qQ][uU][eE][sS][tT]) first=script && break ;;
          [pP][uU][lL][lL]-[rR][eE][qQ][uU][eE][sS][tT]) first=script && break ;;
          [oO][pP][eE][nN]-[pP][uU][lL][lL]-[rR][eE][qQ][uU][eE][sS][tT] | [pP][rR] | [cC][lL]) first=script && break ;;
          [sS][pP][rR] | [mM][aA][cC][hH][eE][tT][eE] | [bB][rR][aA][nN][cC][hH][lL][eE][sS][sS]) first=script && break ;;
          [sS][uU][bB][mM][iI][tT] | [sS][pP][iI][cC][eE] | [pP][sS] | [hH][uU][bB] | [oO][bB][sS]) first=script && break ;;
          [gG][eE][rR][rR][iI][tT] | [sS][eE][nN][dD]-[eE][mM][aA][iI][lL]) first=script && break ;;
          [cC][oO][dD][eE][rR][eE][vV][iI][eE][wW] | [sS][vV][nN] | [pP]4 | [jJ][uU][sS][tT]) first=script && break ;;
          [tT][aA][sS][kK] | [gG][oO]-[tT][aA][sS][kK] | [rR][aA][kK][eE]) first=script && break ;;
          [iI][nN][vV][oO][kK][eE] | [iI][nN][vV] | [fF][aA][bB] | [pP][oO][eE] | [pP][dD][mM]) first=script && break ;;
          [mM][iI][sS][eE] | [dD][eE][nN][oO] | [cC][oO][mM][pP][oO][sS][eE][rR]) first=script && break ;;
          [rR][uU][nN]-[sS] | [rR][uU][nN]-[pP] | [nN][pP][mM]-[rR][uU][nN]-[aA][lL][lL]) first=script && break ;;
          [tT][uU][rR][bB][oO] | [lL][eE][rR][nN][aA]) first=script && break ;;
          *.[sS][hH] | *./*) first=script && break ;;
          */* | .) [ -z "$first" ] || { first=script && break; } ;;
        esac
        # The program may follow after these.
        case $word in
          *=* | -* | [0-9]* | ! | [cC][oO][mM][mM][aA][nN][dD] | [bB][uU][iI][lL][tT][iI][nN] | [eE][xX][eE][cC]) ;;
          [eE][nN][vV] | [nN][oO][hH][uU][pP] | [tT][iI][mM][eE] | [nN][iI][cC][eE] | [iI][oO][nN][iI][cC][eE]) ;;
          [cC][hH][rR][tT] | [tT][aA][sS][kK][sS][eE][tT] | [tT][iI][mM][eE][oO][uU][tT]) ;;
          [gG][tT][iI][mM][eE][oO][uU][tT] | [sS][uU][dD][oO] | [dD][oO][aA][sS] | [sS][eE][tT][sS][iI][dD]) ;;
          [sS][tT][dD][bB][uU][fF] | [uU][nN][bB][uU][fF][fF][eE][rR] | [cC][hH][rR][oO][nN][iI][cC]) ;;
          [cC][aA][fF][fF][eE][iI][nN][aA][tT][eE] | [fF][lL][oO][cC][kK] | [sS][tT][rR][aA][cC][eE]) ;;
          [lL][tT][rR][aA][cC][eE] | [cC][hH][rR][oO][oO][tT] | [bB][uU][sS][yY][bB][oO][xX] | [tT][oO][yY][bB][oO][xX]) ;;
          [pP][rR][oO][oO][tT] | [fF][aA][kK][eE][rR][oO][oO][tT]) ;;
          [dD][bB][uU][sS]-[rR][uU][nN]-[sS][eE][sS][sS][iI][oO][nN] | [sS][yY][sS][tT][eE][mM][dD]-[rR][uU][nN]) ;;
          [wW][iI][nN][pP][tT][yY] | [nN][oO][gG][lL][oO][bB] | [nN][oO][cC][oO][rR][rR][eE][cC][tT] | -) ;;
          [xX][aA][rR][gG][sS] | [gG][xX][aA][rR][gG][sS] | [pP][aA][rR][aA][lL][lL][eE][lL]) ;;
          if | then | elif | else | do | while | until | time) first=1 ;;
          *) first=$next ;;
        esac
      done
      [ "$first" = script ] || exit 0
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
    ELECTRON_RUN_AS_NODE=1 exec "$PARTY_NODE" "$hook" pr-gate 2>/dev/null
  fi
  exec node "$hook" pr-gate 2>/dev/null
}
out=$(ask <<END
$input
END
) || closed "dist/hook.cjs failed with $?"
case $out in '{}') exit 0 ;; '{"hookSpecificOutput":'*'}') printf '%s\n' "$out" ;; *) closed 'dist/hook.cjs gave no answer' ;; esac
