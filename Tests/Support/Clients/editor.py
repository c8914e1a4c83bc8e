#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A window with the toolkit's text view alone: editor.py TOOLKIT TITLE TEXT"""

import sys

toolkit, title, text = sys.argv[1:4]
WIDTH, HEIGHT = 400, 300


def gtk3():
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    window = Gtk.Window(title=title, default_width=WIDTH, default_height=HEIGHT)
    view = Gtk.TextView(left_margin=10)
    view.get_buffer().set_text(text)
    window.add(view)
    window.show_all()
    Gtk.main()


def gtk4():
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk

    window = Gtk.Window(title=title, default_width=WIDTH, default_height=HEIGHT)
    view = Gtk.TextView(left_margin=10)
    view.get_buffer().set_text(text)
    window.set_child(view)
    window.present()
    GLib.MainLoop().run()


def qt6():
    from PyQt6.QtWidgets import QApplication, QTextEdit

    application = QApplication([title])
    view = QTextEdit(text.replace("\n", "<br>"))
    view.setAcceptRichText(False)
    view.setWindowTitle(title)
    view.resize(WIDTH, HEIGHT)
    view.show()
    application.exec()


{"gtk3": gtk3, "gtk4": gtk4, "qt6": qt6}[toolkit]()
