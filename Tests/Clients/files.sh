#!/bin/sh
# SPDX-License-Identifier: MIT
# Opens a file manager on a new folder, with a home and a session bus of its own: files.sh PROGRAM FOLDER TITLE [FILE...]
# The window's title begins with TITLE, which is the name of the folder; the files are copied into it before.
set -eu
program=$1 folder=$2 title=$3
shift 3
export GDK_BACKEND=wayland GSK_RENDERER=cairo QT_QPA_PLATFORM=wayland GSETTINGS_BACKEND=memory NO_AT_BRIDGE=1
rm -rf "$folder"
mkdir -p "$folder/$title" "$folder/config/gtk-3.0" "$folder/config/gtk-4.0" "$folder/cache" "$folder/data"
for file; do cp "$file" "$folder/$title"; done
export HOME="$folder" XDG_CONFIG_HOME="$folder/config" XDG_CACHE_HOME="$folder/cache" XDG_DATA_HOME="$folder/data"
exec dbus-run-session -- "$program" "$folder/$title"
