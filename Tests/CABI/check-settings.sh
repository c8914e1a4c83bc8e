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
check "$(grep -oh '"DRAY_[A-Z_]*"' meson-shims/kit/settings.c meson-shims/wlroots/*.c | tr -d '"' | sort -u)" \
    packaging/debian/dray-session.1 Sources/Dray/Dray.docc/Wlroots.md
# Those of its section [dray]; the cursor's are Weston's own.
check "$(sed -n 's/.*section, "\([a-z-]*\)".*/\1/p' meson-shims/weston/settings.c | sort -u)" \
    packaging/debian/weston-dray.1 README.md
exit "$missing"
