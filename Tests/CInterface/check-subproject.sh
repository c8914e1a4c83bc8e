#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds and runs a program that has the last commit of Dray as a Meson subproject.
# usage: check-subproject.sh REPOSITORY [LIBRARY]     LIBRARY: an existing libdray.so; without it, Swift builds one
set -eu
repository=$(cd "$1" && pwd -P)
library=${2:+$(realpath "$2")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The checkout may belong to another user than the one who builds.
printf '[include]\n\tpath = %s/.gitconfig\n[safe]\n\tdirectory = *\n' "$HOME" >"$work/gitconfig"
export GIT_CONFIG_GLOBAL="$work/gitconfig"
if ! git -C "$repository" rev-parse --verify --quiet HEAD >/dev/null; then
    echo "$repository is no git checkout with a commit, so no subproject can be made from it"
    exit 77
fi
# Meson sets it for tests, but the libdispatch of the Swift toolchain reads freed memory and fails with it.
unset MALLOC_PERTURB_

cp -r "$repository/Tests/CInterface/subproject" "$work/program"
mkdir "$work/program/subprojects"
"$repository/meson-shims/subproject/add-to" "$work/program/subprojects" "file://$repository"
meson setup "$work/build" "$work/program" --wrap-mode forcefallback ${library:+"-Ddray:library=$library"}
meson compile -C "$work/build"
"$work/build/version"
