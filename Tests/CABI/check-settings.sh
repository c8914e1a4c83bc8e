#!/bin/sh
# SPDX-License-Identifier: MIT
# Every setting that the adapters read is in the manual pages and in the documentation.
# usage: check-settings.sh CHECKOUT
set -eu
cd "$1"
missing=0
check() { # SETTINGS FILE...
    settings=$1
    shift
    [ -n "$settings" ] || { echo "no setting is found in the sources" >&2; exit 1; }
    for setting in $settings; do
        for file; do
            grep -qw -e "$setting" "$file" || { echo "$file says nothing of $setting" >&2; missing=1; }
        done
    done
    echo "$(echo "$settings" | wc -w) settings in $*"
}
# Those that the kit reads wherever a host has them: in the environment with names of their own, of which one is shorter.
common=$(sed -nE 's/.*from(->data)?, "([a-z-]+)".*/\2/p' meson-shims/kit/settings.c | sort -u)
variables=$(echo "$common" | sed 's/^drag-by-keyboard$/keyboard/; s/^/DRAY_/' | tr a-z- A-Z_)
check "$variables $(grep -oh '"DRAY_[A-Z_]*"' meson-shims/wlroots/*.c | tr -d '"' | sort -u)" \
    packaging/debian/dray-session.1 Sources/Dray/Dray.docc/Wlroots.md
# Those of its section [dray]; the cursor's are Weston's own.
check "$common $(sed -nE 's/.*&source, "([a-z-]+)".*/\1/p' meson-shims/weston/settings.c | sort -u)" \
    packaging/debian/weston-dray.1 README.md
exit "$missing"
