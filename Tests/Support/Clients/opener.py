#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A small application of GTK 3, GTK 4 or Qt 6 (its argument) that opens dropped files by the names that its toolkit
provides, and prints their content."""

import os
import sys

sys.dont_write_bytecode = True


def say(*words):
    print(*words, flush=True)


def opened(paths):
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                say("opened", os.path.basename(path), "with", file.read())
            say("to write" if os.access(path, os.W_OK) else "to read", os.path.basename(path))
        except OSError as error:
            say("cannot open", path, error.strerror)
    say("done", len(paths))


def gtk3():
    import gi

    gi.require_version("Gtk", "3.0")
    gi.require_version("Gdk", "3.0")
    from gi.repository import Gdk, GLib, Gtk

    Gtk.init([])
    window = Gtk.Window(title="Opener", default_width=300, default_height=200)
    window.drag_dest_set(Gtk.DestDefaults.ALL, [], Gdk.DragAction.COPY | Gdk.DragAction.MOVE)
    window.drag_dest_add_uri_targets()

    def received(_, context, x, y, data, info, time):
        say("read", data.get_data_type().name())
        opened([GLib.filename_from_uri(uri)[0] for uri in data.get_uris()])

    window.connect("drag-data-received", received)
    window.show_all()
    say("ready")
    Gtk.main()


def gtk4():
    import gi

    gi.require_version("Gtk", "4.0")
    gi.require_version("Gdk", "4.0")
    from gi.repository import Gdk, GLib, Gtk

    Gtk.init()
    window = Gtk.Window(title="Opener", default_width=300, default_height=200)
    target = Gtk.DropTarget.new(Gdk.FileList, Gdk.DragAction.COPY | Gdk.DragAction.MOVE)

    def dropped(_, files, x, y):
        opened([file.get_path() for file in files.get_files()])
        return True

    target.connect("drop", dropped)
    window.add_controller(target)
    window.present()
    say("ready")
    GLib.MainLoop().run()


def qt6():
    from PyQt6.QtWidgets import QApplication, QWidget

    class Window(QWidget):
        def dragEnterEvent(self, event):
            if event.mimeData().hasUrls():
                event.acceptProposedAction()

        def dropEvent(self, event):
            event.acceptProposedAction()
            opened([url.toLocalFile() for url in event.mimeData().urls()])

    application = QApplication(sys.argv)
    window = Window()
    window.setAcceptDrops(True)
    window.setWindowTitle("Opener")
    window.resize(300, 200)
    window.show()
    say("ready")
    application.exec()


{"gtk3": gtk3, "gtk4": gtk4, "qt6": qt6}[sys.argv[1]]()
