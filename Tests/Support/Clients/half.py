#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A source that writes half of its text and then stalls: a GTK 4 window called Half. It prints `mapped`, `enter`,
`pressed`, `drag-begin`, and `half` when the half is written. Its end of the pipe stays open until it is killed.

    half.py COUNT                   the number of bytes that it writes
"""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402

COUNT = int(sys.argv[1])


def say(word):
    print(f'"{word}"', flush=True)


class Half(Gdk.ContentProvider):
    def do_ref_formats(self):
        return Gdk.ContentFormats.new(["text/plain;charset=utf-8"])

    def do_write_mime_type_async(self, _type, stream, _priority, _cancellable, *_callback):
        self.stream = stream
        rest = GLib.Bytes.new(b"half " * (COUNT // 5))

        def written(stream, result):
            nonlocal rest
            rest = GLib.Bytes.new(rest.get_data()[stream.write_bytes_finish(result):])
            if rest.get_size() > 0:
                stream.write_bytes_async(rest, GLib.PRIORITY_DEFAULT, None, written)
            else:
                say("half")

        stream.write_bytes_async(rest, GLib.PRIORITY_DEFAULT, None, written)


def show(application):
    label = Gtk.Label(label="Half")
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY, content=Half())
    source.connect("drag-begin", lambda *_: say("drag-begin"))
    label.add_controller(source)
    click = Gtk.GestureClick()
    click.connect("pressed", lambda *_: say("pressed"))
    label.add_controller(click)
    motion = Gtk.EventControllerMotion()
    motion.connect("enter", lambda *_: say("enter"))
    label.add_controller(motion)
    window = Gtk.ApplicationWindow(
        application=application, title="Half", default_width=380, default_height=360, child=label)
    window.connect("map", lambda *_: say("mapped"))
    window.present()


application = Gtk.Application(application_id="dray.half", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", show)
application.run([])
