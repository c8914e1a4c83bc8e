#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into an empty folder, checks the files, builds programs against them with pkg-config, and uninstalls.
# usage: check-install.sh BUILD-FOLDER SOURCES-OF-THIS-SCRIPT FILE ...     each FILE under the prefix
set -eu
build=$1 here=$2
shift 2
work=$(mktemp -d)
log=$build/meson-logs/install-log.txt
# "ninja uninstall" removes the files that this log lists, so the log of an earlier installation is restored.
[ ! -e "$log" ] || cp "$log" "$work/log"
finish() {
    if [ -e "$work/log" ]; then cp "$work/log" "$log"; else rm -f "$log"; fi
    rm -rf "$work"
}
trap finish EXIT
fail() { echo "$*" >&2; exit 1; }

DESTDIR=$work/root meson install -C "$build" --no-rebuild >"$work/output" ||
    { cat "$work/output"; fail "the installation failed"; }
pc=$(find "$work/root" -name dray.pc -printf '%h')
export PKG_CONFIG_PATH="$pc" PKG_CONFIG_SYSROOT_DIR="$work/root"
prefix=$(PKG_CONFIG_SYSROOT_DIR= pkg-config --variable=prefix dray)

for file in "$@"; do echo "$file"; done | sort >"$work/expected"
(cd "$work/root$prefix" && find . ! -type d | sed 's|^\./||' | sort) >"$work/found"
diff "$work/expected" "$work/found" || fail "the installed files (>) differ from the expected ones (<)"
[ "$(find "$work/root" ! -type d | wc -l)" = "$(wc -l <"$work/found")" ] || fail "there are files outside of $prefix"

# Installed files must not contain the path of this test.
! grep -rl "$work" "$work/root" || fail "these files contain the staging path (DESTDIR)"
for variable in prefix libdir includedir; do
    value=$(PKG_CONFIG_SYSROOT_DIR= pkg-config --variable=$variable dray)
    case $value in "$prefix"*) ;; *) fail "dray.pc: $variable is $value, not below $prefix" ;; esac
    [ -d "$work/root$value" ] || fail "dray.pc: $variable $value does not exist"
done

libraries=$work/root$(PKG_CONFIG_SYSROOT_DIR= pkg-config --variable=libdir dray)
cc -Wall -Werror -o "$work/version" "$here/subproject/version.c" $(pkg-config --cflags --libs dray)
version=$(LD_LIBRARY_PATH=$libraries "$work/version")
[ "$version" = "$(pkg-config --modversion dray)" ] || fail "the library is $version, and dray.pc says otherwise"
! ldd "$libraries/libdray.so" | grep -E 'libswift|libdispatch|Foundation|not found' ||
    fail "libdray.so needs a forbidden or missing library"
[ "$(readlink "$libraries/libdray.so") $(readlink "$libraries/libdray.so.0")" = "libdray.so.0 libdray.so.$version" ] ||
    fail "libdray.so and libdray.so.0 are not links to libdray.so.$version"
# The example is built as the author of a compositor would build a copy of it. The other libraries that it needs are not
# below DESTDIR.
mkdir "$work/pkgconfig"
sed "s|^prefix=.*|prefix=$work/root$prefix|" "$pc/dray.pc" >"$work/pkgconfig/dray.pc"
cp -r "$work/root$prefix/share/dray/examples/compositor" "$work/example"
(
    unset PKG_CONFIG_SYSROOT_DIR
    export PKG_CONFIG_PATH="$work/pkgconfig"
    meson setup -Dwerror=true "$work/example/build" "$work/example" && ninja -C "$work/example/build"
) >"$work/output" || { cat "$work/output"; fail "the installed example does not build"; }
echo quit | XDG_RUNTIME_DIR=$work LD_LIBRARY_PATH=$libraries "$work/example/build/compositor" ||
    fail "the installed example fails"
cc -Wall -Werror -o "$work/client" "$here/subproject/client.c" $(pkg-config --cflags --libs dray-client)
LD_LIBRARY_PATH=$libraries "$work/client"
protocols=$work/root$(PKG_CONFIG_SYSROOT_DIR= pkg-config --variable=pkgdatadir dray-client)
[ -e "$protocols/dray-drag-v1.xml" ] || fail "dray-client.pc: $protocols has no dray-drag-v1.xml"
# The programs that load these modules need not know the path of libdray. The preload library has no such dependency:
# it loads dray-wlroots-*.so itself.
for module in "$libraries"/dray-wlroots-*.so "$libraries"/weston/dray-weston-*.so; do
    [ ! -e "$module" ] || ldd "$module" | grep -q "libdray.so.0 => $libraries" ||
        fail "$module does not find libdray.so.0"
done
# wlroots itself is not installed below DESTDIR.
unset PKG_CONFIG_SYSROOT_DIR
for adapter in "$pc"/dray-wlroots-*.pc; do
    [ -e "$adapter" ] || continue
    adapter=$(basename "$adapter" .pc)
    cc -Wall -Werror -DWLR_USE_UNSTABLE -o "$work/adapter" "$here/subproject/adapter.c" -I"$work/root$prefix/include" \
        -L"$libraries" $(pkg-config --cflags --libs "$adapter")
    LD_LIBRARY_PATH=$libraries "$work/adapter"
done

ninja -C "$build" uninstall >/dev/null
[ ! -d "$work/root" ] || [ -z "$(find "$work/root" ! -type d)" ] ||
    fail "'ninja uninstall' leaves files"
