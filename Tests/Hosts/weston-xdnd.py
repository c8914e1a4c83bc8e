#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between X11 windows, of GTK 3 and Qt 6, and those of GTK 3, GTK 4 and Qt 6 on Wayland, in an unmodified Weston with
Dray, headless.

usage: weston-xdnd.py out|in DRAY-MODULE INPUT-MODULE [TEST ...]
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from hosts import play, wait_for
from weston import Compositor, backend, version
from x11_drags import BY_FINGER, INTO_X11, OUT_OF_X11, PLATFORM, X11Steps, on

TESTS = {"out": OUT_OF_X11 + BY_FINGER, "in": INTO_X11}[sys.argv[1]]
DRAY, INPUT = map(os.path.abspath, sys.argv[2:4])
SOCKETS = Path("/tmp/.X11-unix")


class Desk(X11Steps, Compositor):
    """Weston with Xwayland."""

    # The window manager of Weston 14 may end Weston as it draws for the next server: what its cairo knows of the last one is
    # never forgotten, and taken for the next if that has the same address in memory.
    shows_next_server = version() < 14

    def __init__(self, run):
        # Where nothing has started X11 since the machine did, nobody has made it; Weston does not.
        if not SOCKETS.is_dir():
            SOCKETS.mkdir()
            SOCKETS.chmod(0o1777)
        super().__init__(run, DRAY, INPUT, options=[backend("headless"), "--xwayland"])
        self.display = wait_for(
            "Xwayland", lambda: re.search(r"listening on display (:\d+)", self.process.output())).group(1)
        self.wait_for_light()

    def x11_client(self, name, toolkit, *arguments):
        before = dict(self.run.environment)
        self.run.environment.update(PLATFORM[toolkit], DISPLAY=self.display)
        try:
            return self.run.client(name, *arguments, toolkit=toolkit)
        finally:
            self.run.environment.clear()
            self.run.environment.update(before)

    def wait_for_place(self, title, point):
        self.place(title, point)

    def server(self):
        server, = subprocess.run(
            ["pgrep", "-P", str(self.process.process.pid), "-x", "Xwayland"], stdout=subprocess.PIPE, text=True).stdout.split()
        return int(server)


if __name__ == "__main__":
    play(on(Desk, TESTS), sys.argv[4:])
