#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds libdray.so: self-contained, and with no symbols but dray_*.
# usage: build-library.sh SWIFT PACKAGE SCRATCH OUTPUT LINK
set -eu
swift=$1 package=$(cd "$2" && pwd -P)
mkdir -p "$3"
scratch=$(cd "$3" && pwd -P)
output=$4 link=$5

# The same sources shall make the same bytes in any folder: without its name, and without what Swift notes of each module for
# builds to come.
# Exclusive access is checked by the tests, in both of their builds; a host neither pays for it nor is ended by it.
# With the linker that Swift takes by default, symbols of the library's own modules would stay visible. It leaves out the symbols
# for debuggers, which Swift does not write in the same order each time: the build ID is made of all that it writes.
"$swift" build --package-path "$package" --scratch-path "$scratch" --configuration release --product dray-abi \
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
    -Xswiftc -file-prefix-map -Xswiftc "$package=." -Xcc "-ffile-prefix-map=$package=." \
    -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -static-stdlib -Xswiftc -use-ld=lld \
    -Xlinker --exclude-libs=ALL -Xlinker --version-script="$package/Sources/CDray/dray.map" \
    -Xlinker --strip-all -Xlinker --as-needed -Xlinker --gc-sections -Xlinker -soname=libdray.so.0 >"$scratch/build.log" 2>&1 || {
    cat "$scratch/build.log" >&2
    exit 1
}

cmp -s "$scratch/release/libdray-abi.so" "$output" || cp "$scratch/release/libdray-abi.so" "$output"
ln -sf "$(basename "$output")" "$link"
