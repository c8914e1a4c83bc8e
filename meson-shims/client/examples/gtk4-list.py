#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A list of items and two boxes to drop them on, with unmodified GTK 4 and libdray-client.

usage: gtk4-list.py LIBRARY TITLE [ITEM...]

The selected items are dragged together; a click on an item toggles its selection. While the pointer drags, a tap with
a finger adds an item to the drag or removes it; GTK 4 itself begins no drags by touch. The list and each box are
separate drop targets. The first box accepts one item at a time, and a drop on the second cannot be undone. Ctrl+Z
undoes, Ctrl+Shift+Z redoes. On a compositor without dray_drag_v1 the items can be dragged as usual. Each event is
printed as a line.
"""

import ctypes
import sys

sys.dont_write_bytecode = True

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, GObject, Gtk

import dray_client

LIST, INBOX, SHREDDER = 1, 2, 3
gdk = ctypes.CDLL("libgtk-4.so.1")


def address(function, thing):
    """Returns the address that a function of GDK returns for an object."""
    return call(function, hash(thing))


def call(function, *addresses):
    """Calls a function that PyGObject does not support, such as those of render nodes."""
    function.restype = ctypes.c_void_p
    return function(*(ctypes.c_void_p(each) for each in addresses))


def picture(widget):
    """Renders a widget at scale 1. Returns premultiplied ARGB8888 pixels, width, height and stride in bytes."""
    snapshot, renderer = Gtk.Snapshot(), widget.get_native().get_renderer()
    width, height = widget.get_width(), widget.get_height()
    Gtk.WidgetPaintable.new(widget).snapshot(snapshot, width, height)
    bounds, pixels = (ctypes.c_float * 4)(0, 0, width, height), ctypes.create_string_buffer(4 * width * height)
    node = call(gdk.gtk_snapshot_to_node, hash(snapshot))
    texture = call(gdk.gsk_renderer_render_texture, hash(renderer), node, ctypes.addressof(bounds))
    gdk.gdk_texture_download(ctypes.c_void_p(texture), pixels, ctypes.c_size_t(4 * width))
    call(gdk.g_object_unref, texture)
    call(gdk.gsk_render_node_unref, node)
    return pixels.raw, width, height, 4 * width


def say(*words):
    print(*words, flush=True)


class Carried(Gdk.ContentProvider):
    """The dragged content at the time of a read: another finger may have added items since the drag began."""

    def __init__(self, app):
        super().__init__()
        self.app = app

    def do_ref_formats(self):
        return Gdk.ContentFormats.new_for_gtype(GObject.TYPE_STRING)

    def do_get_value(self):
        return True, "\n".join(self.app.carried)


class Box(Gtk.Label):
    """A box to drop items on."""

    def __init__(self, app, name, container, behaviour):
        super().__init__(label=name, height_request=90, hexpand=True)
        self.add_css_class("card")
        self.app, self.name, self.container, self.behaviour = app, name, container, behaviour
        self.things = []
        target = Gtk.DropTarget(actions=Gdk.DragAction.COPY | Gdk.DragAction.MOVE)
        target.set_gtypes([GObject.TYPE_STRING])
        target.connect("enter", self.entered)
        target.connect("drop", self.dropped)
        self.add_controller(target)

    def entered(self, target, x, y):
        self.app.over(self)
        return Gdk.DragAction.COPY

    def dropped(self, target, value, x, y):
        taken = value.split("\n")[:1] if self.container == INBOX else value.split("\n")
        self.add(taken)
        say("dropped", self.name, *taken)
        return True

    def add(self, taken):
        self.things += taken
        self.show()

    def remove(self, taken):
        for thing in taken:
            if thing in self.things:
                self.things.remove(thing)
        self.show()

    def show(self):
        self.set_label("\n".join([self.name, *self.things]))


class App(Gtk.Application):
    def __init__(self, library, title, things):
        super().__init__()
        self.library, self.title, self.things = library, title, things
        self.selected = set(things)
        self.carried, self.is_carrying = [], False
        self.taken_back = []

    def do_activate(self):
        window = Gtk.ApplicationWindow(application=self, title=self.title, default_width=380, default_height=300)
        rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin_start=16, margin_end=16, margin_top=16)
        self.list = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        self.cards = {}
        for thing in self.things:
            card = Gtk.Label(label=thing, height_request=44)
            card.add_css_class("card")
            click = Gtk.GestureClick()
            click.connect("released", lambda click, count, x, y, thing=thing: self.tap(thing))
            card.add_controller(click)
            self.cards[thing] = card
            self.list.append(card)
        drag = Gtk.DragSource(actions=Gdk.DragAction.COPY | Gdk.DragAction.MOVE)
        drag.connect("prepare", self.prepare)
        drag.connect("drag-begin", lambda source, drag: self.carries(True))
        drag.connect("drag-end", lambda source, drag, is_moved: self.carries(False))
        self.list.add_controller(drag)
        rows.append(self.list)
        self.boxes = [
            Box(self, "Inbox", INBOX, dray_client.ACCEPTING | dray_client.SPRING_LOADED),
            Box(self, "Shredder", SHREDDER, dray_client.ACCEPTING),
        ]
        for box in self.boxes:
            rows.append(box)
        window.set_child(rows)
        keys = Gtk.EventControllerKey()
        keys.connect("key-pressed", self.key)
        window.add_controller(keys)
        window.present()
        self.window = window
        GLib.idle_add(self.begin)

    def begin(self):
        surface = self.window.get_surface()
        if not surface.get_mapped() or self.boxes[1].get_height() == 0:
            return True
        display = address(gdk.gdk_wayland_display_get_wl_display, self.window.get_display())
        self.client = dray_client.Client(
            self.library, display,
            content=lambda surface, items: say("content", items),
            kind=lambda mime_type, items: say("kind", mime_type.decode(), items),
            content_left=lambda: say("left"),
            content_failed=lambda reason: say("content failed", reason),
        )
        surface = address(gdk.gdk_wayland_surface_get_wl_surface, surface)
        self.origin = self.client.origin(
            surface, deselect=self.deselect, failed=lambda reason: say("failed", reason))
        self.origin.set_container(LIST)
        self.zones = [(self.list, self.client.zone(surface, "List", 0))]
        self.zones[0][1].set_container(LIST)
        for box in self.boxes:
            zone = self.client.zone(
                surface, box.name, box.behaviour,
                enter=lambda name=box.name: say("enter", name), leave=lambda name=box.name: say("leave", name),
                spring=lambda name=box.name: say("spring", name))
            zone.set_container(box.container)
            self.zones.append((box, zone))
        self.place_zones()
        say("ready", "with" if self.client.is_offered else "without")
        return False

    def place(self, widget):
        """Returns the rectangle of a widget on the window's surface."""
        found, bounds = widget.compute_bounds(self.window)
        left, top = self.window.get_surface_transform()
        return int(bounds.get_x() + left), int(bounds.get_y() + top), int(bounds.get_width()), int(bounds.get_height())

    def place_zones(self):
        for widget, zone in self.zones:
            zone.set_rectangle(*self.place(widget))
        self.client.commit()

    # Dragged content

    def prepare(self, drag, x, y):
        self.carried = [thing for thing in self.things if thing in self.selected]
        self.origin.clear_items()
        for thing in self.carried:
            self.add(thing)
        self.client.take_back(
            self.origin, undo=lambda: say("source undo") or True, redo=lambda: say("source redo") or True)
        return Carried(self)

    def add(self, thing):
        number = self.things.index(thing)
        self.origin.set_item(number, thing, "text/plain", *self.place(self.cards[thing]))
        self.origin.draw_item(number, *picture(self.cards[thing]), 1)

    def carries(self, is_carrying):
        self.is_carrying = is_carrying

    def tap(self, thing):
        if not self.is_carrying:
            self.selected ^= {thing}
            say("selected", *sorted(self.selected))
            return
        # One item must remain: without items the compositor would not know what is dragged.
        if thing in self.carried and len(self.carried) > 1:
            self.carried.remove(thing)
            self.origin.remove_item(self.things.index(thing))
        elif thing not in self.carried:
            self.carried.append(thing)
            self.add(thing)
        say("carries", *self.carried)

    def deselect(self):
        self.selected.clear()
        say("deselect")

    # Drop target

    def over(self, box):
        if box.container == INBOX:
            self.client.take_items(1)
            self.client.set_preview_size(160, 90)
            self.client.set_irreversible(None)
        else:
            self.client.take_items(0xFFFFFFFF)  # all of them
            self.client.set_preview_size(0, 0)
            self.client.set_irreversible(f"What is dropped on {box.name} is gone for ever.")
        if box.container == INBOX:
            taken = []

            def finished():
                taken[:] = box.things[-1:]
                say("can undo")

            taking = self.client.take_back(
                finished=finished, undo=lambda: box.remove(taken) or say("target undo") or True,
                redo=lambda: box.add(taken) or say("target redo") or True)
            if taking:
                self.taken_back.append(taking)

    def key(self, controller, keyval, code, state):
        if not state & Gdk.ModifierType.CONTROL_MASK or Gdk.keyval_to_lower(keyval) != Gdk.KEY_z:
            return False
        if self.taken_back:
            taking = self.taken_back[-1]
            taking.redo() if state & Gdk.ModifierType.SHIFT_MASK else taking.undo()
        return True


if len(sys.argv) < 3:
    sys.exit(__doc__.strip().split("\n\n")[1])
App(sys.argv[1], sys.argv[2], sys.argv[3:]).run()
