#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A window of GTK 3, GTK 4 or Qt 6 with menus, a text and a combo box, which prints `chose NAME`.

GTK 3 and Qt 6 have a menu bar with File, which contains "Open…" and the submenu Export with "As PDF" and "As PNG". GTK
3 also has a context menu on the text with "Rename…", which Qt 6.4 would not expose. "Open…" opens a window "Opened"
that shows "Version 1" and has a button Done. The combo box has Red, Green and Blue; its name is Colour, in Qt 6 the
current value. GTK 4 also has a label Colour.

    menus.py gtk3|gtk4|qt6
"""

import os
import sys

os.environ.setdefault("NO_AT_BRIDGE", "0")
COLOURS = ["Red", "Green", "Blue"]


def say(name):
    print("chose", name, flush=True)


def gtk3():
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    def item(name, act):
        entry = Gtk.MenuItem(label=name)
        entry.connect("activate", lambda _item: act())
        return entry

    def menu(*items):
        shell = Gtk.Menu()
        for entry in items:
            shell.append(entry)
        shell.show_all()
        return shell

    def opened():
        dialog = Gtk.Window(title="Opened", transient_for=window)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        close = Gtk.Button(label="Done")
        close.connect("clicked", lambda _button: dialog.destroy())
        for child in (Gtk.Label(label="Version 1"), close):
            box.pack_start(child, False, False, 8)
        dialog.add(box)
        dialog.show_all()

    window = Gtk.Window(title="Menus")
    window.set_default_size(420, 300)
    window.connect("destroy", lambda _window: Gtk.main_quit())
    export = Gtk.MenuItem(label="Export")
    export.set_submenu(menu(*(item(name, lambda name=name: say(name)) for name in ("As PDF", "As PNG"))))
    file = Gtk.MenuItem(label="File")
    file.set_submenu(menu(item("Open…", opened), export))
    bar = Gtk.MenuBar()
    bar.append(file)
    text = Gtk.TextView()
    text.get_accessible().set_name("Body")
    context = menu(item("Rename…", lambda: say("Rename…")))

    def pressed(_text, event):
        if event.button == 3:
            context.popup_at_pointer(event)
        return event.button == 3

    text.connect("button-press-event", pressed)
    box = Gtk.ComboBoxText()
    box.get_accessible().set_name("Colour")
    for colour in COLOURS:
        box.append_text(colour)
    box.connect("changed", lambda _box: say(box.get_active_text()))
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for child, grows in ((bar, False), (box, False), (text, True)):
        column.pack_start(child, grows, grows, 0)
    window.add(column)
    window.show_all()
    Gtk.main()


def gtk4():
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk

    Gtk.init()
    loop = GLib.MainLoop()
    window = Gtk.Window(title="Menus", default_width=420, default_height=300)
    window.connect("close-request", lambda _window: loop.quit())
    box = Gtk.DropDown.new_from_strings(COLOURS)
    # GTK 4.18 names it after the current value unless it has a label, whichever property is set.
    label = Gtk.Label(label="Colour", mnemonic_widget=box)
    box.connect("notify::selected", lambda _box, _property: say(COLOURS[box.get_selected()]))
    text = Gtk.TextView(vexpand=True)
    text.update_property([Gtk.AccessibleProperty.LABEL], ["Body"])
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for child in (label, box, text):
        column.append(child)
    window.set_child(column)
    window.present()
    loop.run()


def qt6():
    from PyQt6 import QtWidgets

    application = QtWidgets.QApplication(sys.argv[:1])
    window = QtWidgets.QMainWindow()
    window.setWindowTitle("Menus")
    window.resize(420, 300)

    def opened():
        dialog = QtWidgets.QDialog(window)
        dialog.setWindowTitle("Opened")
        column = QtWidgets.QVBoxLayout(dialog)
        close = QtWidgets.QPushButton("Done")
        close.clicked.connect(dialog.close)
        for child in (QtWidgets.QLabel("Version 1"), close):
            column.addWidget(child)
        dialog.show()

    file = window.menuBar().addMenu("&File")
    file.addAction("&Open…").triggered.connect(opened)
    export = file.addMenu("&Export")
    for name in ("As PDF", "As PNG"):
        export.addAction(name).triggered.connect(lambda _checked, name=name: say(name))
    text = QtWidgets.QPlainTextEdit()
    text.setAccessibleName("Body")
    box = QtWidgets.QComboBox()
    box.addItems(COLOURS)
    box.textActivated.connect(say)
    content = QtWidgets.QWidget()
    column = QtWidgets.QVBoxLayout(content)
    for child in (box, text):
        column.addWidget(child)
    window.setCentralWidget(content)
    window.show()
    application.exec()


{"gtk3": gtk3, "gtk4": gtk4, "qt6": qt6}[sys.argv[1]]()
