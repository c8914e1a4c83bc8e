#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A malicious accessible application: a window called Lies with a million children, all of which are the window itself,
with invalid positions and a name of a million letters. It prints `ready` when it is on the accessibility bus.

With `texts` it has only two thousand children with shorter names, which are all texts of any requested length.
"""

import os
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

ROOT = "/org/a11y/atspi/accessible/root"
WINDOW = "/org/a11y/atspi/accessible/window"
CHILD = "/org/a11y/atspi/accessible/child"
LEAF = "/org/a11y/atspi/accessible/leaf"
INTERFACES = """<node>
<interface name="org.a11y.atspi.Accessible">
<property name="Name" type="s" access="read"/><property name="ChildCount" type="i" access="read"/>
<method name="GetChildAtIndex"><arg type="i" direction="in"/><arg type="(so)" direction="out"/></method>
<method name="GetChildren"><arg type="a(so)" direction="out"/></method>
<method name="GetRole"><arg type="u" direction="out"/></method>
<method name="GetState"><arg type="au" direction="out"/></method>
</interface>
<interface name="org.a11y.atspi.Text"><property name="CharacterCount" type="i" access="read"/>
<method name="GetText"><arg type="i" direction="in"/><arg type="i" direction="in"/><arg type="s" direction="out"/>
</method>
</interface>
<interface name="org.a11y.atspi.Application">
<property name="ToolkitName" type="s" access="read"/><property name="Version" type="s" access="read"/>
</interface>
<interface name="org.a11y.atspi.Component">
<method name="GetExtents"><arg type="u" direction="in"/><arg type="(iiii)" direction="out"/></method>
</interface></node>"""


HAS_TEXTS = sys.argv[1:] == ["texts"]
NAME = "x" * (400 if HAS_TEXTS else 1_000_000)
ROLE = 61 if HAS_TEXTS else 4_000_000_000
COUNTS = {WINDOW: 249, CHILD: 7, LEAF: 0} if HAS_TEXTS else {}
INSIDE = {ROOT: WINDOW, WINDOW: CHILD, CHILD: LEAF if HAS_TEXTS else CHILD}


def main():
    # In a sandbox the address is set.
    address = os.environ.get("AT_SPI_BUS_ADDRESS")
    if address is None:
        session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        address = session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None).unpack()[0]
    flags = Gio.DBusConnectionFlags
    bus = Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
    me = bus.get_unique_name()

    def called(_bus, _sender, path, _interface, method, arguments, invocation):
        answers = {
            "GetChildAtIndex": lambda: ("((so))", ((me, INSIDE[path]),)),
            "GetChildren": lambda: ("(a(so))", ([(me, INSIDE[path])] * COUNTS.get(path, 1),)),
            "GetRole": lambda: ("(u)", (23 if path == WINDOW else ROLE,)),
            "GetText": lambda: ("(s)", ("y" * 4_000,)),
            "GetState": lambda: ("(au)", ([0xFFFFFFFF] * 9,)),
            "GetExtents": lambda: (
                "((iiii))", ((0, 0, 100, 100) if path == WINDOW else (-2**31, 2**31 - 1, -5, 2**31 - 1),)),
        }
        invocation.return_value(GLib.Variant(*answers[method]()))

    def asked(_bus, _sender, path, _interface, name):
        return {
            "Name": lambda: GLib.Variant("s", "Lies" if path == WINDOW else NAME),
            "CharacterCount": lambda: GLib.Variant("i", 1_000_000),
            "ChildCount": lambda: GLib.Variant("i", 1 if path == ROOT else COUNTS.get(path, 1_000_000)),
            "ToolkitName": lambda: GLib.Variant("s", "a toolkit with blanks\nand a line"),
            "Version": lambda: GLib.Variant("s", "9"),
        }[name]()

    for path in (ROOT, WINDOW, CHILD, LEAF):
        for interface in Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces:
            bus.register_object(path, interface, called, asked, None)
    bus.call_sync("org.a11y.atspi.Registry", ROOT, "org.a11y.atspi.Socket", "Embed",
                  GLib.Variant("((so))", ((me, ROOT),)), None, 0, -1, None)
    print("ready", flush=True)
    GLib.MainLoop().run()


main()
