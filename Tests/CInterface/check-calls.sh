#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that a program calls every function that the headers in a folder declare, except the given ones. A function
# that is added to a header has to be added to the test.
# usage: check-calls.sh PROGRAM HEADERS [FUNCTION...]
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$1
headers=$2
shift 2
{
    nm --undefined-only "$program" | awk '{ print $2 }' | sed 's/@.*//'
    for function; do echo "$function"; done
} | sort -u >"$work/called"
grep -ho '\bdray_[a-z0-9_]*(' "$headers"/*.h | tr -d '(' | sort -u >"$work/declared"
comm -23 "$work/declared" "$work/called" >"$work/missing"
if [ -s "$work/missing" ]; then
    echo "functions that are never called:" >&2
    cat "$work/missing" >&2
    exit 1
fi
echo "$(wc -l <"$work/declared") functions"
