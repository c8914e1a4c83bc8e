#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Behaves like a screen reader on D-Bus, without a voice: it registers for events, and records announcements.

Commands are lines of standard input, or arguments, which are executed first:

    on, off         enables or disables the session's screen reader
    listen EVENT    registers for an event at the registry: object:announcement
    deafen EVENT    deregisters from an event
    kill            kills the registry (SIGKILL)
    embed           starts the registry
    applications    lists the applications in the registry
    do ACTION NAME  performs an action, whose words are joined by hyphens, of the object with this name, which is waited
                    for

It answers each with `ok COMMAND`. Events are `focused ROLE NAME`, `said announcement MILLISECONDS POLITENESS TEXT` and,
for objects that are shown, `said showing MILLISECONDS ROLE NAME`, with the time of CLOCK_MONOTONIC.
"""

import os
import signal
import stat
import sys
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

REGISTRY = "org.a11y.atspi.Registry"
ACCESSIBLE = "org.a11y.atspi.Accessible"
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
        elif kind in ("showing", "focused") and one == 1:
            self.describe(sender, path, ("said", kind, now) if kind == "showing" else (kind,))

    def describe(self, sender, path, words):
        def done(bus, result):
            name = bus.call_finish(result).unpack()[0]
            role = call(bus, sender, path, ACCESSIBLE, "GetRole", None).unpack()[0]
            say(*words, role, name)

        self.bus.call(sender, path, "org.freedesktop.DBus.Properties", "Get",
                      GLib.Variant("(ss)", (ACCESSIBLE, "Name")), None, Gio.DBusCallFlags.NONE, 5000,
                      None, done)

    def applications(self):
        root = (REGISTRY, "/org/a11y/atspi/accessible/root")
        return call(self.bus, *root, ACCESSIBLE, "GetChildren", None).unpack()[0]

    def name(self, place):
        return call(self.bus, *place, "org.freedesktop.DBus.Properties", "Get",
                    GLib.Variant("(ss)", (ACCESSIBLE, "Name"))).unpack()[0]

    def objects(self):
        places = self.applications()
        for place in places:
            yield place
            places += call(self.bus, *place, ACCESSIBLE, "GetChildren", None).unpack()[0]

    def perform(self, action, name):
        while not (place := next((each for each in self.objects() if self.name(each) == name), None)):
            time.sleep(0.05)
        actions = call(self.bus, *place, "org.a11y.atspi.Action", "GetActions", None).unpack()[0]
        index = [each[0].replace(" ", "-") for each in actions].index(action)
        return call(self.bus, *place, "org.a11y.atspi.Action", "DoAction", GLib.Variant("(i)", (index,))).unpack()[0]

    def obey(self, line):
        word, _, rest = line.partition(" ")
        if word in ("on", "off"):
            property_set("ScreenReaderEnabled", word == "on")
            # When enabled, the launcher leaves this to applications; it also works without a launcher.
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
            # An immediate call may still reach the process that is being killed.
            while call(self.bus, "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner",
                       GLib.Variant("(s)", (REGISTRY,))).unpack()[0]:
                time.sleep(0.01)
        elif word == "embed":
            call(self.bus, REGISTRY, "/org/a11y/atspi/registry", REGISTRY, "GetRegisteredEvents", None)
        elif word == "applications":
            for place in self.applications():
                say("application", self.name(place))
        elif word == "do":
            if not self.perform(*rest.split(" ", 1)):
                say("refused", rest)
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
        # Not with readline: lines in its buffer would wait for the next command.
        nonlocal rest
        text = os.read(source.fileno(), 4096)
        if not text:
            loop.quit()
            return False
        *lines, rest = (rest + text).split(b"\n")
        for line in lines:
            reader.obey(line.decode())
        return True

    # Neither a terminal nor /dev/null.
    if not stat.S_ISCHR(os.fstat(0).st_mode):
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, command)
    loop.run()


main()
