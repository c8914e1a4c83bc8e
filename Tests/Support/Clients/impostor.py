#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Sends messages that a process on a bus has not requested, and that only other programs may send: changed desktop
settings, the exit of the listener, the end of all listeners, the end of the screen reader. It prints `done`, and ends.

    impostor.py session|access PROCESS
"""

import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

DBUS = "org.freedesktop.DBus"


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    if sys.argv[1] == "access":
        address = bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None)
        flags = Gio.DBusConnectionFlags
        bus = Gio.DBusConnection.new_for_address_sync(
            address.unpack()[0], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
    names = bus.call_sync(DBUS, "/", DBUS, "ListNames", None, None, 0, -1, None).unpack()[0]
    unique = [name for name in names if name.startswith(":") and name != bus.get_unique_name()]
    setting = GLib.Variant("(ssv)", ("org.freedesktop.appearance", "contrast", GLib.Variant("u", 1)))
    status = GLib.Variant("(sa{sv}as)", ("org.a11y.Status", {
        "IsEnabled": GLib.Variant("b", False), "ScreenReaderEnabled": GLib.Variant("b", False)}, []))
    def process(name):
        return bus.call_sync(
            DBUS, "/", DBUS, "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)), None, 0, -1, None).unpack()[0]

    victims = [name for name in unique if process(name) == int(sys.argv[2])]
    assert victims
    for name in victims:
        bus.emit_signal(
            name, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged", setting)
        bus.emit_signal(name, "/org/a11y/bus", "org.freedesktop.DBus.Properties", "PropertiesChanged", status)
        bus.emit_signal(
            name, "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "EventListenerDeregistered",
            GLib.Variant("(ss)", (name, "object:announcement")))
        for gone in [*unique, "org.a11y.atspi.Registry", "org.freedesktop.portal.Desktop", "org.a11y.Bus"]:
            bus.emit_signal(
                name, "/org/freedesktop/DBus", DBUS, "NameOwnerChanged", GLib.Variant("(sss)", (gone, gone, "")))
    bus.flush_sync(None)
    print("done", flush=True)


main()
