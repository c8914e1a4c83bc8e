#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that each header in a folder compiles alone and after itself, as C99 and as C++, that all of them compile
# together, that a host which ignores whether an event is consumed gets a warning, and that the core header stays short
# enough to be read: at most LINES lines.
# usage: check-headers.sh HEADERS LINES
set -eu
headers=$1
limit=$2
work=$(mktemp)
trap 'rm -f "$work"' EXIT
# Not only the syntax: a compiler finds ignored results later.
compile() { # INCLUDES
    printf '%s\n' "$1" | cc -std=c99 -pedantic -Wall -Wextra -Werror -I "$headers" -c -o "$work" -x c -
    printf '%s\n' "$1" | c++ -std=c++11 -pedantic -Wall -Wextra -Werror -I "$headers" -c -o "$work" -x c++ -
}
all=
for header in "$headers"/*.h; do
    include="#include <$(basename "$header")>"
    compile "$include
$include"
    all="$include
$all"
done
compile "$all"
for call in 'dray_seat_button(seat, DRAY_DEVICE_POINTER, 1, 1)' 'dray_seat_finger(seat, 1, DRAY_FINGER_DOWN)' \
    'dray_seat_key(seat, 1, 1, 1)'; do
    compile "#include <dray.h>
int event(struct dray_seat *seat); int event(struct dray_seat *seat) { return $call; }"
    if compile "#include <dray.h>
void event(struct dray_seat *seat); void event(struct dray_seat *seat) { $call; }" 2>/dev/null; then
        echo "no warning for an ignored result: $call" >&2
        exit 1
    fi
done
length=$(wc -l <"$headers/dray.h")
echo "$(printf '%s' "$all" | wc -l) headers; dray.h has $length lines"
[ "$length" -le "$limit" ]
