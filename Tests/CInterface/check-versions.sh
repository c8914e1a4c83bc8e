#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that each function of a library has the version that the version script says, and that the script has no
# version of a later release than VERSION.
# usage: check-versions.sh LIBRARY MAP VERSION
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^DRAY_/ { node = $1 } /^ *dray_[a-z0-9_]*;$/ { sub(";", ""); print $1 "@@" node }' "$2" | sort >"$work/expected"
nm -D --defined-only --with-symbol-versions "$1" | awk '$2 == "T" { print $3 }' | sort >"$work/found"
diff "$work/expected" "$work/found" || { echo "versions in the script (<) and in the library (>) differ" >&2; exit 1; }
newest=$(printf '%s\n' "$3" $(sed -n 's/^DRAY_\([0-9.]*\) .*/\1/p' "$2") | sort -V | tail -1)
[ "$newest" = "$3" ] || { echo "the script has the version $newest, and this is $3" >&2; exit 1; }
echo "$(wc -l <"$work/found") functions"
