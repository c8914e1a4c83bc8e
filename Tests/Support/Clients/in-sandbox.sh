#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a program in a sandbox like Flatpak's, by Bubblewrap: in-sandbox.sh BUS APPLICATION-ID PROGRAM...
# BUS is `whole`, or `filtered`: then only portals are available, by xdg-dbus-proxy, which Flatpak places between a
# program and the bus. The proxy is in a sandbox itself, so that services can identify the application. First it is
# printed which bus is available.
# The program has access to system programs, those of the tests, the sockets of the compositor and the session bus, and
# those of the user's files that the document portal exports to the application ID.
set -eu
kind=$1
id=$2
shift 2
here=$(cd "$(dirname "$0")/../.." && pwd)
runtime=$XDG_RUNTIME_DIR
bus=${DBUS_SESSION_BUS_ADDRESS#unix:path=}
bus=${bus%%,*}
# Flatpak starts the document portal, too.
dbus-send --session --print-reply --reply-timeout=20000 --dest=org.freedesktop.portal.Documents \
    /org/freedesktop/portal/documents org.freedesktop.portal.Documents.GetMountPoint >/dev/null
# Flatpak's file with the instance's data. Portals since 1.19 do not recognise a sandbox whose process is not listed
# there.
instance=$runtime/.flatpak/$$
mkdir -p "$instance" "$runtime/sandboxes"
info=$instance/info
printf '[Application]\nname=%s\nruntime=runtime/org.example.Platform/x86_64/1\n[Instance]\ninstance-id=%s\n' \
    "$id" $$ >"$info"
proxy=
if [ "$kind" = filtered ]; then
    bus_inside=$runtime/sandboxes/$id.bus
    mkfifo "$runtime/sandboxes/$id.ready"
    # It writes when it is ready, and exits when the other end of the pipe is closed.
    bwrap --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc \
        --ro-bind "$info" /.flatpak-info --bind "$runtime/sandboxes" "$runtime/sandboxes" --bind "$bus" "$bus" \
        -- xdg-dbus-proxy --fd=8 "unix:path=$bus" "$bus_inside" --filter \
        --call='org.freedesktop.portal.*=*' --broadcast='org.freedesktop.portal.*=@/org/freedesktop/portal/*' \
        8>"$runtime/sandboxes/$id.ready" &
    exec 9<"$runtime/sandboxes/$id.ready"
    dd bs=1 count=1 status=none <&9 >/dev/null
    proxy="--sync-fd 9"
else
    bus_inside=$bus
fi
# A session service that is not a portal, to test whether it is available.
exec bwrap $proxy --info-fd 7 --die-with-parent --unshare-pid --unshare-ipc --proc /proc --dev /dev --tmpfs /tmp \
    --tmpfs /run --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/sbin /sbin --symlink usr/lib /lib \
    --symlink usr/lib64 /lib64 \
    --ro-bind /etc /etc --dir /var/cache --dir /home/person --setenv HOME /home/person \
    --ro-bind "$here" "$here" --ro-bind "$info" /.flatpak-info \
    --bind "$runtime/$WAYLAND_DISPLAY" "$runtime/$WAYLAND_DISPLAY" --bind "$bus_inside" "$bus" \
    --bind "$runtime/doc/by-app/$id" "$runtime/doc" \
    --unsetenv XDG_DATA_HOME --unsetenv XDG_CONFIG_HOME --unsetenv XDG_CACHE_HOME \
    -- sh -c '
        if dbus-send --session --print-reply --dest=org.freedesktop.impl.portal.PermissionStore / \
            org.freedesktop.DBus.Peer.Ping >/dev/null 2>&1
        then echo "the bus is whole"; else echo "the bus is filtered"; fi
        exec "$@"' sh "$@" 7>"$instance/bwrapinfo.json"
