#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags in other unmodified compositors made with wlroots, headless, with the same preload as in sway.

usage: others.py PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD [COMPOSITOR ...]     those that are installed, if none is named
"""

import itertools
import os
import pathlib
import shutil
import subprocess
import sys

from hosts import PATIENCE, Run, wait_for
from others_host import COMPOSITORS, SIZE, Compositor

PRELOAD, POINTER, KEYBOARD = map(os.path.abspath, sys.argv[1:4])
SIZE = (1280, 720)
ESCAPE = 1
SOURCE, TARGET = (100, 100), (700, 100)


class Desktop(Compositor):
    """A compositor with something to drag, and somewhere to drop it."""

    def __init__(self, run, name, preload=PRELOAD):
        super().__init__(run, name, preload, POINTER, KEYBOARD, {"source": SOURCE, "target": TARGET})
        if self.kind.shows_one_window:
            self.source = self.target = run.client("source", "--role", "both", "--text", "dragged")
            # One that does not fill the screen is in its middle.
            mapped = self.source.mapped
            places = ((SIZE[0] - mapped["width"]) // 2, (SIZE[1] - mapped["height"]) // 2),
            places *= 2
        else:
            self.source = run.client("source", "--role", "source", "--text", "dragged")
            self.target = run.client("target", "--role", "target")
            places = SOURCE, TARGET
        self.from_point = self.middle(places[0], self.source.mapped["source"])
        self.to_point = self.middle(places[1], self.target.mapped["target"])

    @staticmethod
    def middle(place, box):
        return place[0] + box[0] + box[2] // 2, place[1] + box[1] + box[3] // 2

    def picture(self):
        """All pixels of the screen, without the pointer's."""
        return subprocess.run(["grim", "-t", "ppm", "-"], env=self.run.environment, stdout=subprocess.PIPE, check=True,
                              timeout=PATIENCE).stdout

    def pick_up(self):
        x, y = self.from_point
        steps = itertools.count(5)
        self.move(x - 3, y)
        self.move(x, y)
        self.button(1)

        # A window may be in its place a little later than its client knows of it.
        def press_again():
            self.button(0)
            self.move(x - 3, y)
            self.move(x, y)
            self.button(1)
        self.source.expect("button", meanwhile=press_again, state="pressed")
        self.source.expect("drag-begin", meanwhile=lambda: self.move(x + next(steps), y))

    def go_to_target(self):
        x, y = self.to_point
        before = self.process.offers_to_copy()
        self.target.expect("drag-enter", meanwhile=lambda: (self.move(x - 3, y), self.move(x, y)))
        # GTK's target says what it takes a little earlier than Dray hears of it. The source is told what would be done, if
        # that is something else than before; not all compositors write a log.
        if self.target is self.source:
            self.source.expect("drag-action", meanwhile=lambda: (self.move(x - 3, y), self.move(x, y)), action="move")
        else:
            wait_for("the target's consent", lambda: self.process.offers_to_copy() > before)

    def end(self):
        self.source.end()
        if self.target is not self.source:
            self.target.end()
        log = self.process.output()
        assert "mistake of dray-wlroots" not in log and "mistake of Dray" not in log, log[-3000:]
        super().end()


def drag_is_dropped(name):
    with Run() as run:
        desktop = Desktop(run, name)
        assert "/dray-wlroots-" in pathlib.Path(f"/proc/{desktop.process.process.pid}/maps").read_text()
        desktop.pick_up()
        desktop.go_to_target()
        desktop.button(0)
        desktop.target.expect("received", text="dragged")
        end = desktop.source.expect("drag-end")
        # Between applications is copied, inside of a window moved.
        assert end["action"] == ("copy" if name == "labwc" else "move"), end
        desktop.end()


def ring_is_around_the_target(name):
    # Where the layers of a drag are nodes of the scene, and windows stand apart.
    if name != "labwc":
        return
    with Run() as run:
        desktop = Desktop(run, name)

        def beside_target():
            kind, size, most, pixels = desktop.picture().split(b"\n", 3)
            assert (kind, most) == (b"P6", b"255")
            return pixels[3 * ((TARGET[1] + 120) * int(size.split()[0]) + TARGET[0] - 3):][:3]
        before = beside_target()
        desktop.pick_up()
        desktop.go_to_target()
        wait_for("the ring", lambda: beside_target()[2] > before[2] + 60)
        desktop.button(0)
        desktop.target.expect("received", text="dragged")
        wait_for("its end", lambda: beside_target() == before)
        desktop.end()


def escape_cancels_and_nothing_is_left_on_the_screen(name):
    with Run() as run:
        desktop = Desktop(run, name)
        desktop.pick_up()
        desktop.go_to_target()
        # Where nothing takes it, so that a target's own looks are no part of the picture.
        desktop.move(SIZE[0] - 10, SIZE[1] - 10)
        desktop.target.expect("drag-leave") if name == "labwc" else None
        with_image = desktop.picture()
        desktop.key(ESCAPE, 1)
        desktop.source.expect("drag-end", result="cancelled")
        desktop.key(ESCAPE, 0)
        desktop.button(0)
        still = wait_for("a screen that rests", lambda: (lambda one, two: one if one == two else None)(
            desktop.picture(), desktop.picture()))
        assert still != with_image
        assert desktop.process.is_running()
        desktop.end()


def source_that_is_killed_ends_its_drag(name):
    with Run() as run:
        desktop = Desktop(run, name)
        desktop.pick_up()
        desktop.source.process.kill()
        desktop.source.process.wait(PATIENCE)
        desktop.button(0)
        # Whoever comes next drags as ever.
        desktop.source = run.client("source", "--role", "source" if name == "labwc" else "both", "--text", "dragged")
        if name != "labwc":
            desktop.target = desktop.source
        desktop.pick_up()
        desktop.go_to_target()
        desktop.button(0)
        desktop.target.expect("received", text="dragged")
        desktop.end()


def without_the_module_the_compositor_runs_on(name):
    with Run() as run:
        alone = run.directory / "lib"
        alone.mkdir()
        alone.chmod(0o755)
        shutil.copy(PRELOAD, alone)
        desktop = Desktop(run, name, preload=alone / pathlib.Path(PRELOAD).name)
        assert "dray: there is no dray-wlroots-" in desktop.process.output(), desktop.process.output()
        desktop.end()


TESTS = [
    drag_is_dropped,
    ring_is_around_the_target,
    escape_cancels_and_nothing_is_left_on_the_screen,
    source_that_is_killed_ends_its_drag,
    without_the_module_the_compositor_runs_on,
]

for name in sys.argv[4:] or [name for name in COMPOSITORS if shutil.which(name)]:
    for test in TESTS:
        print(f"{name}: {test.__name__}", flush=True)
        test(name)
