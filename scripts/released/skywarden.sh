#!/bin/sh
# Runs Skywarden on the Node beside this file. Uses no other program, unless it is started through a link.
self=$0
if [ -h "$self" ]; then self=$(readlink -f "$self"); fi
case $self in
*/*) bin=${self%/*} ;;
*) bin=. ;;
esac
exec "$bin/node" "$bin/../scripts/released/skywarden.mjs" "$@"
