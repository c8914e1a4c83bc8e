#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Says how its toolkit counts presses, and how far their time stamps are behind CLOCK_MONOTONIC: clicks.py TOOLKIT TITLE

A line for each press: the toolkit's number of the press in a row, and the distance in milliseconds.
"""

import sys
import time

toolkit, title = sys.argv[1:3]


def say(number, stamp):
    # Time stamps have 32 bits.
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
        # Qt calls every second press of a row a double click, and knows no third.
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
