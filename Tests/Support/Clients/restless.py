#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A window that draws, or changes its cursor, without input.

usage: restless.py gtk3|gtk4 text|pointer|spinner TITLE
"text" has a text with a text cursor, "pointer" an animated mouse cursor, "spinner" an animation.
"""

import sys

import gi

for name in ("Gtk", "Gdk"):
    gi.require_version(name, {"gtk3": "3.0", "gtk4": "4.0"}[sys.argv[1]])
from gi.repository import Gdk, GLib, Gtk

IS_OLD = sys.argv[1] == "gtk3"


def content():
    if sys.argv[2] == "text":
        view = Gtk.TextView()
        view.get_buffer().set_text("a text\nof two lines\n")
        return view
    if sys.argv[2] == "spinner":
        spinner = Gtk.Spinner()
        spinner.start()
        return spinner
    return Gtk.Label(label="wait")


def set_pointer(window):
    if not IS_OLD:
        window.set_cursor_from_name("wait")
    else:
        window.get_window().set_cursor(Gdk.Cursor.new_from_name(window.get_display(), "wait"))


def main():
    if IS_OLD:
        Gtk.init([])
    else:
        Gtk.init()
    window = Gtk.Window()
    window.set_title(sys.argv[3])
    window.set_default_size(380, 360)
    child = content()
    if IS_OLD:
        window.add(child)
        window.show_all()
    else:
        window.set_child(child)
        window.present()
    if sys.argv[2] == "pointer":
        set_pointer(window)
    if sys.argv[2] == "text":
        child.grab_focus()
    GLib.MainLoop().run()


main()
