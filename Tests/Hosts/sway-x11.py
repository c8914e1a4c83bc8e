#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between X11 windows and those of Wayland, in an unmodified sway with Dray, headless.

usage: sway-x11.py out|in PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD TOUCH-MODULE [TEST ...]
"""

import os
import subprocess
import sys

from hosts import Socket, play, wait_for
from sway_host import Compositor, as_sway
from x11_drags import BY_FINGER, INTO_X11, OUT_OF_X11, PLATFORM, SOURCE, TARGET, X11Steps, on, program_of
from x11_matrix import MATRIX_IN, MATRIX_OUT

TESTS = {"out": OUT_OF_X11 + BY_FINGER + MATRIX_OUT, "in": INTO_X11 + MATRIX_IN}[sys.argv[1]]
PRELOAD, POINTER, KEYBOARD, TOUCH = map(os.path.abspath, sys.argv[2:6])
# Windows of X11 have no app_id, by which the others float.
PLACES = """
for_window [title="source"] floating enable, border none, move absolute position {0} {1}
for_window [title="target"] floating enable, border none, move absolute position {2} {3}
""".format(*SOURCE, *TARGET)


class Desk(X11Steps, Compositor):
    """sway with Xwayland."""

    def __init__(self, run):
        devices = run.directory / "touch"
        super().__init__(
            run, f"{PRELOAD}:{TOUCH}", POINTER, KEYBOARD, config=PLACES, DRAY_TEST_DEVICES=str(devices))
        self.display = self.find_display()
        self.do = Socket(devices)

    def find_display(self):
        """What sway tells those that it starts."""
        said, ask = self.run.directory / "display", self.run.directory / "ask.sh"
        said.touch()
        said.chmod(0o666)
        ask.write_text(f"echo $DISPLAY > {said}")
        self.message("exec", f"sh {ask}")
        return wait_for("sway's display", lambda: said.read_text().strip())

    def place_browser(self, point):
        """Windows of browsers are shown before they have their title. What was covered or moved by then may hear of no pointer."""
        for command in ("floating enable", "border none", "resize set 320 240", "move absolute position {} {}".format(*point)):
            self.message("for_window", '[class="^(Chromium|firefox.*)$"]', command)

    def x11_client(self, name, toolkit, *arguments):
        """An X server takes clients of its own user only."""
        if toolkit in ("firefox", "chromium"):
            self.place_browser(SOURCE if name.startswith("source") else TARGET)
        before = dict(self.run.environment)
        self.run.environment.update(PLATFORM[toolkit], DISPLAY=self.display)
        try:
            return self.run.client(name, command=[*as_sway(), *program_of(toolkit), "--title", name, *arguments])
        finally:
            self.run.environment.clear()
            self.run.environment.update(before)

    def wayland_client(self, name, toolkit, *arguments):
        """Browsers start where the session is their user's."""
        return self.run.client(name, command=[*as_sway(), *program_of(toolkit), "--title", name, *arguments])

    def finger(self, number, what, x, y):
        self.do(f"touch {number} {what} {x} {y}")

    def call_off_fingers(self):
        self.do("touch 0 cancel 0 0")

    def wait_for_place(self, title, point):
        # Browsers put their own name behind it.
        wait_for(f"the place of the window {title}", lambda: any(
            f"{window['name']} ".startswith(f"{title} ") and point in [(window[box]["x"], window[box]["y"]) for box in ("rect", "deco_rect")]
            for window in self.windows()))

    def server(self):
        server, = subprocess.run(
            ["pgrep", "-f", f"^Xwayland {self.display} "], stdout=subprocess.PIPE, text=True).stdout.split()
        return int(server)


if __name__ == "__main__":
    play(on(Desk, TESTS), sys.argv[6:])
