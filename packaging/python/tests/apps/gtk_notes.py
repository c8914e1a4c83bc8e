#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A small application of GTK 4: a note that can be dragged, and a field that can be typed into."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gtk  # noqa: E402


def activate(application: Gtk.Application) -> None:
    window = Gtk.ApplicationWindow(application=application, title="Notes", default_width=320, default_height=240)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    note = Gtk.Label(label="Buy milk", vexpand=True)
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value("Buy milk"))
    source.connect("drag-end", lambda *_: print("given away", flush=True))
    note.add_controller(source)
    field = Gtk.Entry()
    field.connect("activate", lambda entry: print("typed:", entry.get_text(), flush=True))
    button = Gtk.Button(label="Rename")
    button.connect("clicked", lambda *_: window.set_title("Renamed"))
    for widget in (note, field, button):
        box.append(widget)
    window.set_child(box)
    window.present()
    field.grab_focus()


application = Gtk.Application(application_id="org.example.Notes")
application.connect("activate", activate)
sys.exit(application.run([]))
