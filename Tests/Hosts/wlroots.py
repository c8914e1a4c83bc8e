#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags in a small compositor made with wlroots and dray-wlroots, headless.

usage: wlroots.py COMPOSITOR [TEST ...]
"""

import os
import sys

from hosts import Run, Socket, wait_for

BUTTON, ESCAPE, CONTROL, SHIFT = "0x110", 1, 29, 42
SOURCE, TARGET = (100, 100), (500, 100)


def middle(place, box):
    return place[0] + box[0] + box[2] // 2, place[1] + box[1] + box[3] // 2


class Compositor:
    """The compositor, with a source at the left and a target at the right."""

    def __init__(self, run, source="gtk4", target="gtk4", actions="copy,move"):
        path = run.directory / "input"
        self.process = run.start(
            "compositor", os.path.abspath(sys.argv[1]), path, WLR_RENDERER="pixman", DRAY_TRACE="1")
        self.do = Socket(path)
        run.environment["WAYLAND_DISPLAY"] = "wayland-0"
        wait_for("the Wayland socket", lambda: (run.directory / "wayland-0").exists())
        self.source = run.client(
            "source", "--role", "source", "--text", "dragged", "--actions", actions, toolkit=source)
        self.target = run.client("target", "--role", "target", toolkit=target)
        # The keyboard goes to the newest window. GTK 3 names the newest serial of all when a drag begins.
        self.source.expect("focus", active=False)
        self.target.expect("focus", active=True)
        self.from_point = middle(SOURCE, self.source.mapped["source"])
        self.to_point = middle(TARGET, self.target.mapped["target"])

    # With the pointer

    def pick_up(self):
        x, y = self.from_point
        self.source.expect("enter", meanwhile=lambda: (self.do(f"move {x - 3} {y}"), self.do(f"move {x} {y}")))
        self.do(f"button {BUTTON} 1")
        self.source.expect("button", state="pressed")
        for step in range(1, 7):
            self.do(f"move {x + 4 * step} {y}")
        self.source.expect("drag-begin")

    def go_to_target(self):
        x, y = self.to_point
        before = self.process.offers_to_copy()
        self.do(f"move {x - 5} {y}")
        self.target.expect("drag-enter", meanwhile=lambda: self.do(f"move {x} {y}"))
        wait_for("the target's consent", lambda: self.process.offers_to_copy() > before)

    # With a finger

    def touch_up_source(self):
        x, y = self.from_point
        self.do(f"touch 0 down {x} {y}")
        self.source.expect("touch")
        for step in range(1, 12):
            self.do(f"touch 0 move {x + 4 * step} {y}")
        self.source.expect("drag-begin")

    def touch_target(self):
        x, y = self.to_point
        before = self.process.offers_to_copy()
        self.target.expect("drag-enter", meanwhile=lambda: self.do(f"touch 0 move {x} {y}"))
        wait_for("the target's consent", lambda: self.process.offers_to_copy() > before)

    def icon(self):
        """Position and size of the drag icon as the compositor has it; None without."""
        answer = self.do("icon")
        return None if answer == "none" else tuple(map(int, answer.split()))

    def finish(self):
        self.source.end()
        self.target.end()
        status = self.process.end()
        assert status == 0, f"the compositor ends with {status}"


def pointer_drag_copies_between_applications():
    with Run() as run:
        compositor = Compositor(run)
        compositor.pick_up()
        compositor.go_to_target()
        entered = [event for event in compositor.target.heard() if event["event"] == "drag-enter"]
        assert entered[-1]["actions"] == ["copy"], entered
        compositor.do(f"button {BUTTON} 0")
        compositor.target.expect("received", text="dragged")
        compositor.source.expect("drag-end", result="copied")
        # And once more: nothing is left over from the first.
        compositor.pick_up()
        compositor.go_to_target()
        compositor.do(f"button {BUTTON} 0")
        compositor.target.expect("received", text="dragged")
        compositor.finish()


def touch_drag_copies(source, target):
    with Run() as run:
        compositor = Compositor(run, source=source, target=target)
        compositor.touch_up_source()
        compositor.touch_target()
        compositor.do("touch 0 up 0 0")
        compositor.target.expect("received", text="dragged")
        compositor.source.expect("drag-end", result="copied")
        compositor.finish()


# GTK 4.8 names the serial of the last button for a drag by touch, and has none here.
def touch_drag_from_gtk3_to_qt6_copies():
    touch_drag_copies("gtk3", "qt6")


def touch_drag_from_qt6_to_gtk4_copies():
    touch_drag_copies("qt6", "gtk4")


def second_finger_changes_nothing():
    with Run() as run:
        compositor = Compositor(run, source="gtk3")
        compositor.touch_up_source()
        compositor.touch_target()
        x, y = compositor.from_point
        compositor.do(f"touch 1 down {x} {y}")
        compositor.do(f"touch 1 move {x + 20} {y + 20}")
        compositor.do("touch 1 up 0 0")
        compositor.do("touch 0 up 0 0")
        compositor.target.expect("received", text="dragged")
        compositor.source.expect("drag-end", result="copied")
        compositor.finish()


def touch_cancel_ends_the_drag():
    with Run() as run:
        compositor = Compositor(run, source="gtk3")
        compositor.touch_up_source()
        compositor.touch_target()
        compositor.do("touch 0 cancel 0 0")
        compositor.target.expect("drag-leave")
        compositor.source.expect("drag-end", result="cancelled")
        assert "touchCancelled" in compositor.process.output()
        compositor.do("touch 0 up 0 0")
        compositor.finish()


TESTS = [
    pointer_drag_copies_between_applications,
    touch_drag_from_gtk3_to_qt6_copies,
    touch_drag_from_qt6_to_gtk4_copies,
    second_finger_changes_nothing,
    touch_cancel_ends_the_drag,
]

if __name__ == "__main__":
    for test in TESTS:
        if len(sys.argv) > 2 and test.__name__ not in sys.argv[2:]:
            continue
        print(test.__name__, flush=True)
        test()
