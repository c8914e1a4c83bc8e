#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A small application of GTK 3, GTK 4 or Qt 6 (its argument) with a file chooser. It prints the settings of the portal.
"""

import sys

sys.dont_write_bytecode = True


def say(*words):
    print(*words, flush=True)


def scheme(value):
    say("scheme", {1: "dark", 2: "light"}.get(value, "none"))


def watch_settings():
    """Reads the settings from the portal directly, independently of the toolkit."""
    from gi.repository import Gio, GLib

    name, path = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
    proxy = Gio.DBusProxy.new_for_bus_sync(
        Gio.BusType.SESSION, Gio.DBusProxyFlags.NONE, None, name, path, "org.freedesktop.portal.Settings", None
    )

    def changed(_, __, signal, parameters):
        if signal == "SettingChanged" and parameters.unpack()[:2] == ("org.freedesktop.appearance", "color-scheme"):
            scheme(parameters.unpack()[2])

    proxy.connect("g-signal", changed)
    wanted = GLib.Variant("(ss)", ("org.freedesktop.appearance", "color-scheme"))
    scheme(proxy.call_sync("Read", wanted, Gio.DBusCallFlags.NONE, 10_000, None).unpack()[0])
    return proxy


def gtk(version):
    import gi

    gi.require_version("Gtk", version)
    from gi.repository import Gtk

    def activate(application):
        window = Gtk.ApplicationWindow(application=application, title="Chooser", default_width=300, default_height=200)
        button = Gtk.Button(label="Open")

        def chosen(dialog, response):
            say("chose", dialog.get_file().get_path() if response == Gtk.ResponseType.ACCEPT else "nothing")

        def choose(_):
            dialog = Gtk.FileChooserNative.new("Pick a file", window, Gtk.FileChooserAction.OPEN, None, None)
            dialog.connect("response", chosen)
            dialog.show()
            application.dialog = dialog

        button.connect("clicked", choose)
        window.add(button) if version == "3.0" else window.set_child(button)
        application.settings = watch_settings()
        window.show_all() if version == "3.0" else window.present()

    application = Gtk.Application(application_id="org.example.Chooser")
    application.connect("activate", activate)
    return application.run([])


def qt():
    from PyQt6.QtWidgets import QApplication, QFileDialog, QMainWindow, QPushButton

    application = QApplication(sys.argv)
    window = QMainWindow()
    window.setWindowTitle("Chooser")
    window.resize(300, 200)
    button = QPushButton("Open")
    window.setCentralWidget(button)
    button.clicked.connect(lambda: say("chose", QFileDialog.getOpenFileName(window, "Pick a file")[0] or "nothing"))
    window.show()
    return application.exec()


kit = sys.argv[1]
sys.exit(qt() if kit == "qt6" else gtk({"gtk3": "3.0", "gtk4": "4.0"}[kit]))
