#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A GTK 4 window with a button, a menu and a text field that prints its events."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk


def say(text):
    print(text, flush=True)


def activate(app):
    window = Gtk.ApplicationWindow(application=app, title="Form")
    window.set_default_size(320, 240)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    button = Gtk.Button(label="Press", vexpand=True)
    button.connect("clicked", lambda _: say("clicked"))
    entry = Gtk.Entry(vexpand=True)
    entry.connect("changed", lambda e: say("text " + e.get_text()))
    entry.connect("activate", lambda e: say("entered " + e.get_text()))
    box.append(button)
    box.append(entry)
    window.set_child(box)
    entry.grab_focus()
    window.present()


app = Gtk.Application(application_id=None)
app.connect("activate", activate)
app.run(None)
