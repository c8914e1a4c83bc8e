#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds libdray.so: self-contained, and with no symbols but dray_*.
# usage: build-library.sh SWIFT PACKAGE SCRATCH OUTPUT LINK
set -eu
swift=$1 package=$(cd "$2" && pwd -P)
mkdir -p "$3"
scratch=$(cd "$3" && pwd -P)
output=$4 link=$5

"$(dirname "$0")/swift-build" "$swift" "$package" "$scratch" --product dray-abi >"$scratch/build.log" 2>&1 || {
    cat "$scratch/build.log" >&2
    exit 1
}

# The build ID is computed from the stripped library. The linker's build ID would also depend on the debugging symbols,
# which Swift does not write in a reproducible order, and which bench needs to name functions.
stripped=$scratch/libdray.so
strip --strip-unneeded -o "$stripped" "$scratch/release/libdray-abi.so"
place=$(readelf --wide --sections "$stripped" |
    sed -n 's/.* \.note\.gnu\.build-id *NOTE *[0-9a-f]* *\([0-9a-f]*\) .*/\1/p')
sha1sum <"$stripped" | sed 's/ .*//; s/../\\\\x&/g' | xargs printf '%b' |
    dd of="$stripped" bs=1 seek=$((0x$place + 16)) conv=notrunc status=none
cmp -s "$stripped" "$output" || cp "$stripped" "$output"
ln -sf "$(basename "$output")" "$link"
# The library with its symbols, which benchmarks name functions by.
ln -sf "$scratch/release/libdray-abi.so" "$output.debug"
