#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags in a small compositor that links wlroots and dray-wlroots, headless.

usage: wlroots.py COMPOSITOR COMPOSITOR-FOR-ANOTHER-WLROOTS SMALL-CLIENT [TEST ...]
"""

import os
import sys
from pathlib import Path

from hosts import Run, Socket, is_served, play, wait_for
from screen import GREEN, RED, Screen
from steps import Steps, middle

BUTTON, ESCAPE = "0x110", 1
SOURCE, TARGET, DESKTOP = (100, 100), (500, 100), (480, 500)
THIRD = (900, 100)
BADGE = 20, 26  # from the pointer


class Compositor:
    """The compositor, without clients."""

    def __init__(self, run, program=None, wrapper=(), **environment):
        self.run = run
        path = run.directory / "input"
        self.process = run.start(
            "compositor", *wrapper, os.path.abspath(program or sys.argv[1]), path, WLR_RENDERER="pixman",
            DRAY_TRACE="1", **environment)
        self.do = Socket(path)
        run.environment["WAYLAND_DISPLAY"] = "wayland-0"
        wait_for("the Wayland socket", lambda: is_served(run.directory / "wayland-0"))

    def move(self, x, y):
        self.do(f"move {x} {y}")

    def button(self, is_pressed):
        self.do(f"button {BUTTON} {is_pressed}")

    def finger(self, number, what, x=0, y=0):
        self.do(f"touch {number} {what} {x} {y}")

    def wait_for_badge(self, colour, x, y):
        """Waits until the badge of a drag image has this colour at this point of the screen."""
        wait_for(f"a {colour} badge at {x}, {y}", lambda: Screen(self.run).badge(x, y) == colour)

    def open_small_client(self, role="sourceless", **environment):
        """Starts a client with one window. Without a role it drags without a source."""
        client = self.run.start(role, os.path.abspath(sys.argv[3]), role, WAYLAND_DISPLAY="wayland-0", **environment)
        # The second one answers the configure event of its window.
        wait_for("the window", lambda: client.output().count("mapped") == 2)
        return client

    def drag_off_small_client(self, client, x, y):
        """Presses on the client's window at this point, and waits until its drag has begun."""
        self.do(f"move {x} {y}")
        self.do(f"button {BUTTON} 1")
        wait_for("the drag", lambda: "enter without an offer" in client.output())

    def end(self):
        status = self.process.end()
        assert status == 0, f"the compositor exits with {status}"


class Pair(Steps, Compositor):
    """The compositor, with a source on the left and a target on the right."""

    def __init__(self, run, source="gtk4", target="gtk4", **options):
        super().__init__(run, **options)
        self.source = run.client("source", "--role", "source", "--text", "dragged", toolkit=source)
        self.target = run.client("target", "--role", "target", toolkit=target)
        # The newest window gets the keyboard focus. GTK 3 uses the newest serial of all when a drag begins.
        self.source.expect("focus", active=False)
        self.target.expect("focus", active=True)
        self.from_point = middle(SOURCE, self.source.mapped["source"])
        self.to_point = middle(TARGET, self.target.mapped["target"])

    def finish(self):
        self.source.end()
        self.target.end()
        self.end()


def pointer_drag_copies_between_applications():
    with Run() as run:
        compositor = Pair(run)
        compositor.drag()
        entered = [event for event in compositor.target.heard() if event["event"] == "drag-enter"]
        assert entered[-1]["actions"] == ["copy"], entered
        compositor.do(f"button {BUTTON} 0")
        compositor.target.expect("received", text="dragged")
        compositor.source.expect("drag-end", result="copied")
        # A second drag works: no state is left over.
        compositor.drag()
        compositor.do(f"button {BUTTON} 0")
        compositor.target.expect("received", text="dragged")
        compositor.finish()


def touch_drag_copies(source, target):
    with Run() as run:
        compositor = Pair(run, source=source, target=target)
        compositor.touch_up_source()
        compositor.touch_target()
        compositor.do("touch 0 up 0 0")
        compositor.target.expect("received", text="dragged")
        compositor.source.expect("drag-end", result="copied")
        compositor.finish()


def icon_that_is_turned_is_shown_upright():
    with Run() as run:
        compositor = Compositor(run)
        window = compositor.open_small_client(TURNED="1")
        x, y = middle(SOURCE, (0, 0, 200, 200))
        compositor.drag_off_small_client(window, x, y)
        compositor.do(f"move {x + 10} {y}")
        x, y = DESKTOP
        compositor.do(f"move {x} {y}")

        # The upper part of its buffer is blue. The badge covers the right half.
        def is_upright():
            screen = Screen(run)
            red, blue = screen.at(x + 4, y + 6), screen.at(x + 4, y + 26)
            return red[0] > 120 > 60 > red[2] and blue[2] > 120 > 60 > blue[0]

        wait_for("red above blue", is_upright)
        compositor.do(f"button {BUTTON} 0")
        window.process.terminate()
        compositor.end()


def client_that_redraws_continuously_does_not_delay_the_compositor():
    with Run() as run:
        compositor = Compositor(run)
        window = compositor.open_small_client(RESTLESS="1")
        x, y = middle(SOURCE, (0, 0, 200, 200))
        compositor.drag_off_small_client(window, x, y)
        x, y = DESKTOP
        compositor.do(f"move {x} {y}")
        compositor.wait_for_badge(RED, x + BADGE[0], y + BADGE[1])
        wait_for("the end of it", lambda: "tired" in window.output())
        compositor.wait_for_badge(RED, x + BADGE[0], y + BADGE[1])
        compositor.do(f"button {BUTTON} 0")
        wait_for("the end of the drag", lambda: Screen(run).badge(x + BADGE[0], y + BADGE[1]) is None)
        window.process.terminate()
        compositor.end()


# GTK 4.8 uses the serial of the last button for a drag by touch, and there is none here.
def touch_drag_from_gtk3_to_qt6_copies():
    touch_drag_copies("gtk3", "qt6")


def touch_drag_from_qt6_to_gtk4_copies():
    touch_drag_copies("qt6", "gtk4")


def finger_over_the_desktop_is_over_nothing():
    with Run() as run:
        compositor = Pair(run, source="gtk3")
        compositor.touch_up_source()
        compositor.touch_target()
        compositor.do(f"touch 0 move {DESKTOP[0]} {DESKTOP[1]}")
        compositor.target.expect("drag-leave")
        compositor.do("touch 0 up 0 0")
        compositor.source.expect("drag-end", result="cancelled")
        compositor.finish()


def pointer_over_the_desktop_is_over_nothing():
    with Run() as run:
        compositor = Pair(run)
        compositor.drag()
        compositor.do(f"move {DESKTOP[0]} {DESKTOP[1]}")
        compositor.target.expect("drag-leave")
        compositor.do(f"button {BUTTON} 0")
        compositor.source.expect("drag-end", result="cancelled")
        compositor.finish()


def pointer_is_over_nothing_though_the_compositor_asks_no_grab():
    with Run() as run:
        compositor = Compositor(run, PAST_GRABS="1")
        source = compositor.open_small_client("source")
        target = compositor.open_small_client("target")
        over_source, over_target = (middle(place, (0, 0, 200, 200)) for place in (SOURCE, TARGET))

        def drag_to_target(time):
            compositor.move(*over_source)
            compositor.button(1)
            wait_for("the drag", lambda: source.output().count("enter with an offer") == time)
            compositor.move(*over_target)
            compositor.wait_for_badge(GREEN, over_target[0] + BADGE[0], over_target[1] + BADGE[1])
        for time in 1, 2:
            drag_to_target(time)
            compositor.move(*DESKTOP)
            wait_for("the end of its stay", lambda: target.output().count("leave") == time)
            compositor.wait_for_badge(RED, DESKTOP[0] + BADGE[0], DESKTOP[1] + BADGE[1])
            compositor.button(0)
            wait_for("the refusal", lambda: source.output().count("cancelled") == time)
        drag_to_target(3)
        compositor.button(0)
        wait_for("the drop", lambda: "received dragged" in target.output())
        for process in source, target:
            process.process.terminate()
        compositor.end()


def release_that_is_not_sent_ends_the_drag():
    """The compositor moves a window with the press that began a drag, and consumes the release."""
    with Run() as run:
        compositor = Compositor(run, PAST_GRABS="1")
        source = compositor.open_small_client("source", MOVES="1")
        target = compositor.open_small_client("target")
        (x, y), over_target = (middle(place, (0, 0, 200, 200)) for place in (SOURCE, TARGET))
        compositor.move(x, y)
        compositor.button(1)
        wait_for("the request", lambda: "asks for the press" in source.output())
        compositor.move(x + 20, y)
        compositor.button(0)
        # Without a tracker the adapter sees no devices; it detects the release by the next press.
        compositor.move(x + 10, y)
        compositor.button(1)
        wait_for("the end of the drag", lambda: source.output().count("cancelled") == 1)
        wait_for("the next drag", lambda: source.output().count("enter with an offer") == 2)
        compositor.move(*over_target)
        compositor.wait_for_badge(GREEN, over_target[0] + BADGE[0], over_target[1] + BADGE[1])
        compositor.button(0)
        wait_for("the drop", lambda: "received dragged" in target.output())
        assert source.output().count("cancelled") == 1 and "finished" in source.output(), source.output()
        for process in source, target:
            process.process.terminate()
        compositor.end()


def drag_without_a_source_stays_in_its_client():
    with Run() as run:
        compositor = Compositor(run)
        window = compositor.open_small_client()
        other = run.client("target", "--role", "target")
        x, y = middle(SOURCE, (0, 0, 200, 200))
        compositor.drag_off_small_client(window, x, y)
        # No other client receives it.
        compositor.do(f"move {TARGET[0] + 100} {TARGET[1] + 100}")
        wait_for("the end of its stay", lambda: "leave" in window.output())
        compositor.do(f"move {x + 20} {y}")
        wait_for("its return", lambda: window.output().count("enter without an offer") == 2)
        compositor.do(f"button {BUTTON} 0")
        wait_for("the drop", lambda: "drop" in window.output())
        wait_for("its end", lambda: "handedOver" in compositor.process.output())
        assert not [event for event in other.heard() if event["event"].startswith("drag")], other.heard()
        window.process.terminate()
        other.end()
        compositor.end()


def compositor_without_drag_code_is_logged_once_for_each_client():
    def lines():
        return compositor.process.output().count("does not listen to request_start_drag")

    with Run() as run:
        compositor = Compositor(run, NO_DRAG_CODE="1")
        clients = [compositor.open_small_client(), compositor.open_small_client("source")]
        for x, expected in (SOURCE[0], 1), (SOURCE[0], 1), (TARGET[0], 2):
            compositor.do(f"move {x + 50} {SOURCE[1] + 50}")
            compositor.do(f"button {BUTTON} 1")
            wait_for("the line", lambda: lines() >= expected)
            compositor.do(f"button {BUTTON} 0")
        # The client's second drag was refused before the other client's first.
        assert lines() == 2, compositor.process.output()
        for client in clients:
            client.process.terminate()
        compositor.end()


def another_wlroots_is_refused_and_the_compositor_runs_on():
    with Run() as run:
        compositor = Pair(run, program=sys.argv[2])
        log = compositor.process.output()
        assert "dray: made for wlroots" in log and "libwlroots.so.99" in log and "and this is /" in log, log
        # wlroots itself implements the drag.
        compositor.pick_up()
        x, y = compositor.to_point
        compositor.target.expect("drag-enter", meanwhile=lambda: compositor.do(f"move {x} {y}"))
        assert sorted(compositor.target.seen[-1]["actions"]) == ["copy", "move"], compositor.target.seen[-1]
        compositor.do(f"button {BUTTON} 0")
        compositor.finish()


def memory_is_in_order():
    valgrind = [
        "valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite",
        "--errors-for-leak-kinds=definite", f"--suppressions={Path(__file__).with_name('valgrind.supp')}"]
    with Run() as run:
        compositor = Pair(run, wrapper=valgrind)
        compositor.drag()
        compositor.do(f"button {BUTTON} 0")
        compositor.target.expect("received", text="dragged")
        compositor.drag()
        compositor.do(f"key {ESCAPE} 1")
        compositor.source.expect("drag-end", result="cancelled")
        compositor.do(f"key {ESCAPE} 0")
        compositor.do(f"button {BUTTON} 0")
        compositor.drag()
        compositor.source.process.kill()
        compositor.target.expect("drag-leave")
        compositor.do(f"button {BUTTON} 0")
        # A drag icon that is destroyed during the drag.
        window = compositor.open_small_client()
        compositor.drag_off_small_client(window, THIRD[0] + 50, THIRD[1] + 100)
        compositor.do(f"move {DESKTOP[0]} {DESKTOP[1]}")
        wait_for("the end of its stay", lambda: "leave" in window.output())
        compositor.wait_for_badge(RED, DESKTOP[0] + BADGE[0], DESKTOP[1] + BADGE[1])
        compositor.do(f"button {BUTTON} 0")
        window.process.kill()
        compositor.finish()


TESTS = [
    pointer_drag_copies_between_applications,
    icon_that_is_turned_is_shown_upright,
    client_that_redraws_continuously_does_not_delay_the_compositor,
    touch_drag_from_gtk3_to_qt6_copies,
    touch_drag_from_qt6_to_gtk4_copies,
    finger_over_the_desktop_is_over_nothing,
    pointer_over_the_desktop_is_over_nothing,
    pointer_is_over_nothing_though_the_compositor_asks_no_grab,
    release_that_is_not_sent_ends_the_drag,
    drag_without_a_source_stays_in_its_client,
    compositor_without_drag_code_is_logged_once_for_each_client,
    another_wlroots_is_refused_and_the_compositor_runs_on,
    memory_is_in_order,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[4:])
