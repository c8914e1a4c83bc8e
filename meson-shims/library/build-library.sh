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
# With the linker that Swift takes by default, symbols of the library's own modules would stay visible.
unknown=0000000000000000000000000000000000000000
"$swift" build --package-path "$package" --scratch-path "$scratch" --configuration release --product dray-abi \
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
    -Xswiftc -file-prefix-map -Xswiftc "$package=." -Xcc "-ffile-prefix-map=$package=." \
    -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -static-stdlib -Xswiftc -use-ld=lld \
    -Xlinker --exclude-libs=ALL -Xlinker --version-script="$package/Sources/CDray/dray.map" \
    -Xlinker --build-id=0x"$unknown" -Xlinker --as-needed -Xlinker --gc-sections -Xlinker -soname=libdray.so.0 >"$scratch/build.log" 2>&1 || {
    cat "$scratch/build.log" >&2
    exit 1
}

# The build ID is made of what is installed. That of the linker would be made of the symbols for debuggers as well, which Swift does
# not write in the same order each time, and which bench names functions by.
stripped=$scratch/libdray.so
strip --strip-unneeded -o "$stripped" "$scratch/release/libdray-abi.so"
place=$(readelf --wide --sections "$stripped" | sed -n 's/.* \.note\.gnu\.build-id *NOTE *[0-9a-f]* *\([0-9a-f]*\) .*/\1/p')
sha1sum <"$stripped" | sed 's/ .*//; s/../\\\\x&/g' | xargs printf '%b' |
    dd of="$stripped" bs=1 seek=$((0x$place + 16)) conv=notrunc status=none
cmp -s "$stripped" "$output" || cp "$stripped" "$output"
ln -sf "$(basename "$output")" "$link"
