#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A GTK 3 window with a button and a text field that prints its events."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk


def say(text):
    print(text, flush=True)


window = Gtk.Window(title="Form")
window.set_default_size(320, 240)
window.connect("destroy", Gtk.main_quit)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, homogeneous=True)
button = Gtk.Button(label="Press")
button.connect("clicked", lambda _: say("clicked"))
entry = Gtk.Entry()
entry.connect("changed", lambda e: say("text " + e.get_text()))
entry.connect("activate", lambda e: say("entered " + e.get_text()))
box.add(button)
box.add(entry)
window.add(box)
entry.grab_focus()
window.show_all()
Gtk.main()
