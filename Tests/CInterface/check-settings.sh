#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that the manual pages and the documentation name every setting that the adapters read.
# usage: check-settings.sh CHECKOUT
set -eu
cd "$1"
missing=0
check() { # SETTINGS FILE...
    settings=$1
    shift
    [ -n "$settings" ] || { echo "the sources contain no setting" >&2; exit 1; }
    for setting in $settings; do
        for file; do
            grep -qw -e "$setting" "$file" || { echo "$file does not document $setting" >&2; missing=1; }
        done
    done
    echo "$(echo "$settings" | wc -w) settings in $*"
}
# The settings of the kit. In the environment they have the prefix DRAY_, and one has a shorter name.
common=$(sed -nE 's/.*from(->data)?, "([a-z-]+)".*/\2/p' meson-shims/hosts/kit/settings.c | sort -u)
variables=$(echo "$common" | sed 's/^drag-by-keyboard$/keyboard/; s/^/DRAY_/' | tr a-z- A-Z_)
check "$variables $(grep -oh '"DRAY_[A-Z_]*"' meson-shims/hosts/wlroots/*.c | tr -d '"' | sort -u)" \
    packaging/debian/dray-session.1 docs/weston-sway-labwc.md
# The settings in section [dray] of weston.ini. The settings of the cursor are Weston's own.
check "$common $(sed -nE 's/.*&source, "([a-z-]+)".*/\1/p' meson-shims/hosts/weston/settings.c | sort -u)" \
    packaging/debian/weston-dray.1 docs/weston-sway-labwc.md
exit "$missing"
