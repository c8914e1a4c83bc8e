#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A drag-and-drop client made with GTK 4."""

import sys

sys.dont_write_bytecode = True

from common import content, looks, options as command_line, process
from common.report import Reporter

options = command_line.parse("GTK 4")
process.prepare()

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, GObject, Gtk, Pango

ACTION = {"copy": Gdk.DragAction.COPY, "move": Gdk.DragAction.MOVE, "ask": Gdk.DragAction.ASK}
NAMES = [*ACTION.items(), ("link", Gdk.DragAction.LINK)]
READ_SIZE = 65536


def names(actions):
    return [name for name, action in NAMES if actions & action]


def single(actions):
    """The action's name when there is exactly one, else None."""
    found = names(actions)
    return found[0] if len(found) == 1 else None


def mask(action_names):
    result = Gdk.DragAction(0)
    for name in action_names:
        result |= ACTION[name]
    return result


def label(text, *classes, lines=1, **properties):
    widget = Gtk.Label(
        label=text, xalign=0, ellipsize=Pango.EllipsizeMode.END, wrap=lines > 1, lines=lines, **properties
    )
    widget.set_can_target(False)  # The card or zone around it receives the pointer and drags.
    widget.set_wrap_mode(Pango.WrapMode.WORD_CHAR)
    for name in classes:
        widget.add_css_class(name)
    return widget


def picture(data):
    """The bytes as an image that shrinks to its place, or None if they are not an image."""
    try:
        texture = Gdk.Texture.new_from_bytes(GLib.Bytes.new(data))
    except GLib.Error:
        return None
    return Gtk.Picture(paintable=texture, can_shrink=True, hexpand=True, vexpand=True, can_target=False)


class RawReader:
    """Reads a drop's bytes for one MIME type, unmodified.

    PyGObject frees a constant string that `Gdk.Drop.read_finish` returns, and crashes. So each MIME type gets its own
    class with a deserializer; reading a value of this class reads the bytes of the type.
    """

    def __init__(self):
        self.classes = {}
        self.waiting = []

    def read(self, drop, mime, done):
        """Calls `done(bytes, None)`, or `done(None, reason)`."""
        if mime not in self.classes:
            name = f"RawBytes{len(self.classes)}"
            self.classes[mime] = type(name, (GObject.Object,), {"__gtype_name__": name})
            Gdk.content_register_deserializer(mime, self.classes[mime], self._deserialize)
        chunks = []
        self.waiting.append((self.classes[mime].__gtype__, chunks))
        drop.read_value_async(self.classes[mime], GLib.PRIORITY_DEFAULT, None, self._finish, (chunks, done))

    def _deserialize(self, deserializer, *_):
        place = next(i for i, (kind, _) in enumerate(self.waiting) if kind == deserializer.get_gtype())
        _, chunks = self.waiting.pop(place)
        stream = deserializer.get_input_stream()

        def more(stream, result):
            try:
                chunk = stream.read_bytes_finish(result).get_data()
            except GLib.Error as error:
                deserializer.return_error(error)
                return
            if chunk:
                chunks.append(chunk)
                stream.read_bytes_async(READ_SIZE, GLib.PRIORITY_DEFAULT, None, more)
            else:
                deserializer.return_success()

        stream.read_bytes_async(READ_SIZE, GLib.PRIORITY_DEFAULT, None, more)

    def _finish(self, drop, result, request):
        chunks, done = request
        self.waiting = [entry for entry in self.waiting if entry[1] is not chunks]
        try:
            drop.read_value_finish(result)
        except GLib.Error as error:
            done(None, error.message)
        else:
            done(b"".join(chunks), None)


class Source:
    """The card that is dragged."""

    def __init__(self, report):
        self.report = report
        self.pairs = content.representations(options)
        self.cancelled = None
        body, self.caption_text = looks.source_words(options, self.pairs)
        self.widget = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, hexpand=True, vexpand=True)
        self.widget.add_css_class("card")
        shown = options.image and picture(dict(self.pairs)[content.PNG])
        if shown:
            self.widget.append(shown)
        if body or not shown:
            self.widget.append(label(body, "body", lines=4, vexpand=not shown))
        self.caption = label(self.caption_text, "caption")
        self.widget.append(self.caption)

        drag_source = Gtk.DragSource(actions=mask(options.actions))
        drag_source.connect("prepare", self.on_prepare)
        drag_source.connect("drag-begin", self.on_begin)
        drag_source.connect("drag-cancel", self.on_cancel)
        drag_source.connect("drag-end", self.on_end)
        self.widget.add_controller(drag_source)

    def on_prepare(self, drag_source, x, y):
        # An own icon: otherwise GTK 4.8 renders the dragged text, and crashes with a long line.
        image = Gtk.WidgetPaintable.new(self.widget).get_current_image()
        drag_source.set_icon(image, int(x), int(y))
        return Gdk.ContentProvider.new_union(
            [Gdk.ContentProvider.new_for_bytes(mime, GLib.Bytes.new(data)) for mime, data in self.pairs]
        )

    def on_begin(self, drag_source, drag):
        self.cancelled = None
        self.widget.add_css_class("dragging")
        drag.connect("notify::selected-action", self.on_action)
        drag.connect("drop-performed", lambda *_: self.report.event("drop-performed"))
        self.report.event("drag-begin", types=[mime for mime, _ in self.pairs], actions=options.actions)

    def on_action(self, drag, _):
        self.report.event("drag-action", action=single(drag.get_selected_action()))

    def on_cancel(self, drag_source, drag, reason):
        self.cancelled = reason.value_nick
        return False

    def on_end(self, drag_source, drag, delete):
        self.widget.remove_css_class("dragging")
        action = None if self.cancelled else single(drag.get_selected_action())
        self.caption.set_text(f"{self.caption_text} · {looks.DONE.get(action, 'cancelled')}")
        self.report.drag_end(action, self.cancelled or "no-action")


class Target:
    """The zone that accepts drops."""

    def __init__(self, report):
        self.report = report
        self.reader = RawReader()
        self.action = None
        self.dropped = None
        self.widget = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, hexpand=True, vexpand=True)
        self.widget.add_css_class("zone")
        words, takes = looks.zone_words(options)
        self.place = Gtk.Box(hexpand=True, vexpand=True, can_target=False)
        self.place.append(label(words, "hint", hexpand=True, halign=Gtk.Align.CENTER))
        self.widget.append(self.place)
        self.caption = label(takes, "caption", halign=Gtk.Align.CENTER)
        self.widget.append(self.caption)

        # Every type is accepted here, so that rejected drags are displayed and reported too.
        drop_target = Gtk.DropTargetAsync(actions=mask(options.actions))
        drop_target.connect("accept", lambda *_: True)
        drop_target.connect("drag-enter", self.on_enter)
        drop_target.connect("drag-motion", self.on_motion)
        drop_target.connect("drag-leave", self.on_leave)
        drop_target.connect("drop", self.on_drop)
        self.widget.add_controller(drop_target)

    def chosen_type(self, drop):
        return None if options.refuse else content.choose(options.accept, drop.get_formats().get_mime_types() or [])

    def position(self, x, y):
        x, y = self.widget.translate_coordinates(self.widget.get_root(), x, y)
        return {"x": round(x), "y": round(y)}

    def wanted_action(self, drop):
        """The action that this target requests."""
        if self.chosen_type(drop) is None:
            return Gdk.DragAction(0)
        offered = drop.get_drag().get_actions() if drop.get_drag() else drop.get_actions()
        wishes = [options.preferred] if options.preferred else []
        for name in wishes + options.actions:
            if offered & ACTION[name]:
                return ACTION[name]
        return Gdk.DragAction(0)

    def on_enter(self, drop_target, drop, x, y):
        self.action = None
        chosen = self.chosen_type(drop)
        self.widget.add_css_class("over" if chosen else "refusing")
        self.report.event(
            "drag-enter",
            types=drop.get_formats().get_mime_types() or [],
            actions=names(drop.get_actions()),
            accepts=chosen,
            **self.position(x, y),
        )
        return self.wanted_action(drop)

    def on_motion(self, drop_target, drop, x, y):
        action = single(drop.get_actions())
        if action != self.action:
            self.action = action
            self.report.event("drag-motion", action=action, **self.position(x, y))
        return self.wanted_action(drop)

    def on_leave(self, drop_target, drop):
        self.widget.remove_css_class("over")
        self.widget.remove_css_class("refusing")
        if drop != self.dropped:  # GTK 4 also sends "leave" after each drop.
            self.report.event("drag-leave")

    def on_drop(self, drop_target, drop, x, y):
        mime = self.chosen_type(drop)
        action = drop.get_actions() if single(drop.get_actions()) else self.wanted_action(drop)
        self.report.event("drop", type=mime, action=single(action), **self.position(x, y))
        self.dropped = drop
        if mime is None or not action:
            return False
        if action == Gdk.DragAction.ASK:
            action = Gdk.DragAction.COPY  # There is no menu to ask the user: choose the safest action.

        def done(data, reason):
            if data is None:
                self.report.event("receive-failed", type=mime, reason=reason)
                drop.finish(Gdk.DragAction(0))
                return
            self.report.received(mime, data)
            drop.finish(action)
            self.show(mime, data, single(action))

        self.reader.read(drop, mime, done)
        return True

    def show(self, mime, data, action):
        while child := self.place.get_first_child():
            self.place.remove(child)
        words, caption = looks.received_words(mime, data, action)
        shown = picture(data) if words is None else label(words, "body", lines=5, hexpand=True)
        self.place.append(shown or label("(not a picture)", "hint", hexpand=True))
        self.caption.set_halign(Gtk.Align.FILL)
        self.caption.set_text(caption)
        self.widget.add_css_class("filled")


def watch_input(window, page, report):
    """Reports keys, buttons, touches and pointer crossings."""

    def on_key(_, keyval, keycode, state, pressed):
        report.event("key", key=Gdk.keyval_name(keyval), code=keycode, state="pressed" if pressed else "released")
        return False

    def on_click(gesture, _, x, y, pressed):
        kind = "touch" if gesture.get_current_sequence() else "button"
        facts = {} if kind == "touch" else {"button": gesture.get_current_button()}
        report.event(kind, **facts, state="pressed" if pressed else "released", x=round(x), y=round(y))

    def on_enter(_, x, y):
        x, y = page.translate_coordinates(window, x, y)
        report.event("enter", x=round(x), y=round(y))

    def on_scroll(_, dx, dy):
        report.event("scroll", dx=dx, dy=dy)
        return False

    keys = Gtk.EventControllerKey()
    keys.connect("key-pressed", on_key, True)
    keys.connect("key-released", on_key, False)
    clicks = Gtk.GestureClick(button=0)
    clicks.connect("pressed", on_click, True)
    clicks.connect("released", on_click, False)
    motion = Gtk.EventControllerMotion()
    motion.connect("enter", on_enter)
    motion.connect("leave", lambda _: report.event("leave"))
    scroll = Gtk.EventControllerScroll(flags=Gtk.EventControllerScrollFlags.BOTH_AXES)
    scroll.connect("scroll", on_scroll)
    page.add_controller(motion)  # GTK 4.8 sends crossings to a window's children, not to the window.
    for controller in (keys, clicks, scroll):
        controller.set_propagation_phase(Gtk.PropagationPhase.CAPTURE)
        window.add_controller(controller)
    window.connect("notify::is-active", lambda *_: report.event("focus", active=window.is_active()))


def build(report):
    window = Gtk.Window(title=options.title, decorated=False)
    window.add_css_class("client")
    window.set_default_size(*options.size)
    heading = Gtk.Box(spacing=8)
    heading.append(label(options.title, "heading", hexpand=True))
    version = f"GTK {Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()}"
    heading.append(Gtk.Label(label=version, css_classes=["toolkit"]))
    halves = Gtk.Box(spacing=12, homogeneous=True, vexpand=True)
    parts = [part(report) for part, wanted in ((Source, options.is_source), (Target, options.is_target)) if wanted]
    for part in parts:
        halves.append(part.widget)
    page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
    page.add_css_class("page")
    page.append(heading)
    page.append(halves)
    window.set_child(page)
    watch_input(window, page, report)
    return window, version, parts


def main():
    GLib.set_prgname(options.app_id)  # The app id of a window without a Gtk.Application.
    if not Gtk.init_check() or Gdk.Display.get_default() is None:
        process.no_display("GTK 4 could not start")
    css = Gtk.CssProvider()
    css.load_from_data(looks.GTK_CSS.encode())
    Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), css, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    report = Reporter(options)
    loop = GLib.MainLoop()
    window, version, parts = build(report)
    window.connect("close-request", lambda _: loop.quit())

    def on_painted(clock):
        clock.disconnect(painted[0])
        rectangles = {}
        for part in parts:
            _, bounds = part.widget.compute_bounds(window)
            rectangle = (bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height)
            rectangles[type(part).__name__.lower()] = [round(value) for value in rectangle]
        size = {"width": window.get_width(), "height": window.get_height()}
        report.event("mapped", toolkit=version, title=options.title, app_id=options.app_id, **size, **rectangles)

    painted = []
    window.present()
    clock = window.get_surface().get_frame_clock()
    painted.append(clock.connect_after("after-paint", on_painted))
    loop.run()


main()
