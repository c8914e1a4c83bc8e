#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds a program that takes the last commit of Dray as a Meson subproject, as its author would, and runs it.
# usage: check-subproject.sh REPOSITORY [LIBRARY]     with a libdray.so that is built already; without it, Swift builds one
set -eu
repository=$(cd "$1" && pwd -P)
library=${2:+$(realpath "$2")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Whose checkout it is does not matter to whoever builds here.
printf '[include]\n\tpath = %s/.gitconfig\n[safe]\n\tdirectory = *\n' "$HOME" >"$work/gitconfig"
export GIT_CONFIG_GLOBAL="$work/gitconfig"
if ! git -C "$repository" rev-parse --verify --quiet HEAD >/dev/null; then
    echo "$repository is no checkout of git: there is nothing to take a subproject from"
    exit 77
fi
# Meson sets it for tests, and the Swift toolchain does not bear it: its libdispatch reads memory that was freed.
unset MALLOC_PERTURB_

cp -r "$repository/Tests/CABI/subproject" "$work/program"
mkdir "$work/program/subprojects"
"$repository/meson-shims/subproject/add-to" "$work/program/subprojects" "file://$repository"
meson setup "$work/build" "$work/program" --wrap-mode forcefallback ${library:+"-Ddray:library=$library"}
meson compile -C "$work/build"
"$work/build/version"
