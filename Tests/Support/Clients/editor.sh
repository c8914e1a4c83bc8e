#!/bin/sh
# SPDX-License-Identifier: MIT
# Opens an editor on a text, with its own home and session bus: editor.sh PROGRAM FOLDER TITLE TEXT
# PROGRAM is a real editor, or a toolkit of editor.py. The window's title begins with TITLE or contains it.
set -eu
program=$1 folder=$2 title=$3 text=$4
export GDK_BACKEND=wayland GSK_RENDERER=cairo QT_QPA_PLATFORM=wayland GSETTINGS_BACKEND=memory NO_AT_BRIDGE=1
case $program in
gtk3 | gtk4 | qt6) exec /usr/bin/python3 "$(dirname "$0")/editor.py" "$program" "$title" "$text" ;;
esac
rm -rf "$folder"
mkdir -p "$folder/config/gtk-3.0" "$folder/config/gtk-4.0" "$folder/cache" "$folder/data"
# A blinking cursor would keep the window from settling.
printf '[Settings]\ngtk-cursor-blink=false\n' \
    | tee "$folder/config/gtk-3.0/settings.ini" >"$folder/config/gtk-4.0/settings.ini"
printf '%s' "$text" >"$folder/$title.txt"
export HOME="$folder" XDG_CONFIG_HOME="$folder/config" XDG_CACHE_HOME="$folder/cache" XDG_DATA_HOME="$folder/data"
exec dbus-run-session -- "$program" "$folder/$title.txt"
