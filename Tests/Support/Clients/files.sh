#!/bin/sh
# SPDX-License-Identifier: MIT
# Opens a file manager on a new folder, with its own home and session bus: files.sh PROGRAM FOLDER TITLE [FILE...]
# The window's title begins with TITLE, the name of the folder, into which the files are copied first.
set -eu
program=$1 folder=$2 title=$3
shift 3
# Scenarios may select X11.
export GDK_BACKEND="${GDK_BACKEND:-wayland}" QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-wayland}"
export GSK_RENDERER=cairo GSETTINGS_BACKEND=memory NO_AT_BRIDGE=1
rm -rf "$folder"
mkdir -p "$folder/$title" "$folder/config/gtk-3.0" "$folder/config/gtk-4.0" "$folder/cache" "$folder/data"
for file; do cp "$file" "$folder/$title"; done
export HOME="$folder" XDG_CONFIG_HOME="$folder/config" XDG_CACHE_HOME="$folder/cache" XDG_DATA_HOME="$folder/data"

# All D-Bus services except portals: these would serve files only to programs on the same bus, but the two file managers
# of a drag have separate buses.
mkdir "$folder/services"
for service in /usr/share/dbus-1/services/*; do
    case $service in *portal*) ;; *) ln -s "$service" "$folder/services" ;; esac
done
cat >"$folder/bus.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <servicedir>$folder/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
END
exec dbus-run-session --config-file="$folder/bus.conf" -- "$program" "$folder/$title"
