#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A GTK 4 window for the clipboard: F1 copies its title, F2 prints the clipboard's content, one JSON object per line.
F3 begins to read the content a hundred times, and reads none of it.
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Support/Clients"))

from common import process

process.prepare()

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk


def tell(event, **members):
    print(json.dumps({"event": event, **members}), flush=True)


def pressed(_controller, key, _code, _state):
    clipboard = Gdk.Display.get_default().get_clipboard()
    if key == Gdk.KEY_F1:
        clipboard.set(sys.argv[sys.argv.index("--title") + 1])
        tell("copied")
    if key == Gdk.KEY_F2:
        clipboard.read_text_async(None, read)
    if key == Gdk.KEY_F3:
        for _ in range(100):
            clipboard.read_async(["text/plain;charset=utf-8"], GLib.PRIORITY_DEFAULT, None, hoard)


def read(clipboard, result):
    try:
        tell("clipboard", text=clipboard.read_text_finish(result))
    except GLib.Error as error:
        tell("clipboard", text=None, reason=error.message)


streams = []


def hoard(clipboard, result):
    streams.append(clipboard.read_finish(result)[0])
    if len(streams) == 100:
        tell("hoards")


Gtk.init()
window = Gtk.Window(title=sys.argv[sys.argv.index("--title") + 1], decorated=False)
window.set_default_size(200, 200)
keys = Gtk.EventControllerKey()
keys.connect("key-pressed", pressed)
window.add_controller(keys)
window.connect("notify::is-active", lambda *_: tell("focus", active=window.is_active()))
window.connect("map", lambda *_: tell("mapped"))
window.present()
GLib.MainLoop().run()
