#!/bin/sh
# SPDX-License-Identifier: MIT
# A program calls out of every callback that a header declares, but some, in a few runs with other seeds: what is added to the
# header is added to the test.
# usage: check-callbacks.sh PROGRAM HEADER RUNS [CALLBACK...]
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$1
header=$2
runs=$3
shift 3
for callback; do echo "$callback"; done >"$work/heard"
grep -o '(\*[a-z_]*)(' "$header" | tr -d '(*)' | sort -u >"$work/declared"
for seed in $(seq "$runs"); do
    "$program" "$seed" >"$work/said"
    sed -n 's/^called back: //p' "$work/said" | tr ' ' '\n' >>"$work/heard"
    sort -u "$work/heard" | comm -23 "$work/declared" - >"$work/missing"
    if [ ! -s "$work/missing" ]; then
        echo "$(wc -l <"$work/declared") callbacks, in $seed runs"
        exit 0
    fi
done
echo "never called back:" >&2
cat "$work/missing" >&2
exit 1
