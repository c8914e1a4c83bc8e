#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A window of GTK 3, GTK 4 or Qt 6 with things in it that have names, for drags from name to name.

An album has Beach, Photo and Sunset, one below the other, which can be dragged, and the title Album, which cannot; a post office has
Bin, which takes nothing, and Mail and Inbox, which take text. It says `ready`, `drags NAME` and `got NAME on PLACE`.

    album.py TOOLKIT ROLE [--title TITLE]     ROLE is album or post
"""

import argparse
import os
import sys

# Unless somebody has decided, as the other programs here.
os.environ.setdefault("NO_AT_BRIDGE", "0")
PICTURES = ["Beach", "Photo", "Sunset"]
PLACES = ["Bin", "Mail", "Inbox"]
SIZE = (300, 260)


def say(*words):
    print(*words, flush=True)


def gtk4(role, title):
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import Gdk, GLib, GObject, Gtk

    Gtk.init()
    loop = GLib.MainLoop()
    window = Gtk.Window(title=title)
    window.set_default_size(*SIZE)
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin_top=10, margin_start=20)
    column.append(Gtk.Label(label=role.capitalize(), xalign=0))
    for name in PICTURES if role == "album" else PLACES:
        label = Gtk.Label(label=name, xalign=0, vexpand=True)
        if role == "album":
            source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
            source.connect("prepare", lambda *_, name=name: Gdk.ContentProvider.new_for_value(name))
            source.connect("drag-begin", lambda *_, name=name: say("drags", name))
            label.add_controller(source)
        elif name != "Bin":
            target = Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.COPY)
            target.connect("drop", lambda _target, text, *_, name=name: say("got", text, "on", name) or True)
            label.add_controller(target)
        column.append(label)
    window.set_child(column)
    window.connect("map", lambda _window: say("ready"))
    window.connect("close-request", lambda _window: loop.quit())
    window.present()
    loop.run()


def gtk3(role, title):
    import gi

    gi.require_version("Gdk", "3.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gdk, Gtk

    Gtk.init(None)
    window = Gtk.Window(title=title)
    window.set_default_size(*SIZE)
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin_top=10, margin_start=20)
    column.pack_start(Gtk.Label(label=role.capitalize(), xalign=0), False, False, 0)
    for name in PICTURES if role == "album" else PLACES:
        box = Gtk.EventBox()
        box.add(Gtk.Label(label=name, xalign=0))
        if role == "album":
            box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
            box.drag_source_add_text_targets()
            box.connect("drag-begin", lambda *_, name=name: say("drags", name))
            box.connect("drag-data-get", lambda _box, _drag, data, *_, name=name: data.set_text(name, -1))
        elif name != "Bin":
            box.drag_dest_set(Gtk.DestDefaults.ALL, [], Gdk.DragAction.COPY)
            box.drag_dest_add_text_targets()
            box.connect("drag-data-received", lambda _box, _drag, _x, _y, data, *_, name=name:
                        say("got", data.get_text(), "on", name))
        column.pack_start(box, True, True, 0)
    window.add(column)
    window.connect("map-event", lambda *_: say("ready"))
    window.connect("destroy", lambda _window: Gtk.main_quit())
    window.show_all()
    Gtk.main()


def qt(role, title):
    from PyQt6 import QtCore, QtGui, QtWidgets

    class Picture(QtWidgets.QLabel):
        def mousePressEvent(self, event):
            self.pressed = event.position()

        def mouseMoveEvent(self, event):
            if (event.position() - self.pressed).manhattanLength() < QtWidgets.QApplication.startDragDistance():
                return
            drag = QtGui.QDrag(self)
            data = QtCore.QMimeData()
            data.setText(self.text())
            drag.setMimeData(data)
            say("drags", self.text())
            drag.exec(QtCore.Qt.DropAction.CopyAction)

    class Place(QtWidgets.QLabel):
        def dragEnterEvent(self, event):
            if event.mimeData().hasText():
                event.acceptProposedAction()

        def dropEvent(self, event):
            event.acceptProposedAction()
            say("got", event.mimeData().text(), "on", self.text())

    application = QtWidgets.QApplication(sys.argv[:1])
    window = QtWidgets.QWidget()
    window.setWindowTitle(title)
    window.resize(*SIZE)
    column = QtWidgets.QVBoxLayout(window)
    column.addWidget(QtWidgets.QLabel(role.capitalize()))
    for name in PICTURES if role == "album" else PLACES:
        label = Picture(name) if role == "album" else Place(name)
        label.setAcceptDrops(role == "post" and name != "Bin")
        column.addWidget(label, 1)
    window.show()
    QtCore.QTimer.singleShot(0, lambda: say("ready"))
    application.exec()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("toolkit", choices=["gtk3", "gtk4", "qt6"])
    parser.add_argument("role", choices=["album", "post"])
    parser.add_argument("--title", default="")
    arguments = parser.parse_args()
    {"gtk3": gtk3, "gtk4": gtk4, "qt6": qt}[arguments.toolkit](arguments.role, arguments.title or arguments.role.capitalize())


main()
