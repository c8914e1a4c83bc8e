#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between X11 and Wayland windows in an unmodified KWin or GNOME Shell with Dray.

usage: desktop-x11.py out|in kwin PLUGIN INPUT-PLUGIN [TEST ...]
       desktop-x11.py out|in gnome HOST-FOLDER TEST-FOLDER [TEST ...]
"""

import os
import subprocess
import sys

import gnome_host
import kwin_host
from hosts import play
from x11_drags import INTO_X11, OUT_OF_X11, PLATFORM, X11Steps, on, program_of
from x11_matrix import MATRIX_IN, MATRIX_OUT

WAY, NAME = sys.argv[1:3]
PROGRAMS = [os.path.abspath(program) for program in sys.argv[3:5]]
HOME, OPTIONS = {"kwin": (kwin_host, {"arguments": ["--xwayland"]}), "gnome": (gnome_host, {"x11": True})}[NAME]
# mutter ends when its X server is killed, with Dray and without.
NOT_IN = {"kwin": [], "gnome": ["a_server_that_is_killed_takes_its_drags_along",
                                "a_server_that_is_killed_leaves_the_source_alone"]}[NAME]
TESTS = [test for test in {"out": OUT_OF_X11 + MATRIX_OUT, "in": INTO_X11 + MATRIX_IN}[WAY]
         if test.__name__ not in NOT_IN]


class Desk(X11Steps, HOME.Compositor):
    """The desktop with Xwayland."""

    def __init__(self, run):
        super().__init__(run, *PROGRAMS, **OPTIONS)
        self.x11 = self.x11_variables()
        self.display = self.x11["DISPLAY"]

    def x11_client(self, name, toolkit, *arguments):
        return self.run.client(name, command=[*program_of(toolkit), "--title", name, *arguments],
                               variables={**PLATFORM[toolkit], **self.x11})

    def call_off_fingers(self):
        self.cancel_fingers()

    def wait_for_place(self, title, point):
        self.place(title, point)
        self.do("paint")

    def server(self):
        server, = subprocess.run(
            ["pgrep", "-f", f"^/?[a-z/]*Xwayland .*{self.display}"], stdout=subprocess.PIPE, text=True).stdout.split()
        return int(server)


if __name__ == "__main__":
    play(on(Desk, TESTS), sys.argv[5:])
