#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between X11 and Wayland windows in an unmodified sway with Dray, headless.

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
# X11 windows have no app_id, by which the others are made floating.
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
        """Returns the X display that sway sets for its child processes."""
        said, ask = self.run.directory / "display", self.run.directory / "ask.sh"
        said.touch()
        said.chmod(0o666)
        ask.write_text(f"echo $DISPLAY > {said}")
        self.message("exec", f"sh {ask}")
        return wait_for("sway's display", lambda: said.read_text().strip())

    def place_browser(self, point):
        """Sets the position of browsers, whose windows are mapped before they have a title.

        A window that is covered or moved when it is mapped may not receive the pointer.
        """
        position = "move absolute position {} {}".format(*point)
        for command in ("floating enable", "border none", "resize set 320 240", position):
            self.message("for_window", '[class="^(Chromium|firefox.*)$"]', command)

    def x11_client(self, name, toolkit, *arguments):
        """Starts an X11 client as the user of sway, because an X server accepts only clients of its own user."""
        if toolkit in ("firefox", "chromium"):
            self.place_browser(SOURCE if name.startswith("source") else TARGET)
        return self.run.client(name, command=[*as_sway(), *program_of(toolkit), "--title", name, *arguments],
                               variables={**PLATFORM[toolkit], "DISPLAY": self.display})

    def wayland_client(self, name, toolkit, *arguments):
        """Starts a Wayland client as the user of sway, because browsers need a session of their own user."""
        return self.run.client(name, command=[*as_sway(), *program_of(toolkit), "--title", name, *arguments])

    def finger(self, number, what, x, y):
        self.do(f"touch {number} {what} {x} {y}")

    def call_off_fingers(self):
        self.do("touch 0 cancel 0 0")

    def wait_for_place(self, title, point):
        # Browsers append their own name.
        wait_for(f"the place of the window {title}", lambda: any(
            f"{window['name']} ".startswith(f"{title} ")
            and point in [(window[box]["x"], window[box]["y"]) for box in ("rect", "deco_rect")]
            for window in self.windows()))

    def server(self):
        server, = subprocess.run(
            ["pgrep", "-f", f"^Xwayland {self.display} "], stdout=subprocess.PIPE, text=True).stdout.split()
        return int(server)


if __name__ == "__main__":
    play(on(Desk, TESTS), sys.argv[6:])
