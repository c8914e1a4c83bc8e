#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into an empty folder, looks at what came, builds programs of users with pkg-config, and uninstalls again.
# usage: check-install.sh BUILD-FOLDER SOURCES-OF-THIS-SCRIPT FILE ...     each FILE under the prefix
set -eu
build=$1 here=$2
shift 2
work=$(mktemp -d)
log=$build/meson-logs/install-log.txt
# Of an installation before; "ninja uninstall" goes by it.
[ ! -e "$log" ] || cp "$log" "$work/log"
finish() {
    if [ -e "$work/log" ]; then cp "$work/log" "$log"; else rm -f "$log"; fi
    rm -rf "$work"
}
trap finish EXIT
fail() { echo "$*" >&2; exit 1; }

DESTDIR=$work/root meson install -C "$build" --no-rebuild >"$work/said" || { cat "$work/said"; fail "it is not installed"; }
pc=$(find "$work/root" -name dray.pc -printf '%h')
export PKG_CONFIG_PATH="$pc" PKG_CONFIG_SYSROOT_DIR="$work/root"
prefix=$(PKG_CONFIG_SYSROOT_DIR= pkg-config --variable=prefix dray)

for file in "$@"; do echo "$file"; done | sort >"$work/expected"
(cd "$work/root$prefix" && find . ! -type d | sed 's|^\./||' | sort) >"$work/found"
diff "$work/expected" "$work/found" || fail "the files are not those expected"
[ "$(find "$work/root" ! -type d | wc -l)" = "$(wc -l <"$work/found")" ] || fail "there are files outside of $prefix"

# The path of a test must not be in what is installed.
! grep -rl "$work" "$work/root" || fail "these files name the folder that they were installed through"
for variable in prefix libdir includedir; do
    value=$(PKG_CONFIG_SYSROOT_DIR= pkg-config --variable=$variable dray)
    case $value in "$prefix"*) ;; *) fail "dray.pc: $variable is $value, not below $prefix" ;; esac
    [ -d "$work/root$value" ] || fail "dray.pc: there is no $variable $value"
done

libraries=$work/root$(PKG_CONFIG_SYSROOT_DIR= pkg-config --variable=libdir dray)
cc -Wall -Werror -o "$work/version" "$here/subproject/version.c" $(pkg-config --cflags --libs dray)
version=$(LD_LIBRARY_PATH=$libraries "$work/version")
[ "$version" = "$(pkg-config --modversion dray)" ] || fail "the library is $version, and dray.pc says otherwise"
! ldd "$libraries/libdray.so" | grep -E 'libswift|libdispatch|Foundation|not found' || fail "needs a library it should not"
cc -Wall -Werror -o "$work/client" "$here/subproject/client.c" $(pkg-config --cflags --libs dray-client)
LD_LIBRARY_PATH=$libraries "$work/client"
protocols=$work/root$(PKG_CONFIG_SYSROOT_DIR= pkg-config --variable=pkgdatadir dray-client)
[ -e "$protocols/dray-drag-v1.xml" ] || fail "dray-client.pc: there is no protocol in $protocols"
# Whoever loads these is not expected to know where libdray is. The preload needs nothing, and looks for the first.
for module in "$libraries"/dray-wlroots-*.so "$libraries"/weston/dray-weston-*.so; do
    [ ! -e "$module" ] || ldd "$module" | grep -q "libdray.so.0 => $libraries" ||
        fail "$module does not find libdray.so.0"
done
# wlroots itself is not below the folder of the test.
unset PKG_CONFIG_SYSROOT_DIR
for adapter in "$pc"/dray-wlroots-*.pc; do
    [ -e "$adapter" ] || continue
    adapter=$(basename "$adapter" .pc)
    cc -Wall -Werror -DWLR_USE_UNSTABLE -o "$work/adapter" "$here/subproject/adapter.c" -I"$work/root$prefix/include" \
        -L"$libraries" $(pkg-config --cflags --libs "$adapter")
    LD_LIBRARY_PATH=$libraries "$work/adapter"
done

ninja -C "$build" uninstall >/dev/null
[ ! -d "$work/root" ] || [ -z "$(find "$work/root" ! -type d)" ] || fail "there is something left after 'ninja uninstall'"
