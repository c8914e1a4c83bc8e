#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A window of GTK 3, GTK 4, Qt 5 or Qt 6 with named objects, which prints `clicked NAME`.

It has the buttons Photo, Mail and Save, one with a Hebrew name, five called Copy (`clicked Copy 1` to `clicked Copy 5`,
from left to right), and a list with the rows One, Two and Three. Without a theme that draws shadows, there are none.

    buttons.py TOOLKIT [--title TITLE] [--header]     --header adds a header bar if the toolkit supports it
"""

import argparse
import importlib
import os
import sys

# Unless the variable is set, as in the other programs here.
os.environ.setdefault("NO_AT_BRIDGE", "0")
NAMES = ["Photo", "Mail", "Save", "תמונה"]
ROWS = ["One", "Two", "Three"]


def say(name):
    print("clicked", name, flush=True)


def gtk(version, title, header):
    import gi

    gi.require_version("Gtk", version)
    from gi.repository import GLib, Gtk

    four = version == "4.0"
    loop = GLib.MainLoop()
    if four:
        Gtk.init()
    else:
        Gtk.init(None)
    window = Gtk.Window(title=title)
    window.set_default_size(420, 300)
    if header:
        window.set_titlebar(Gtk.HeaderBar() if four else Gtk.HeaderBar(title=title, show_close_button=True))

    def put(box, child):
        box.append(child) if four else box.pack_start(child, False, False, 0)

    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin_top=12, margin_start=16)
    for names in (NAMES, [f"Copy {number}" for number in range(1, 6)]):
        row = Gtk.Box(spacing=10)
        for name in names:
            button = Gtk.Button(label="Copy" if name.startswith("Copy") else name)
            button.connect("clicked", lambda _button, name=name: say(name))
            put(row, button)
        put(column, row)
    rows = Gtk.ListBox()
    for name in ROWS:
        label = Gtk.Label(label=name, xalign=0)
        rows.append(label) if four else rows.add(label)
    rows.connect("row-activated", lambda _rows, row: say(ROWS[row.get_index()]))
    rows.set_activate_on_single_click(True)
    put(column, rows)
    if four:
        window.set_child(column)
        window.present()
        window.connect("close-request", lambda _window: loop.quit())
    else:
        window.add(column)
        window.show_all()
        window.connect("destroy", lambda _window: loop.quit())
    loop.run()


def qt(version, title):
    QtWidgets = importlib.import_module(f"PyQt{version}.QtWidgets")
    application = QtWidgets.QApplication(sys.argv[:1])
    window = QtWidgets.QWidget()
    window.setWindowTitle(title)
    window.resize(420, 300)
    column = QtWidgets.QVBoxLayout(window)
    for names in (NAMES, [f"Copy {number}" for number in range(1, 6)]):
        row = QtWidgets.QHBoxLayout()
        for name in names:
            button = QtWidgets.QPushButton("Copy" if name.startswith("Copy") else name)
            button.clicked.connect(lambda _checked, name=name: say(name))
            row.addWidget(button)
        column.addLayout(row)
    rows = QtWidgets.QListWidget()
    rows.addItems(ROWS)
    rows.itemClicked.connect(lambda item: say(item.text()))
    column.addWidget(rows)
    window.show()
    application.exec()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("toolkit", choices=["gtk3", "gtk4", "qt5", "qt6"])
    parser.add_argument("--title", default="Names")
    parser.add_argument("--header", action="store_true")
    arguments = parser.parse_args()
    if arguments.toolkit.startswith("qt"):
        qt(arguments.toolkit[2:], arguments.title)
    else:
        gtk({"gtk3": "3.0", "gtk4": "4.0"}[arguments.toolkit], arguments.title, arguments.header)


main()
