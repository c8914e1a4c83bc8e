#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that a program calls Dray from every callback that the headers in a folder declare, except the given ones, in
# at most RUNS runs with different seeds. A callback that is added to a header has to be added to the test.
# usage: check-callbacks.sh PROGRAM HEADERS RUNS [CALLBACK...]
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$1
headers=$2
runs=$3
shift 3
for callback; do echo "$callback"; done >"$work/heard"
grep -ho '(\*[a-z_]*)(' "$headers"/*.h | tr -d '(*)' | sort -u >"$work/declared"
for seed in $(seq "$runs"); do
    "$program" "$seed" >"$work/said"
    sed -n 's/^called back: //p' "$work/said" | tr ' ' '\n' >>"$work/heard"
    sort -u "$work/heard" | comm -23 "$work/declared" - >"$work/missing"
    if [ ! -s "$work/missing" ]; then
        echo "$(wc -l <"$work/declared") callbacks, in $seed runs"
        exit 0
    fi
done
echo "callbacks that never called Dray:" >&2
cat "$work/missing" >&2
exit 1
