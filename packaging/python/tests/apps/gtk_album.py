#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A small application of GTK 4: names in a list, buttons, dialogs, and a file that is chosen."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gtk  # noqa: E402


class Album(Gtk.ApplicationWindow):
    def __init__(self, application: Gtk.Application) -> None:
        super().__init__(application=application, title="Album", default_width=360, default_height=360)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        self.state = Gtk.Label(label="nothing yet")
        self.rows = Gtk.ListBox(selection_mode=Gtk.SelectionMode.MULTIPLE, activate_on_single_click=False)
        for name in ("Sunrise", "Forest", "Harbour"):
            row = Gtk.ListBoxRow()
            row.set_child(Gtk.Label(label=name))
            self.rows.append(row)
        self.rows.connect("row-activated", lambda _, row: self.say(f"opened {row.get_child().get_label()}"))
        self.rows.connect("selected-rows-changed", lambda rows: print("selected", self.selected(), flush=True))
        source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
        source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value(self.selected()))
        self.rows.add_controller(source)
        self.sizes = Gtk.DropDown.new_from_strings(["Small", "Large"])
        self.sizes.connect("notify::selected", lambda drop, _: self.say(f"size {drop.get_selected()}"))
        box.append(self.state)
        box.append(self.rows)
        box.append(self.sizes)
        for label, action in (("Ask", self.ask), ("Open", self.open), ("Forget", self.forget)):
            button = Gtk.Button(label=label)
            button.connect("clicked", action)
            box.append(button)
        self.set_child(box)

    def selected(self) -> str:
        return ", ".join(row.get_child().get_label() for row in self.rows.get_selected_rows())

    def say(self, text: str) -> None:
        self.state.set_label(text)
        print(text, flush=True)

    def ask(self, _: Gtk.Button) -> None:
        dialog = Gtk.Window(transient_for=self, modal=True, title="Question", default_width=200, default_height=80)
        yes = Gtk.Button(label="Yes")
        yes.connect("clicked", lambda _: (self.say("agreed"), dialog.close()))
        dialog.set_child(yes)
        dialog.present()

    def open(self, _: Gtk.Button) -> None:
        self.chooser = Gtk.FileChooserNative.new("Pick a file", self, Gtk.FileChooserAction.OPEN, None, None)
        self.chooser.connect("response", self.chosen)
        self.chooser.show()

    def chosen(self, chooser: Gtk.FileChooserNative, response: int) -> None:
        self.say(f"chose {chooser.get_file().get_basename()}" if response == Gtk.ResponseType.ACCEPT else "chose none")

    def forget(self, button: Gtk.Button) -> None:
        button.set_visible(False)


application = Gtk.Application(application_id="org.example.Album")
application.connect("activate", lambda application: Album(application).present())
sys.exit(application.run([]))
