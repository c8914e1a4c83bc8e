#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A GTK 4 window with a popover that extends beyond it, and a modal dialog above it. Text can be dropped on each of the
three, and is printed with its name, one JSON object per line. F1 opens the popover; F2 closes it and opens the dialog.
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
from gi.repository import Gdk, GLib, GObject, Gtk


def tell(event, **members):
    print(json.dumps({"event": event, **members}), flush=True)


def target(name, width, height):
    label = Gtk.Label(label=name, width_request=width, height_request=height)
    drop = Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.COPY)
    drop.connect("enter", lambda *_: tell("drag-enter", name=name) or Gdk.DragAction.COPY)
    drop.connect("drop", lambda _drop, text, *_: tell("received", name=name, text=text) or True)
    label.add_controller(drop)
    return label


def pressed(_controller, key, _code, _state):
    if key == Gdk.KEY_F1:
        popover.popup()
    if key == Gdk.KEY_F2:
        popover.popdown()
        dialog.present()


Gtk.init()
title = sys.argv[sys.argv.index("--title") + 1]
window = Gtk.Window(title=title, decorated=False)
child = target("window", 300, 200)
window.set_child(child)
popover = Gtk.Popover(autohide=False, has_arrow=False, position=Gtk.PositionType.BOTTOM)
popover.set_child(target("popover", 200, 100))
popover.set_parent(child)
popover.connect("unmap", lambda _: tell("closed", name="popover"))
popover.connect("map", lambda _: tell("opened", name="popover"))
dialog = Gtk.Window(title="dialog", decorated=False, transient_for=window, modal=True)
dialog.set_child(target("dialog", 200, 100))
dialog.connect("map", lambda _: tell("opened", name="dialog"))
keys = Gtk.EventControllerKey()
keys.connect("key-pressed", pressed)
window.add_controller(keys)
window.connect("notify::is-active", lambda *_: tell("focus", active=window.is_active()))
window.connect("map", lambda *_: tell("mapped"))
window.present()
GLib.MainLoop().run()
