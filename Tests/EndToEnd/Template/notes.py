#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The application under test: a note that can be dragged, and a drop target for text.

Replace it with your own application.
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, Gtk  # noqa: E402

TITLE = sys.argv[1] if len(sys.argv) > 1 else "Notes"


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title=TITLE, default_width=320, default_height=240)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    note = Gtk.Label(label="Buy milk", vexpand=True)
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value(note.get_label()))
    note.add_controller(source)
    inbox = Gtk.Label(label="Drop here", vexpand=True)
    target = Gtk.DropTarget(actions=Gdk.DragAction.COPY)
    target.set_gtypes([str])

    def dropped(_target, text, _x, _y):
        inbox.set_label(text)
        (Path.home() / "inbox.txt").write_text(text)
        return True

    target.connect("drop", dropped)
    inbox.add_controller(target)
    box.append(note)
    box.append(inbox)
    window.set_child(box)
    window.present()


application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
sys.exit(application.run([]))
