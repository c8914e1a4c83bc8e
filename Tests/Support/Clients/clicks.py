#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Prints how its toolkit counts presses, and the delay of their time stamps: clicks.py TOOLKIT TITLE

One line for each press: its number in a multiple click, and the delay relative to CLOCK_MONOTONIC in milliseconds.
"""

import sys
import time

toolkit, title = sys.argv[1:3]


def say(number, stamp):
    # Time stamps have 32 bits and wrap around.
    behind = (time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1_000_000 - stamp + (1 << 31)) % (1 << 32) - (1 << 31)
    print(f"press {number}, {behind} ms behind", flush=True)


def gtk3():
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    window = Gtk.Window(title=title, default_width=300, default_height=200)
    box = Gtk.EventBox()
    window.add(box)
    gesture = Gtk.GestureMultiPress(widget=box)
    gesture.connect("pressed", lambda gesture, number, x, y: say(number, Gtk.get_current_event_time()))
    window.show_all()
    Gtk.main()


def gtk4():
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk

    window = Gtk.Window(title=title, default_width=300, default_height=200)
    gesture = Gtk.GestureClick()
    gesture.connect("pressed", lambda gesture, number, x, y: say(number, gesture.get_current_event_time()))
    window.add_controller(gesture)
    window.present()
    GLib.MainLoop().run()


def qt6():
    from PyQt6.QtWidgets import QApplication, QWidget

    class Window(QWidget):
        # Qt reports every second press as a double click, and has no triple clicks.
        def mousePressEvent(self, event):
            say(1, event.timestamp())

        def mouseDoubleClickEvent(self, event):
            say(2, event.timestamp())

    application = QApplication([title])
    window = Window()
    window.setWindowTitle(title)
    window.resize(300, 200)
    window.show()
    application.exec()


{"gtk3": gtk3, "gtk4": gtk4, "qt6": qt6}[toolkit]()
