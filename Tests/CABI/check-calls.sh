#!/bin/sh
# SPDX-License-Identifier: MIT
# A program calls every function that a header declares, but some: what is added to the header is added to the test.
# usage: check-calls.sh PROGRAM HEADER [FUNCTION...]
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$1
header=$2
shift 2
{
    nm --undefined-only "$program" | awk '{ print $2 }' | sed 's/@.*//'
    for function; do echo "$function"; done
} | sort -u >"$work/called"
grep -o '\bdray_[a-z0-9_]*(' "$header" | tr -d '(' | sort -u >"$work/declared"
comm -23 "$work/declared" "$work/called" >"$work/missing"
if [ -s "$work/missing" ]; then
    echo "never called:" >&2
    cat "$work/missing" >&2
    exit 1
fi
echo "$(wc -l <"$work/declared") functions"
