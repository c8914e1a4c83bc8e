#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A small application of GTK 4 for the scenarios of questions: a context menu, a dialog, a note to drag, light and
dark.
"""

import sys

sys.dont_write_bytecode = True

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, Gtk


def say(*words):
    print(*words, flush=True)


def activate(application):
    if application.get_windows():
        return say("asked once more")
    window = Gtk.ApplicationWindow(application=application, title="Asker", default_width=400, default_height=300)
    note = Gtk.Label(label="A note", hexpand=True, vexpand=True)
    window.set_child(note)

    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value("A note"))
    note.add_controller(source)

    menu = Gio.Menu()
    menu.append("_Rename…", "win.rename")
    popover = Gtk.PopoverMenu.new_from_model(menu)
    popover.set_parent(note)
    popover.connect("map", lambda _: say("menu"))
    click = Gtk.GestureClick(button=Gdk.BUTTON_SECONDARY)
    click.connect("pressed", lambda *_: popover.popup())
    note.add_controller(click)

    def rename(*_):
        dialog = Gtk.Window(title="Rename", transient_for=window, modal=True, default_width=240, default_height=100)
        field = Gtk.Entry()

        def done(entry):
            note.set_label(entry.get_text())
            say("renamed to", entry.get_text())
            dialog.close()

        field.connect("activate", done)
        dialog.set_child(field)
        dialog.present()

    action = Gio.SimpleAction.new("rename", None)
    action.connect("activate", rename)
    window.add_action(action)

    settings = Gtk.Settings.get_default()
    say("dark" if settings.get_property("gtk-application-prefer-dark-theme") else "light")
    window.present()


application = Gtk.Application(application_id="org.example.Asker")
application.connect("activate", activate)
sys.exit(application.run([]))
