#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags in other unmodified wlroots compositors, headless, with the same preloaded library as sway.

usage: others.py PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD [COMPOSITOR ...]     all installed ones, if none is named
"""

import os
import pathlib
import shutil
import sys

import others_host
from hosts import TIMEOUT, Run, wait_for
from others_host import COMPOSITORS, SIZE, TARGET

PRELOAD, POINTER, KEYBOARD = map(os.path.abspath, sys.argv[1:4])
ESCAPE, RETURN, RIGHT_BUTTON = 1, 28, 0x111
SHORTCUT = 125, 42, 32  # super, shift and D


class Desktop(others_host.Desktop):
    def __init__(self, run, name, preload=PRELOAD):
        super().__init__(run, name, preload, POINTER, KEYBOARD)


def drag_is_dropped(name):
    with Run() as run:
        desktop = Desktop(run, name)
        assert "/dray-wlroots-" in pathlib.Path(f"/proc/{desktop.process.process.pid}/maps").read_text()
        desktop.drag()
        desktop.button(0)
        desktop.target.expect("received", text="dragged")
        end = desktop.source.expect("drag-end")
        # A drop copies between applications and moves within a window.
        assert end["action"] == ("copy" if name == "labwc" else "move"), end
        desktop.end()


def ring_is_around_the_target(name):
    # Only where the layers of a drag are scene nodes and windows do not overlap.
    if name != "labwc":
        return
    with Run() as run:
        desktop = Desktop(run, name)

        def beside_target():
            kind, size, most, pixels = desktop.picture().split(b"\n", 3)
            assert (kind, most) == (b"P6", b"255")
            return pixels[3 * ((TARGET[1] + 120) * int(size.split()[0]) + TARGET[0] - 3):][:3]
        before = beside_target()
        desktop.drag()
        wait_for("the ring", lambda: beside_target()[2] > before[2] + 60)
        desktop.button(0)
        desktop.target.expect("received", text="dragged")
        wait_for("its end", lambda: beside_target() == before)
        desktop.end()


def escape_cancels_and_nothing_is_left_on_the_screen(name):
    with Run() as run:
        desktop = Desktop(run, name)
        desktop.drag()
        # Where nothing accepts, so that the target's own highlighting is not in the screenshot.
        desktop.move(SIZE[0] - 10, SIZE[1] - 10)
        desktop.target.expect("drag-leave") if name == "labwc" else None
        with_image = desktop.picture()
        desktop.key(ESCAPE, 1)
        desktop.source.expect("drag-end", result="cancelled")
        desktop.key(ESCAPE, 0)
        desktop.button(0)
        still = wait_for("an unchanging screen", lambda: (lambda one, two: one if one == two else None)(
            desktop.picture(), desktop.picture()))
        assert still != with_image
        assert desktop.process.is_running()
        desktop.end()


def another_button_during_a_drag_does_no_harm(name):
    """On a press, cage reads the surface with the keyboard focus, and crashes if there is none."""
    with Run() as run:
        desktop = Desktop(run, name)
        desktop.drag()
        desktop.pointer(f"button {RIGHT_BUTTON} 1")
        desktop.pointer(f"button {RIGHT_BUTTON} 0")
        # The test does not depend on whether this ends a drag.
        desktop.press(ESCAPE)
        desktop.button(0)
        desktop.source.expect("drag-end")
        desktop.drag()
        desktop.button(0)
        desktop.target.expect("received", text="dragged")
        desktop.end()


def drag_begins_and_ends_by_keyboard(name):
    with Run() as run:
        desktop = Desktop(run, name)
        # Its window has the keyboard focus, and the pointer is over something that can be dragged.
        x, y = desktop.from_point

        def click():
            desktop.move(x - 3, y)
            desktop.move(x, y)
            desktop.button(1)
            desktop.button(0)
        click()
        desktop.source.expect("button", meanwhile=click, state="released")
        for key in SHORTCUT:
            desktop.key(key, 1)
        for key in reversed(SHORTCUT):
            desktop.key(key, 0)
        desktop.press(RETURN)
        desktop.source.expect("drag-begin")
        desktop.press(ESCAPE)
        desktop.source.expect("drag-end", result="cancelled")
        # A drag by pointer works as before.
        desktop.drag()
        desktop.button(0)
        desktop.target.expect("received", text="dragged")
        desktop.end()


def source_that_is_killed_ends_its_drag(name):
    with Run() as run:
        desktop = Desktop(run, name)
        desktop.pick_up()
        desktop.source.process.kill()
        desktop.source.process.wait(TIMEOUT)
        desktop.button(0)
        # The next client can drag as well.
        desktop.source = run.client("source", "--role", "source" if name == "labwc" else "both", "--text", "dragged")
        if name != "labwc":
            desktop.target = desktop.source
        desktop.drag()
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
    another_button_during_a_drag_does_no_harm,
    drag_begins_and_ends_by_keyboard,
    source_that_is_killed_ends_its_drag,
    without_the_module_the_compositor_runs_on,
]

for name in sys.argv[4:] or [name for name in COMPOSITORS if shutil.which(name) and name not in ("sway", "wayfire")]:
    for test in TESTS:
        print(f"{name}: {test.__name__}", flush=True)
        test(name)
