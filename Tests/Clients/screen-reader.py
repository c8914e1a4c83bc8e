#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What a screen reader does on D-Bus, without a voice: it is on, registers for events, and writes down what it hears.

Commands come as lines on standard input, or as arguments, which are carried out first:

    on, off         the session's screen reader is on, or off
    listen EVENT    registers for it at the registry: object:announcement
    deafen EVENT    is no longer registered for it
    kill            ends the registry at once (SIGKILL)
    embed           starts the registry

It answers each with `ok COMMAND`. Events are `said TYPE MILLISECONDS POLITENESS TEXT` and, of objects that show, `shown TYPE
MILLISECONDS ROLE NAME`, where TYPE is that of the event and the time is the machine's own.
"""

import os
import signal
import sys
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

REGISTRY = "org.a11y.atspi.Registry"
SESSION = Gio.bus_get_sync(Gio.BusType.SESSION, None)


def call(bus, name, path, interface, method, arguments, flags=Gio.DBusCallFlags.NONE):
    return bus.call_sync(name, path, interface, method, arguments, None, flags, 5000, None)


def say(*words):
    print(*words, flush=True)


def property_set(name, value):
    call(SESSION, "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set",
         GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", value))))


class Reader:
    def __init__(self):
        address = call(SESSION, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None).unpack()[0]
        flags = Gio.DBusConnectionFlags
        self.bus = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        for signal_name in ("Announcement", "StateChanged"):
            self.bus.signal_subscribe(None, "org.a11y.atspi.Event.Object", signal_name, None, None,
                                      Gio.DBusSignalFlags.NONE, self.heard)

    def heard(self, _bus, sender, path, _interface, name, arguments):
        kind, one, _two, value, _more = arguments.unpack()
        now = int(time.monotonic() * 1000)
        if name == "Announcement":
            say("said", "announcement", now, one, value)
        elif kind == "showing" and one == 1:
            self.describe(sender, path, now)

    def describe(self, sender, path, now):
        def done(bus, result):
            name = bus.call_finish(result).unpack()[0]
            role = call(bus, sender, path, "org.a11y.atspi.Accessible", "GetRole", None).unpack()[0]
            say("said", "showing", now, role, name)

        self.bus.call(sender, path, "org.freedesktop.DBus.Properties", "Get",
                      GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Name")), None, Gio.DBusCallFlags.NONE, 5000,
                      None, done)

    def applications(self):
        root = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        found = call(self.bus, *root, "org.a11y.atspi.Accessible", "GetChildren", None).unpack()[0]
        for name, path in found:
            yield name, path

    def obey(self, line):
        word, _, rest = line.partition(" ")
        if word in ("on", "off"):
            property_set("ScreenReaderEnabled", word == "on")
            # Once on, the launcher leaves that to applications, also without one.
            property_set("IsEnabled", word == "on")
        elif word == "listen":
            call(self.bus, REGISTRY, "/org/a11y/atspi/registry", REGISTRY, "RegisterEvent",
                 GLib.Variant("(sass)", (rest, [], "")))
        elif word == "deafen":
            call(self.bus, REGISTRY, "/org/a11y/atspi/registry", REGISTRY, "DeregisterEvent",
                 GLib.Variant("(s)", (rest,)))
        elif word == "kill":
            process = call(self.bus, "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                           GLib.Variant("(s)", (REGISTRY,))).unpack()[0]
            os.kill(process, signal.SIGKILL)
            # Who asks at once may still ask the one that is being killed.
            while call(self.bus, "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner",
                       GLib.Variant("(s)", (REGISTRY,))).unpack()[0]:
                time.sleep(0.01)
        elif word == "embed":
            call(self.bus, REGISTRY, "/org/a11y/atspi/registry", REGISTRY, "GetRegisteredEvents", None)
        elif word == "applications":
            for name, path in self.applications():
                title = call(self.bus, name, path, "org.freedesktop.DBus.Properties", "Get",
                             GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Name"))).unpack()[0]
                say("application", title)
        else:
            say("unknown", line)
            return
        say("ok", line)


def main():
    reader = Reader()
    for line in sys.argv[1:]:
        reader.obey(line)
    loop = GLib.MainLoop()

    rest = b""

    def command(source, condition):
        # Not by readline: what that keeps back would wait for the next command.
        nonlocal rest
        text = os.read(source.fileno(), 4096)
        if not text:
            loop.quit()
            return False
        *lines, rest = (rest + text).split(b"\n")
        for line in lines:
            reader.obey(line.decode())
        return True

    if not sys.stdin.isatty():
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, command)
    loop.run()


main()
