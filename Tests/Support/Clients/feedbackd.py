#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Stands in for feedbackd, the haptics service of phones: it prints `ready`, then `felt EVENT ANSWER`, where ANSWER
tells whether a reply was requested. With the argument `silent` it never replies.
"""

import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

INTERFACE = """<node><interface name="org.sigxcpu.Feedback"><method name="TriggerFeedback">
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
<arg type="i" direction="in"/>
<arg type="u" direction="out"/></method></interface></node>"""


def called(_bus, _sender, _path, _interface, _method, arguments, invocation):
    application, event, hints, timeout = arguments.unpack()
    assert (application, hints, timeout) == ("dray", {}, -1), arguments
    wants_answer = not invocation.get_message().get_flags() & Gio.DBusMessageFlags.NO_REPLY_EXPECTED
    print("felt", event, "answered" if wants_answer else "unanswered", flush=True)
    if sys.argv[1:] != ["silent"]:
        invocation.return_value(GLib.Variant("(u)", (1,)))


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    bus.register_object(
        "/org/sigxcpu/Feedback", Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], called, None, None)
    Gio.bus_own_name_on_connection(
        bus, "org.sigxcpu.Feedback", Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()


main()
