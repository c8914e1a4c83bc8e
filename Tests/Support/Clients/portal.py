#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Stands in for the settings of xdg-desktop-portal, with invalid data on request. It prints `ready` when it owns its
name, and `read` after each ReadAll. The lines of its input are

    NAMESPACE KEY VALUE     a setting in GLib's text format, which is sent to all clients
    lie                     sends invalid data: other types, nested variants, endless texts
    flood COUNT             sends this number of changes at once
    silence                 stops replying
"""

import sys
import threading

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
SETTINGS = "org.freedesktop.portal.Settings"
INTERFACE = f"""<node><interface name="{SETTINGS}"><method name="ReadAll"><arg type="as" direction="in"/>
<arg type="a{{sa{{sv}}}}" direction="out"/></method><method name="Read"><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="v" direction="out"/></method><signal name="SettingChanged"><arg type="s"/>
<arg type="s"/><arg type="v"/></signal></interface></node>"""
APPEARANCE, GNOME = "org.freedesktop.appearance", "org.gnome.desktop.interface"

values = {}
is_silent = False


def called(_bus, _sender, _path, _interface, method, arguments, invocation):
    wanted = arguments.unpack()[0]
    if is_silent:
        return
    assert method == "ReadAll", method
    print("read", flush=True)
    found = {space: keys for space, keys in values.items() if space in wanted}
    invocation.return_value(GLib.Variant("(a{sa{sv}})", (found,)))


def change(bus, space, key, value):
    values.setdefault(space, {})[key] = value
    bus.emit_signal(None, PATH, SETTINGS, "SettingChanged", GLib.Variant("(ssv)", (space, key, value)))


def lie(bus):
    nested = GLib.Variant("u", 1)
    for _ in range(20):
        nested = GLib.Variant("v", nested)
    for value in (
        GLib.Variant("as", ["1"] * 1000), GLib.Variant("a{sv}", {"1": GLib.Variant("u", 1)}),
        GLib.Variant("s", "1" * 200_000),
        GLib.Variant("s", "1\nlisten 1"), GLib.Variant("d", float("nan")), GLib.Variant("x", -2**63), nested,
        GLib.Variant("(uu)", (1, 1)), GLib.Variant("s", "")):
        change(bus, APPEARANCE, "contrast", value)
        change(bus, APPEARANCE, "no such key", value)
        change(bus, "no such space", "contrast", value)
    bus.emit_signal(None, PATH, SETTINGS, "SettingChanged", GLib.Variant("(u)", (7,)))
    bus.emit_signal(None, PATH, SETTINGS, "SettingChanged", None)


def obey(bus, line):
    global is_silent
    words = line.split(" ", 2)
    if words[0] == "lie":
        lie(bus)
    elif words[0] == "silence":
        is_silent = True
    elif words[0] == "flood":
        for number in range(int(words[1])):
            change(bus, APPEARANCE, "color-scheme", GLib.Variant("u", 1 + number % 2))
    else:
        change(bus, words[0], words[1], GLib.Variant.parse(None, words[2], None, None))
    print(f"ok {line}", flush=True)
    return False


def listen(bus):
    for line in sys.stdin:
        GLib.idle_add(obey, bus, line.strip())


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], called, None, None)
    for line in sys.argv[1:]:
        obey(bus, line)
    Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    threading.Thread(target=listen, args=(bus,), daemon=True).start()
    GLib.MainLoop().run()


main()
