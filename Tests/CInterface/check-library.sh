#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that libdray.so exports exactly the functions of its headers, needs neither a Swift library nor X11, implements
# no shell protocol (windows belong to the host), and has at most 12 MB.
# usage: check-library.sh LIBRARY HEADER...
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=$1
shift
nm -D --defined-only "$library" | awk '{ print $3 }' | sed 's/@.*//' | grep -v '^DRAY_' | sort >"$work/exported"
grep -ho '\bdray_[a-z0-9_]*(' "$@" | tr -d '(' | sort -u >"$work/declared"
diff "$work/declared" "$work/exported" || { echo "declared (<) and exported (>) functions differ" >&2; exit 1; }
if ldd "$library" | grep -E 'libswift|libdispatch|Foundation|not found'; then
    echo "libdray.so needs a forbidden or missing library" >&2
    exit 1
fi
# Only direct dependencies count: Cairo depends on libxcb.
if readelf -d "$library" | grep NEEDED | grep -E 'libxcb|libX'; then echo "libdray.so needs X11" >&2; exit 1; fi
# The names of the interfaces are known, so that windows are recognised.
if strings "$library" | grep -xE 'get_xdg_surface|set_window_geometry|show_window_menu'; then
    echo "libdray.so contains a shell protocol" >&2
    exit 1
fi
size=$(stat -c %s "$library")
echo "$size bytes, $(wc -l <"$work/exported") symbols"
[ "$size" -le 12000000 ]
