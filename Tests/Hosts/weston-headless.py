#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between two GTK 4 applications in an unmodified Weston with Dray, headless.

usage: weston-headless.py DRAY-MODULE INPUT-MODULE
"""

import os
import sys
from pathlib import Path

from hosts import Run, Socket, wait_for

BUTTON, ESCAPE, SHIFT, F1, F2 = "0x110", 1, 42, 59, 60
SOURCE, TARGET = (100, 100), (500, 100)


def middle(place, box):
    return place[0] + box[0] + box[2] // 2, place[1] + box[1] + box[3] // 2


class Compositor:
    """Weston, headless."""

    def __init__(self, run, settings=""):
        (run.directory / "weston.ini").write_text(f"[core]\nidle-time=0\n[dray]\n{settings}\n")
        path = run.directory / "input"
        self.process = run.start(
            "weston", "weston", "--backend=headless-backend.so", "--use-pixman", "--width=1024", "--height=640",
            "--socket=wayland-test", "--modules={},{}".format(os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[1])), DRAY_TEST_INPUT=str(path), DRAY_TRACE="1")
        run.environment["WAYLAND_DISPLAY"] = "wayland-test"
        self.do = Socket(path)

    def place(self, title, point):
        # A window is there for its client a little earlier than for Weston's shell.
        wait_for(f"the window {title}", lambda: self.do.try_once(f"place {title} {point[0]} {point[1]}"))

    def end(self):
        status = self.process.end()
        assert status == 0, f"weston ends with {status}"


class Weston(Compositor):
    """Weston, headless, with a source at the left and a target at the right."""

    def __init__(self, run, settings="", actions="copy,move", text="dragged", toolkit="gtk4"):
        super().__init__(run, settings)
        self.source = run.client("source", "--role", "source", "--text", text, "--actions", actions, toolkit=toolkit)
        self.target = run.client("target", "--role", "target")
        self.place("source", SOURCE)
        self.place("target", TARGET)
        self.from_point = middle(SOURCE, self.source.mapped["source"])
        self.to_point = middle(TARGET, self.target.mapped["target"])

    def pick_up(self):
        x, y = self.from_point
        self.do(f"move {x} {y}")
        self.do(f"button {BUTTON} 1")
        for step in range(1, 7):
            self.do(f"move {x + 4 * step} {y}")
        self.source.expect("drag-begin")

    def go_to_target(self):
        x, y = self.to_point
        before = self.process.offers_to_copy()
        self.do(f"move {x - 5} {y}")
        self.do(f"move {x} {y}")
        self.target.expect("drag-enter")
        wait_for("the target's consent", lambda: self.process.offers_to_copy() > before)
        self.do(f"move {x + 4} {y}")

    def layers(self):
        return [tuple(map(float, layer.split(","))) for layer in self.do("layers").split()]

    def shows_image(self):
        """The badge lies above everything, the image is translucent."""
        opacities = [layer[4] for layer in self.layers()]
        return opacities and opacities[0] == 1 and 0.8 in opacities

    def image_left(self):
        """How far at the left the drag image is, the widest of all translucent layers."""
        images = [layer for layer in self.layers() if layer[4] < 1]
        return min((layer[0] for layer in images), default=None)

    def finish(self):
        self.source.end()
        self.target.end()
        self.end()


def pointer_drag_copies_between_applications():
    with Run() as run:
        weston = Weston(run)
        weston.pick_up()
        weston.go_to_target()
        # Between applications a move is not on offer (HIG-01), though the source would allow it.
        assert weston.target.seen[-1]["actions"] == ["copy"], weston.target.seen[-1]
        # The drag image: that of the client, translucent, and above it a badge (HIG-12, HIG-13).
        wait_for("the image and the badge", weston.shows_image)
        weston.do(f"button {BUTTON} 0")
        weston.target.expect("received", text="dragged")
        weston.source.expect("drag-end", result="copied")
        # It lands, and nothing stays on the screen (HIG-16).
        wait_for("the end of the image", lambda: not weston.layers())
        weston.finish()


def escape_cancels_and_the_image_flies_back():
    with Run() as run:
        weston = Weston(run)
        weston.pick_up()
        weston.go_to_target()
        wait_for("the image and the badge", weston.shows_image)
        there = weston.image_left()
        weston.do(f"key {ESCAPE} 1")
        wait_for("the image on its way", lambda: any(layer[0] < there - 20 for layer in weston.layers()))
        weston.do(f"key {ESCAPE} 0")
        weston.source.expect("drag-end", result="cancelled")
        wait_for("the end of the image", lambda: not weston.layers())
        weston.finish()


def modifiers_choose_where_the_policy_leaves_a_choice():
    with Run() as run:
        weston = Weston(run, settings="policy=wayland")
        weston.pick_up()
        weston.go_to_target()
        assert sorted(weston.target.seen[-1]["actions"]) == ["copy", "move"], weston.target.seen[-1]
        weston.do(f"key {SHIFT} 1")
        weston.source.expect("drag-action", action="move")
        weston.do(f"button {BUTTON} 0")
        weston.source.expect("drag-end", result="moved")
        weston.finish()


def touch_drag_copies():
    with Run() as run:
        # GTK 4.8 names the serial of the last button for a drag by touch, and has none here.
        weston = Weston(run, toolkit="gtk3")
        x, y = weston.from_point
        weston.do(f"touch down {x} {y}")
        for step in range(1, 12):
            weston.do(f"touch move {x + 4 * step} {y}")
        weston.source.expect("drag-begin")
        x, y = weston.to_point
        weston.target.expect("drag-enter", meanwhile=lambda: weston.do(f"touch move {x} {y}"))
        wait_for("the target's consent", weston.process.offers_to_copy)
        weston.do("touch up 0 0")
        weston.target.expect("received", text="dragged")
        weston.source.expect("drag-end", result="copied")
        weston.finish()


def pointer_that_is_unplugged_ends_its_drag():
    with Run() as run:
        weston = Weston(run)
        weston.pick_up()
        weston.go_to_target()
        weston.do("unplug")
        weston.source.expect("drag-end", result="cancelled")
        weston.target.expect("drag-leave")
        weston.finish()


def source_that_is_killed_ends_its_drag():
    with Run() as run:
        weston = Weston(run)
        weston.pick_up()
        weston.go_to_target()
        weston.source.process.kill()
        weston.target.expect("drag-leave")
        wait_for("the end of the image", lambda: not weston.layers())
        weston.do(f"button {BUTTON} 0")
        weston.finish()


def clipboard_is_shared_with_westons_own_parts():
    with Run() as run:
        weston = Compositor(run)
        program = Path(__file__).with_name("clipboard-client.py")
        one, two = run.client("one", program=program), run.client("two", program=program)
        weston.place("one", SOURCE)
        weston.place("two", TARGET)

        def focus(client, place):
            weston.do(f"move {place[0] + 100} {place[1] + 100}")
            weston.do(f"button {BUTTON} 1")
            weston.do(f"button {BUTTON} 0")

        def press(key):
            weston.do(f"key {key} 1")
            weston.do(f"key {key} 0")

        focus(one, SOURCE)
        press(F1)
        one.expect("copied")
        # Weston reads it, as Xwayland would; then another client does.
        wait_for("the clipboard", lambda: weston.do.try_once("has-selection"))
        assert weston.do("read-selection") == "one"
        focus(two, TARGET)
        press(F2)
        two.expect("clipboard", text="one")
        # Weston's own content, as that of an X11 application, reaches the clients.
        weston.do("selection from Weston")
        press(F2)
        two.expect("clipboard", meanwhile=lambda: press(F2), text="from Weston")
        # The client that owns it goes: Weston's keeper has kept the text, and hands it out.
        press(F1)
        two.expect("copied")
        wait_for("the clipboard", lambda: weston.do.try_once("has-selection"))
        assert weston.do("read-selection") == "two"
        two.end()
        focus(one, SOURCE)
        one.expect("clipboard", meanwhile=lambda: press(F2), text="two")
        one.end()
        weston.end()


TESTS = [
    pointer_drag_copies_between_applications,
    escape_cancels_and_the_image_flies_back,
    modifiers_choose_where_the_policy_leaves_a_choice,
    touch_drag_copies,
    pointer_that_is_unplugged_ends_its_drag,
    source_that_is_killed_ends_its_drag,
    clipboard_is_shared_with_westons_own_parts,
]

if __name__ == "__main__":
    for test in TESTS:
        if len(sys.argv) > 3 and test.__name__ not in sys.argv[3:]:
            continue
        print(test.__name__, flush=True)
        test()
