#!/bin/sh
# party.sh [TITLE] [--raw] [--detach] | --stop [ID] | --list | --continue ID   (the short form of: party VERB)
party=$(cd "$(dirname "$0")/../bin" && pwd -P)/party
case ${1:-} in
  --stop) shift; exec "$party" stop "$@" ;;
  --list) shift; exec "$party" sessions "$@" ;;
  --help | -h) exec "$party" start --help ;;
  *) exec "$party" start "$@" ;;
esac
