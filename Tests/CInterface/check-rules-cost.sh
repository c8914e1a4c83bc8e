#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts, with callgrind, the instructions in the library for a message that the rules of a display do not follow. They
# must be fewer than LIMIT. The allocator's own cost depends on what was allocated before, so it is not counted.
# usage: check-rules-cost.sh RULES-COST LIMIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$1
limit=$2
instructions() { # COUNT
    valgrind --quiet --tool=callgrind --callgrind-out-file="$work/out" "$program" "$1"
    callgrind_annotate --threshold=100 "$work/out" |
        awk '/libdray\.so/ { gsub(",", "", $1); sum += $1 } END { print sum + 0 }'
}
few=$(instructions 1000)
many=$(instructions 11000)
tenths=$(((many - few) / 1000))
echo "a pointer motion: $((tenths / 10)).$((tenths % 10)) instructions in the library"
[ "$tenths" -gt 0 ] && [ "$tenths" -lt "$((limit * 10))" ]
