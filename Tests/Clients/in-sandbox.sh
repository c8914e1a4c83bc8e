#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a program in a sandbox as Flatpak makes it, by Bubblewrap: in-sandbox.sh APPLICATION-ID PROGRAM...
# It sees the system's programs, those of the tests, the sockets of the compositor and the session bus, and of the person's files those that
# the document portal shows to an application with that ID.
set -eu
id=$1
shift
here=$(cd "$(dirname "$0")/.." && pwd)
runtime=$XDG_RUNTIME_DIR
bus=${DBUS_SESSION_BUS_ADDRESS#unix:path=}
bus=${bus%%,*}
# Flatpak starts it, too.
dbus-send --session --print-reply --reply-timeout=20000 --dest=org.freedesktop.portal.Documents /org/freedesktop/portal/documents \
    org.freedesktop.portal.Documents.GetMountPoint >/dev/null
# Where Flatpak tells of it. Portals from 1.19 on believe no sandbox whose process they do not find there.
instance=$runtime/.flatpak/$$
mkdir -p "$instance"
info=$instance/info
printf '[Application]\nname=%s\nruntime=runtime/org.example.Platform/x86_64/1\n[Instance]\ninstance-id=%s\n' "$id" $$ >"$info"
exec bwrap --info-fd 9 --die-with-parent --unshare-pid --unshare-ipc --proc /proc --dev /dev --tmpfs /tmp --tmpfs /run \
    --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/sbin /sbin --symlink usr/lib /lib --symlink usr/lib64 /lib64 \
    --ro-bind /etc /etc --dir /var/cache --dir /home/person --setenv HOME /home/person \
    --ro-bind "$here" "$here" --ro-bind "$info" /.flatpak-info \
    --bind "$runtime/$WAYLAND_DISPLAY" "$runtime/$WAYLAND_DISPLAY" --bind "$bus" "$bus" \
    --bind "$runtime/doc/by-app/$id" "$runtime/doc" --unsetenv XDG_DATA_HOME --unsetenv XDG_CONFIG_HOME --unsetenv XDG_CACHE_HOME \
    -- "$@" 9>"$instance/bwrapinfo.json"
