#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags out of X11 windows, of GTK 3 and Qt 6, into those of GTK 3, GTK 4 and Qt 6, in an unmodified sway with Dray, headless.

usage: sway-x11.py PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD [TEST ...]
"""

import hashlib
import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

from hosts import CLIENTS, PATIENCE, Run, play, wait_for
from steps import Steps, middle
from sway_host import Compositor, as_sway

PRELOAD, POINTER, KEYBOARD = map(os.path.abspath, sys.argv[1:4])
ESCAPE, SHIFT = 1, 42
SOURCE, TARGET = (100, 100), (500, 100)
# Windows of X11 have no app_id, by which the others float.
PLACES = """
for_window [title="source"] floating enable, border none, move absolute position {} {}
for_window [title="target"] floating enable, border none, move absolute position {} {}
""".format(*SOURCE, *TARGET)
PLATFORM = {"gtk3": {"GDK_BACKEND": "x11"}, "qt6": {"QT_QPA_PLATFORM": "xcb"}}
TOOLKITS = list(PLATFORM)
# Each out of X11, into each on Wayland.
PAIRS = list(itertools.product(TOOLKITS, ["gtk3", "gtk4", "qt6"]))


class Desk(Steps, Compositor):
    """sway with Xwayland, an X11 source at the left and a Wayland target at the right."""

    def __init__(self, run, *source, toolkit="gtk3", into="gtk4", target=()):
        super().__init__(run, PRELOAD, POINTER, KEYBOARD, config=PLACES)
        self.display = self.find_display()
        self.open_source(toolkit, *source)
        self.target = run.client("target", "--role", "target", *target, toolkit=into)
        self.wait_for_places()
        self.to_point = middle(TARGET, self.target.mapped["target"])

    def find_display(self):
        """What sway tells those that it starts."""
        said, ask = self.run.directory / "display", self.run.directory / "ask.sh"
        said.touch()
        said.chmod(0o666)
        ask.write_text(f"echo $DISPLAY > {said}")
        self.message("exec", f"sh {ask}")
        return wait_for("sway's display", lambda: said.read_text().strip())

    def x11_client(self, name, toolkit, *arguments):
        """An X server takes clients of its own user only."""
        before = dict(self.run.environment)
        self.run.environment.update(PLATFORM[toolkit], DISPLAY=self.display)
        try:
            return self.run.client(name, command=[
                *as_sway(), "/usr/bin/python3", CLIENTS / f"{toolkit}-dnd.py", "--title", name, *arguments])
        finally:
            self.run.environment.clear()
            self.run.environment.update(before)

    def open_source(self, toolkit="gtk3", *arguments):
        self.toolkit = toolkit
        self.source = self.x11_client("source", toolkit, "--role", "source", *(arguments or ("--text", "from X11")))
        self.from_point = middle(SOURCE, self.source.mapped["source"])
        wait_for("the source's place", lambda: self.is_at("source", SOURCE))

    def is_at(self, name, place):
        return any(
            window["name"] == name and place in [(window[box]["x"], window[box]["y"]) for box in ("rect", "deco_rect")]
            for window in self.windows())

    def wait_for_places(self):
        wait_for("the windows' places", lambda: self.is_at("source", SOURCE) and self.is_at("target", TARGET))

    def go_to_target(self):
        """Until the source knows of the target's consent."""
        super().go_to_target()
        # Qt tells when that is something else than in the drag before.
        if self.toolkit == "gtk3" or not any(event["event"] == "drag-action" for event in self.source.heard()):
            self.source.expect("drag-action", action="copy")

    def go_over_target(self):
        """Without the target's consent."""
        x, y = self.to_point
        self.move(x - 5, y)
        self.target.expect("drag-enter", meanwhile=lambda: (self.move(x - 1, y), self.move(x, y)))

    def drop_text(self, **received):
        self.drag()
        self.button(0)
        self.target.expect("received", **(received or {"text": "from X11"}))
        self.source.expect("drag-end", result="copied")

    def finish(self):
        self.source.end()
        self.target.end()
        self.end()


def text_is_copied_to_wayland():
    for toolkit, into in PAIRS:
        with Run() as run:
            desk = Desk(run, toolkit=toolkit, into=into)
            desk.drop_text()
            entered = [event for event in desk.target.heard() if event["event"] == "drag-enter"]
            # X clients are applications of their own (HIG-01).
            assert entered[-1]["actions"] == ["copy"], entered
            # And once more: nothing is left over from the first.
            desk.drop_text()
            desk.finish()


def files_are_copied_to_wayland():
    for toolkit, into in PAIRS:
        with Run() as run:
            run.directory.chmod(0o755)
            files = [run.directory / name for name in ("one", "two")]
            for file in files:
                file.write_text(file.name)
            desk = Desk(run, "--uris", *map(str, files), toolkit=toolkit, into=into)
            desk.drag()
            desk.button(0)
            received = desk.target.expect("received")
            assert received["uris"] == [file.as_uri() for file in files], received
            desk.source.expect("drag-end", result="copied")
            desk.finish()


def a_text_that_goes_in_pieces_arrives():
    text = "0123456789abcdef" * 6000
    for toolkit in TOOLKITS:
        with Run() as run:
            desk = Desk(run, "--text", text, toolkit=toolkit)
            desk.drop_text(size=len(text), sha256=hashlib.sha256(text.encode()).hexdigest())
            desk.finish()


def shift_moves_nothing_between_applications():
    for toolkit in TOOLKITS:
        with Run() as run:
            desk = Desk(run, "--text", "from X11", "--actions", "copy,move", toolkit=toolkit)
            desk.pick_up()
            desk.key(SHIFT, 1)
            desk.go_to_target()
            desk.button(0)
            desk.target.expect("received", text="from X11")
            desk.source.expect("drag-end", result="copied")
            desk.key(SHIFT, 0)
            desk.finish()


def a_target_that_refuses_gets_nothing():
    for toolkit in TOOLKITS:
        with Run() as run:
            desk = Desk(run, toolkit=toolkit, target=["--refuse"])
            desk.pick_up()
            desk.go_over_target()
            desk.button(0)
            desk.source.expect("drag-end", result="cancelled")
            assert not [event for event in desk.target.heard() if event["event"] == "received"]
            desk.finish()


def escape_cancels():
    for toolkit in TOOLKITS:
        with Run() as run:
            desk = Desk(run, toolkit=toolkit)
            desk.drag()
            desk.press(ESCAPE)
            desk.source.expect("drag-end", result="cancelled")
            desk.target.expect("drag-leave")
            desk.button(0)
            desk.drop_text()
            desk.finish()


def beside_all_windows_nothing_takes_it():
    for toolkit in TOOLKITS:
        with Run() as run:
            desk = Desk(run, toolkit=toolkit)
            desk.drag()
            x, y = 480, 500
            desk.target.expect("drag-leave", meanwhile=lambda: (desk.move(x, y), desk.move(x + 1, y)))
            desk.button(0)
            desk.source.expect("drag-end", result="cancelled")
            desk.drop_text()
            desk.finish()


def a_source_that_is_killed_takes_its_drag_along():
    for toolkit in TOOLKITS:
        with Run() as run:
            desk = Desk(run, toolkit=toolkit)
            desk.drag()
            desk.source.kill()
            desk.target.expect("drag-leave")
            desk.button(0)
            desk.open_source(toolkit)
            desk.drop_text()
            desk.finish()


def a_target_that_is_killed_leaves_the_source_alone():
    for toolkit in TOOLKITS:
        with Run() as run:
            desk = Desk(run, toolkit=toolkit)
            desk.drag()
            desk.target.kill()
            desk.button(0)
            desk.source.expect("drag-end", result="cancelled")
            desk.target = run.client("target", "--role", "target")
            desk.wait_for_places()
            desk.drop_text()
            desk.finish()


def a_server_that_is_killed_takes_its_drags_along():
    for toolkit in TOOLKITS:
        with Run() as run:
            desk = Desk(run, toolkit=toolkit)
            desk.drag()
            server, = subprocess.run(
                ["pgrep", "-f", f"^Xwayland {desk.display} "], stdout=subprocess.PIPE, text=True).stdout.split()
            os.kill(int(server), signal.SIGKILL)
            desk.target.expect("drag-leave")
            desk.source.process.wait()
            desk.button(0)
            # The next server is another one.
            desk.open_source(toolkit)
            desk.drop_text()
            desk.finish()


def x11_windows_drag_to_each_other_as_ever():
    with Run() as run:
        desk = Desk(run)
        desk.target.end()
        desk.target = desk.x11_client("target", "qt6", "--role", "target")
        desk.wait_for_places()
        desk.pick_up()
        desk.go_over_target()
        desk.source.expect("drag-action", action="copy")
        desk.button(0)
        desk.target.expect("received", text="from X11")
        desk.source.expect("drag-end", result="copied")
        desk.finish()


TESTS = [
    text_is_copied_to_wayland,
    files_are_copied_to_wayland,
    a_text_that_goes_in_pieces_arrives,
    shift_moves_nothing_between_applications,
    a_target_that_refuses_gets_nothing,
    escape_cancels,
    beside_all_windows_nothing_takes_it,
    a_source_that_is_killed_takes_its_drag_along,
    a_target_that_is_killed_leaves_the_source_alone,
    a_server_that_is_killed_takes_its_drags_along,
    x11_windows_drag_to_each_other_as_ever,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[4:])
