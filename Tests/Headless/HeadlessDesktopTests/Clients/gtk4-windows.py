#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Two GTK 4 windows; when the one named Go is closed, the one named Main opens a dialog without user input."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk

main = Gtk.Window(title="Main", default_width=360, default_height=260, decorated=False)
go = Gtk.Window(title="Go", default_width=200, default_height=100, decorated=False)


def open_dialog(window):
    dialog = Gtk.Window(
        title="Dialog", default_width=200, default_height=120, decorated=False, transient_for=main, modal=True)
    dialog.present()


go.connect("close-request", open_dialog)
main.present()
go.present()
GLib.MainLoop().run()
