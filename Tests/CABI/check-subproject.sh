#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds a program that takes Dray as a Meson subproject by the wrap, and runs it; then the same with an installed Dray.
# usage: check-subproject.sh REPOSITORY INSTALLED-ROOT
set -eu
repository=$(cd "$1" && pwd -P) installed=$(cd "$2" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -r "$repository/Tests/CABI/subproject" "$work/program"
mkdir "$work/program/subprojects"
cp -r "$repository/meson-shims/subproject/packagefiles" "$work/program/subprojects/"
sed -e "s|^url = .*|url = file://$repository|" -e "s|^revision = .*|revision = $(git -C "$repository" rev-parse HEAD)|" \
    -e '/^depth/d' "$repository/meson-shims/subproject/dray.wrap" >"$work/program/subprojects/dray.wrap"
meson setup "$work/build" "$work/program" --wrap-mode forcefallback
meson compile -C "$work/build"
"$work/build/version"

pc=$(find "$installed" -name dray.pc -printf '%h')
PKG_CONFIG_PATH=$pc PKG_CONFIG_SYSROOT_DIR=$installed meson setup "$work/installed" "$work/program" --wrap-mode nofallback
meson compile -C "$work/installed"
LD_LIBRARY_PATH=$(dirname "$pc") "$work/installed/version"
