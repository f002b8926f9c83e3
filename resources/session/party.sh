#!/bin/sh
# party.sh [TITLE] [--raw] [--detach] | --stop [ID] | --list | --continue ID   (the short form of: party VERB)
self=$0
while [ -h "$self" ]; do
  link=$(readlink "$self")
  case $link in /*) self=$link ;; *) self=$(dirname "$self")/$link ;; esac
done
party=$(CDPATH= cd -- "$(dirname "$self")/../bin" && pwd -P)/party
case ${1:-} in
  --stop) shift; exec "$party" stop "$@" ;;
  --list) shift; exec "$party" sessions "$@" ;;
  --continue) shift; exec "$party" restore "$@" ;;
  --help | -h) exec "$party" start --help ;;
  *) exec "$party" start "$@" ;;
esac
