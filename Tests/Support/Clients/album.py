#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A window of GTK 3, GTK 4, Qt 6, Firefox or Chromium with named objects, for drags by name.

An album has Beach, Photo and Sunset, one below the other, which can be dragged, and, except in browsers, the title
Album, which cannot. A post office has Bin, which accepts nothing, and Mail and Inbox, which accept text. A list has a
hundred rows, and accepts text. The program prints `ready`, `drags NAME`, `got NAME on PLACE` and `scrolled to NUMBER`.

    album.py TOOLKIT ROLE [--title TITLE]     ROLE is album, post or list
"""

import argparse
import http.server
import json
import os
import pathlib
import sys

sys.dont_write_bytecode = True

# Unless the variable is set, as in the other programs here.
os.environ.setdefault("NO_AT_BRIDGE", "0")
PICTURES = ["Beach", "Photo", "Sunset"]
PLACES = ["Bin", "Mail", "Inbox"]
ROWS = [f"Row {number}" for number in range(1, 101)]
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
    child = column
    if role == "list":
        child = Gtk.ScrolledWindow(child=column)
        child.get_vadjustment().connect("value-changed", lambda place: say("scrolled to", round(place.get_value())))
        target = Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.COPY)
        target.connect("drop", lambda _target, text, *_: say("got", text, "on List") or True)
        child.add_controller(target)
        for row in ROWS:
            column.append(Gtk.Label(label=row, xalign=0))
    else:
        column.append(Gtk.Label(label=role.capitalize(), xalign=0))
    for name in {"album": PICTURES, "post": PLACES, "list": []}[role]:
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
    window.set_child(child)
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
    child = column
    if role == "list":
        child = Gtk.ScrolledWindow()
        child.add(column)
        child.get_vadjustment().connect("value-changed", lambda place: say("scrolled to", round(place.get_value())))
        child.drag_dest_set(Gtk.DestDefaults.ALL, [], Gdk.DragAction.COPY)
        child.drag_dest_add_text_targets()
        child.connect(
            "drag-data-received", lambda _child, _drag, _x, _y, data, *_: say("got", data.get_text(), "on List"))
        for row in ROWS:
            column.pack_start(Gtk.Label(label=row, xalign=0), False, False, 0)
    else:
        column.pack_start(Gtk.Label(label=role.capitalize(), xalign=0), False, False, 0)
    for name in {"album": PICTURES, "post": PLACES, "list": []}[role]:
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
    window.add(child)
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

    class Rows(QtWidgets.QScrollArea):
        def dragEnterEvent(self, event):
            if event.mimeData().hasText():
                event.acceptProposedAction()

        def dropEvent(self, event):
            event.acceptProposedAction()
            say("got", event.mimeData().text(), "on List")

    application = QtWidgets.QApplication(sys.argv[:1])
    window = Rows() if role == "list" else QtWidgets.QWidget()
    window.setWindowTitle(title)
    window.resize(*SIZE)
    if role == "list":
        inside = QtWidgets.QWidget()
        column = QtWidgets.QVBoxLayout(inside)
        for row in ROWS:
            column.addWidget(QtWidgets.QLabel(row))
        window.setWidget(inside)
        window.setAcceptDrops(True)
        window.verticalScrollBar().valueChanged.connect(lambda place: say("scrolled to", place))
    else:
        column = QtWidgets.QVBoxLayout(window)
        column.addWidget(QtWidgets.QLabel(role.capitalize()))
    for name in {"album": PICTURES, "post": PLACES, "list": []}[role]:
        label = Picture(name) if role == "album" else Place(name)
        label.setAcceptDrops(role == "post" and name != "Bin")
        column.addWidget(label, 1)
    window.show()
    QtCore.QTimer.singleShot(0, lambda: say("ready"))
    application.exec()


def page(role, title, command):
    from common import browser

    text = (pathlib.Path(__file__).parent / "common" / "album.html").read_text()
    text = text.replace("SETTINGS", json.dumps({"role": role, "title": title}).replace("<", "\\u003c"))

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if self.path != "/":
                return self.send_error(404)
            self.answer(text.encode())

        def do_POST(self):
            say(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.answer(b"")

        def answer(self, body):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    browser.show(Handler, SIZE, command)


def firefox(role, title):
    from common import firefox

    page(role, title, firefox.command)


def chromium(role, title):
    from common import chromium

    # Otherwise a page has no accessibility tree, whatever the bus reports.
    page(role, title, lambda *start: [*chromium.command(*start), "--force-renderer-accessibility"])


KITS = {"gtk3": gtk3, "gtk4": gtk4, "qt6": qt, "firefox": firefox, "chromium": chromium}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("toolkit", choices=sorted(KITS))
    parser.add_argument("role", choices=["album", "post", "list"])
    parser.add_argument("--title", default="")
    arguments = parser.parse_args()
    KITS[arguments.toolkit](arguments.role, arguments.title or arguments.role.capitalize())


main()
