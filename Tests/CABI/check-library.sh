#!/bin/sh
# SPDX-License-Identifier: MIT
# libdray.so exports dray_* and nothing else, needs no Swift library, and is at most 12 MB.
# usage: check-library.sh LIBRARY HEADER
set -eu
nm -D --defined-only "$1" | awk '{ print $3 }' | sed 's/@.*//' | sort >/tmp/dray-exports.$$
trap 'rm -f /tmp/dray-exports.$$' EXIT
if grep -v '^dray_' /tmp/dray-exports.$$ | grep -v '^DRAY_0$'; then echo "exported, but not dray_*" >&2; exit 1; fi
for name in $(grep -o '\bdray_[a-z_]*(' "$2" | tr -d '(' | sort -u); do
    grep -qx "$name" /tmp/dray-exports.$$ || { echo "in the header, but not exported: $name" >&2; exit 1; }
done
if ldd "$1" | grep -iE 'swift|dispatch|foundation|not found'; then echo "needs a library it should not" >&2; exit 1; fi
size=$(stat -c %s "$1")
echo "$size bytes, $(wc -l </tmp/dray-exports.$$) symbols"
[ "$size" -le 12000000 ]
