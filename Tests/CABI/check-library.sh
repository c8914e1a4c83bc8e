#!/bin/sh
# SPDX-License-Identifier: MIT
# libdray.so exports what dray.h declares and nothing else, needs no Swift library and no X11, speaks no protocol of windows, which are
# the host's, and is at most 12 MB.
# usage: check-library.sh LIBRARY HEADER
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm -D --defined-only "$1" | awk '{ print $3 }' | sed 's/@.*//' | grep -v '^DRAY_0$' | sort >"$work/exported"
grep -o '\bdray_[a-z0-9_]*(' "$2" | tr -d '(' | sort -u >"$work/declared"
diff "$work/declared" "$work/exported" || { echo "declared (<) and exported (>) are not the same" >&2; exit 1; }
if ldd "$1" | grep -E 'libswift|libdispatch|Foundation|not found'; then echo "needs a library it should not" >&2; exit 1; fi
# Cairo brings libxcb along by itself.
if readelf -d "$1" | grep NEEDED | grep -E 'libxcb|libX'; then echo "needs X11" >&2; exit 1; fi
if strings "$1" | grep -xE 'xdg_(wm_base|surface|toplevel|popup)'; then echo "speaks of windows" >&2; exit 1; fi
size=$(stat -c %s "$1")
echo "$size bytes, $(wc -l <"$work/exported") symbols"
[ "$size" -le 12000000 ]
