#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags out of X11 windows, of GTK 3 and Qt 6, into those of GTK 3, GTK 4 and Qt 6, in an unmodified sway with Dray, headless.

usage: sway-x11.py PRELOAD VIRTUAL-POINTER VIRTUAL-KEYBOARD TOUCH-MODULE [TEST ...]
"""

import os
import subprocess
import sys

from hosts import CLIENTS, Socket, play, wait_for
from sway_host import Compositor, as_sway
from x11_drags import BY_FINGER, OUT_OF_X11, PLATFORM, SOURCE, TARGET, X11Steps, on

PRELOAD, POINTER, KEYBOARD, TOUCH = map(os.path.abspath, sys.argv[1:5])
# Windows of X11 have no app_id, by which the others float; Chromium's is shown before it has its title.
PLACES = """
for_window [class="Chromium"] floating enable, border none, move absolute position {0} {1}
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

    def finger(self, number, what, x, y):
        self.do(f"touch {number} {what} {x} {y}")

    def call_off_fingers(self):
        self.do("touch 0 cancel 0 0")

    def wait_for_place(self, title, point):
        wait_for(f"the place of the window {title}", lambda: any(
            window["name"] == title and point in [(window[box]["x"], window[box]["y"]) for box in ("rect", "deco_rect")]
            for window in self.windows()))

    def server(self):
        server, = subprocess.run(
            ["pgrep", "-f", f"^Xwayland {self.display} "], stdout=subprocess.PIPE, text=True).stdout.split()
        return int(server)


if __name__ == "__main__":
    play(on(Desk, OUT_OF_X11 + BY_FINGER), sys.argv[5:])
