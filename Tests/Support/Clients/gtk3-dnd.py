#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A drag-and-drop client made with GTK 3."""

import sys

sys.dont_write_bytecode = True

from common import content, looks, options as command_line, process
from common.report import Reporter

options = command_line.parse("GTK 3")
process.prepare()

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk, Pango

ACTION = {"copy": Gdk.DragAction.COPY, "move": Gdk.DragAction.MOVE, "ask": Gdk.DragAction.ASK}
NAMES = [*ACTION.items(), ("link", Gdk.DragAction.LINK)]
NOTHING = Gdk.DragAction(0)


def names(actions):
    return [name for name, action in NAMES if actions & action]


def single(actions):
    """The action's name when there is exactly one, else None."""
    found = names(actions)
    return found[0] if len(found) == 1 else None


def mask(action_names):
    result = NOTHING
    for name in action_names:
        result |= ACTION[name]
    return result


def styled(widget, *classes):
    for name in classes:
        widget.get_style_context().add_class(name)
    return widget


def label(text, *classes, lines=1):
    widget = Gtk.Label(label=text, xalign=0, ellipsize=Pango.EllipsizeMode.END)
    widget.set_line_wrap(lines > 1)
    widget.set_line_wrap_mode(Pango.WrapMode.WORD_CHAR)
    widget.set_lines(lines)
    return styled(widget, *classes)


def picture(data):
    """The bytes as an image that fits its place, or None if they are not an image."""
    loader = GdkPixbuf.PixbufLoader()
    try:
        loader.write(data)
        loader.close()
    except GLib.Error:
        return None
    pixbuf = loader.get_pixbuf()
    width = options.size[0] // (2 if options.role == "both" else 1) - 70
    height = options.size[1] - 110
    scale = min(1, max(width, 16) / pixbuf.get_width(), max(height, 16) / pixbuf.get_height())
    size = [max(1, int(side * scale)) for side in (pixbuf.get_width(), pixbuf.get_height())]
    return Gtk.Image.new_from_pixbuf(pixbuf.scale_simple(*size, GdkPixbuf.InterpType.BILINEAR))


def column(*classes):
    """A box with its own background that receives pointer events everywhere."""
    box = styled(Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6), *classes)
    catcher = Gtk.EventBox(visible_window=False, above_child=True)
    catcher.add(box)
    return catcher, box


class Source:
    """The card that is dragged."""

    def __init__(self, report):
        self.report = report
        self.pairs = content.representations(options)
        self.failure = None
        self.body, self.caption_text = looks.source_words(options, self.pairs)
        self.widget, self.box = column("card")
        self.caption = self.fill(self.box)

        self.widget.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, None, mask(options.actions))
        targets = Gtk.TargetList.new([])
        if options.native:
            targets.add_text_targets(0)
        else:
            for number, (mime, _) in enumerate(self.pairs):
                targets.add(Gdk.Atom.intern(mime, False), 0, number)
        self.widget.drag_source_set_target_list(targets)
        self.widget.connect("drag-begin", self.on_begin)
        self.widget.connect("drag-data-get", self.on_data_get)
        self.widget.connect("drag-failed", self.on_failed)
        self.widget.connect("drag-end", self.on_end)

    def fill(self, box):
        shown = picture(dict(self.pairs)[content.PNG]) if options.image else None
        if shown:
            box.pack_start(shown, True, True, 0)
        if self.body or not shown:
            box.pack_start(label(self.body, "body", lines=4), not shown, True, 0)
        caption = label(self.caption_text, "caption")
        box.pack_end(caption, False, False, 0)
        return caption

    def on_begin(self, widget, context):
        self.failure = None
        styled(self.box, "dragging")
        x, y, pressed = self.size_and_hotspot()
        icon = styled(Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6), "drag-card")
        self.fill(icon)
        icon.set_size_request(*pressed)
        icon.show_all()
        Gtk.drag_set_icon_widget(context, icon, x, y)
        context.connect("action-changed", self.on_action)
        context.connect("drop-performed", lambda *_: self.report.event("drop-performed"))
        self.report.event("drag-begin", types=[mime for mime, _ in self.pairs], actions=options.actions)

    def size_and_hotspot(self):
        """The icon's hotspot, where the pointer is on the card, and the card's size."""
        card = self.widget.get_allocation()
        pointer = self.widget.get_display().get_default_seat().get_pointer()
        _, x, y, _ = self.widget.get_window().get_device_position(pointer)
        x, y = min(max(x - card.x, 0), card.width), min(max(y - card.y, 0), card.height)
        return x, y, (card.width, card.height)

    def on_action(self, context, action):
        self.report.event("drag-action", action=single(action))

    def on_data_get(self, widget, context, data, number, time):
        if options.native:
            data.set_text(options.text, -1)
            return
        mime, value = self.pairs[number]
        data.set(Gdk.Atom.intern(mime, False), 8, value)

    def on_failed(self, widget, context, result):
        self.failure = result.value_nick
        return False

    def on_end(self, widget, context):
        self.box.get_style_context().remove_class("dragging")
        action = None if self.failure else single(context.get_selected_action())
        self.caption.set_text(f"{self.caption_text} · {looks.DONE.get(action, 'cancelled')}")
        self.report.drag_end(action, self.failure or "no-action")


class Target:
    """The zone that accepts drops."""

    def __init__(self, report):
        self.report = report
        self.inside = None
        self.action = None
        self.dropping = None
        self.leaving = None
        self.widget, self.box = column("zone")
        words, takes = looks.zone_words(options)
        self.shown = label(words, "hint")
        self.shown.set_xalign(0.5)
        self.box.pack_start(self.shown, True, True, 0)
        self.caption = label(takes, "caption")
        self.caption.set_xalign(0.5)
        self.box.pack_end(self.caption, False, False, 0)

        self.widget.drag_dest_set(Gtk.DestDefaults(0), None, mask(options.actions))
        self.widget.connect("drag-motion", self.on_motion)
        self.widget.connect("drag-leave", self.on_leave)
        self.widget.connect("drag-drop", self.on_drop)
        self.widget.connect("drag-data-received", self.on_received)

    def chosen_type(self, context):
        offered = [atom.name() for atom in context.list_targets()]
        return None if options.refuse else content.choose(options.accept, offered)

    def position(self, x, y):
        x, y = self.widget.translate_coordinates(self.widget.get_toplevel(), x, y)
        return {"x": x, "y": y}

    def wanted_action(self, context):
        """The action that this target requests."""
        if self.chosen_type(context) is None:
            return NOTHING
        wishes = [options.preferred] if options.preferred else names(context.get_suggested_action())
        for name in wishes + options.actions:
            if name in options.actions and context.get_actions() & ACTION[name]:
                return ACTION[name]
        return NOTHING

    def on_motion(self, widget, context, x, y, time):
        if self.take_back_leave():
            self.left()
        if self.inside is not context:
            self.enter(context, x, y)
        action = single(context.get_suggested_action())
        if action != self.action:
            self.action = action
            self.report.event("drag-motion", action=action, **self.position(x, y))
        Gdk.drag_status(context, self.wanted_action(context), time)
        return True  # Even for a rejection: otherwise GTK 3 sends no drag-leave.

    def enter(self, context, x, y):
        self.inside = context
        self.action = None
        chosen = self.chosen_type(context)
        styled(self.box, "over" if chosen else "refusing")
        self.report.event(
            "drag-enter",
            types=[atom.name() for atom in context.list_targets()],
            actions=names(context.get_actions()),
            accepts=chosen,
            **self.position(x, y),
        )

    def on_leave(self, widget, context, time):
        for name in ("over", "refusing"):
            self.box.get_style_context().remove_class(name)
        if self.inside is not None and self.leaving is None:
            # GTK 3 also sends "leave" immediately before each drop; so wait for the next event.
            self.leaving = GLib.timeout_add(0, self.left, priority=GLib.PRIORITY_HIGH)

    def left(self):
        self.leaving = None
        self.inside = None
        self.report.event("drag-leave")
        return GLib.SOURCE_REMOVE

    def take_back_leave(self):
        """Discards a leave that was not reported yet; returns whether there was one."""
        if self.leaving is None:
            return False
        GLib.source_remove(self.leaving)
        self.leaving = None
        return True

    def on_drop(self, widget, context, x, y, time):
        self.take_back_leave()
        self.inside = None
        mime = self.chosen_type(context)
        action = context.get_selected_action() or self.wanted_action(context)
        self.report.event("drop", type=mime, action=single(action), **self.position(x, y))
        if mime is None or not action:
            Gtk.drag_finish(context, False, False, time)
            return True
        if action == Gdk.DragAction.ASK:
            action = Gdk.DragAction.COPY  # There is no menu to ask the user: choose the safest action.
            Gdk.drag_status(context, action, time)
        self.dropping = (mime, single(action))
        widget.drag_get_data(context, Gdk.Atom.intern(mime, False), time)
        return True

    def on_received(self, widget, context, x, y, selection, number, time):
        (mime, action), self.dropping = self.dropping, None
        data = selection.get_data() if selection.get_length() >= 0 else None
        if data is None:
            self.report.event("receive-failed", type=mime, reason="no data")
        else:
            self.report.received(mime, bytes(data))
            self.show(mime, bytes(data), action)
        Gtk.drag_finish(context, data is not None, action == "move", time)

    def show(self, mime, data, action):
        self.shown.destroy()
        words, caption = looks.received_words(mime, data, action)
        shown = picture(data) if words is None else label(words, "body", lines=5)
        self.shown = shown or label("(not a picture)", "hint")
        self.box.pack_start(self.shown, True, True, 0)
        self.shown.show()
        self.caption.set_xalign(0)
        self.caption.set_text(caption)
        styled(self.box, "filled")


def watch_input(window, report):
    """Reports keys, buttons, touches and pointer crossings."""

    def state(event, pressed):
        return "pressed" if event.type == pressed else "released"

    def on_key(_, event):
        name = Gdk.keyval_name(event.keyval)
        pressed = state(event, Gdk.EventType.KEY_PRESS)
        report.event("key", key=name, code=event.hardware_keycode, state=pressed)
        return False

    def place(event):
        x, y = window.get_window().get_root_coords(0, 0)
        return {"x": round(event.x_root - x), "y": round(event.y_root - y)}

    def on_button(_, event):
        if event.type in (Gdk.EventType.BUTTON_PRESS, Gdk.EventType.BUTTON_RELEASE):
            pressed = state(event, Gdk.EventType.BUTTON_PRESS)
            report.event("button", button=event.button, state=pressed, **place(event))
        return False

    def on_touch(_, event):
        if event.type in (Gdk.EventType.TOUCH_BEGIN, Gdk.EventType.TOUCH_END):
            report.event("touch", state=state(event, Gdk.EventType.TOUCH_BEGIN), **place(event))
        return False

    inside = [False]

    def on_crossing(_, event, name):
        # Grabs and child windows cause additional crossing events.
        own = event.window is window.get_window() and event.detail != Gdk.NotifyType.INFERIOR
        if own and (name == "enter") != inside[0]:
            inside[0] = not inside[0]
            report.event(name, **(place(event) if inside[0] else {}))
        return False

    def on_scroll(_, event):
        _, dx, dy = event.get_scroll_deltas()
        if dx or dy:
            report.event("scroll", dx=dx, dy=dy)
        return False

    wanted = Gdk.EventMask
    window.add_events(
        wanted.BUTTON_PRESS_MASK | wanted.BUTTON_RELEASE_MASK | wanted.KEY_PRESS_MASK | wanted.KEY_RELEASE_MASK
        | wanted.ENTER_NOTIFY_MASK | wanted.LEAVE_NOTIFY_MASK | wanted.TOUCH_MASK
        | wanted.SCROLL_MASK | wanted.SMOOTH_SCROLL_MASK
    )
    window.connect("key-press-event", on_key)
    window.connect("key-release-event", on_key)
    window.connect("button-press-event", on_button)
    window.connect("button-release-event", on_button)
    window.connect("touch-event", on_touch)
    window.connect("enter-notify-event", on_crossing, "enter")
    window.connect("leave-notify-event", on_crossing, "leave")
    window.connect("scroll-event", on_scroll)
    window.connect("notify::is-active", lambda *_: report.event("focus", active=window.is_active()))


def build(report):
    window = styled(Gtk.Window(title=options.title, decorated=False), "client")
    window.set_default_size(*options.size)
    heading = Gtk.Box(spacing=8)
    heading.pack_start(label(options.title, "heading"), True, True, 0)
    version = f"GTK {Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()}"
    heading.pack_end(styled(Gtk.Label(label=version), "toolkit"), False, False, 0)
    halves = Gtk.Box(spacing=12, homogeneous=True)
    parts = [part(report) for part, wanted in ((Source, options.is_source), (Target, options.is_target)) if wanted]
    for part in parts:
        halves.pack_start(part.widget, True, True, 0)
    page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=12)
    page.pack_start(heading, False, False, 0)
    page.pack_start(halves, True, True, 0)
    window.add(page)
    watch_input(window, report)
    return window, version, parts


def main():
    GLib.set_prgname(options.app_id)  # The app id of a window without a Gtk.Application.
    started, _ = Gtk.init_check([])
    if not started:
        process.no_display("GTK 3 could not start")
    css = Gtk.CssProvider()
    css.load_from_data(looks.GTK_CSS.encode())
    Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), css, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    report = Reporter(options)
    window, version, parts = build(report)
    window.connect("destroy", Gtk.main_quit)

    def on_painted(clock):
        clock.disconnect(painted[0])
        rectangles = {}
        for part in parts:
            area = part.widget.get_allocation()
            rectangles[type(part).__name__.lower()] = [area.x, area.y, area.width, area.height]
        width, height = window.get_size()
        size = {"width": width, "height": height}
        report.event("mapped", toolkit=version, title=options.title, app_id=options.app_id, **size, **rectangles)

    painted = []
    window.show_all()
    clock = window.get_window().get_frame_clock()
    painted.append(clock.connect_after("after-paint", on_painted))
    Gtk.main()


main()
