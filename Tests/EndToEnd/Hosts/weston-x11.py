#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags as a user does them: Weston in an X server, two GTK 4 windows, the X server's own pointer and keys, and
screenshots.

usage: weston-x11.py DRAY-MODULE INPUT-MODULE DIRECTORY-FOR-PICTURES
"""

import os
import pathlib
import subprocess
import sys
from math import inf

from hosts import Run, play, wait_for
from steps import middle
from weston import Compositor, backend, version

SOURCE, TARGET, NOWHERE = (80, 120), (560, 120), (500, 560)


class Desk:
    """An X server with Weston in it, its pointer, screenshots, and two applications."""

    def __init__(self, run, content, settings=""):
        dray, input, pictures = sys.argv[1:4]
        self.run, self.pictures = run, pathlib.Path(pictures)
        self.pictures.mkdir(parents=True, exist_ok=True)
        run.environment["DISPLAY"] = self.start_server()
        self.weston = Compositor(
            run, dray, input, settings, options=[backend("x11")], DRAY_TEST_NO_SEAT="1")
        self.source = run.client("source", "--role", "source", *content)
        self.target = run.client("target", "--role", "target")
        self.weston.place("source", SOURCE)
        self.weston.place("target", TARGET)
        self.from_point = middle(SOURCE, self.source.mapped["source"])
        self.to_point = middle(TARGET, self.target.mapped["target"])

    def start_server(self):
        """Starts Xvfb; returns its display. It exits if another server takes the number that it has chosen."""
        for _ in range(10):
            read, write = os.pipe()
            self.server = self.run.start(
                "xvfb", "Xvfb", "-displayfd", str(write), "-screen", "0", "1040x660x24", "-nolisten", "tcp",
                pass_fds=(write,))
            os.close(write)
            with os.fdopen(read) as written:
                if number := written.readline().strip():
                    return f":{number}"
        raise AssertionError(self.server.output())

    def hand(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.run.environment, check=True)

    def picture(self, name):
        self.weston.do("paint")
        subprocess.run(
            ["import", "-window", "root", "-crop", "1024x640+0+0", "+repage", self.pictures / f"weston-{name}.png"],
            env=self.run.environment, check=True)

    def pick_up(self):
        x, y = self.from_point
        # Weston reads the position of the pointer from its enter event, and then only relative motions.
        self.hand("mousemove", 1039, 659)
        self.hand("mousemove", x, y)
        self.source.expect("enter", meanwhile=lambda: self.hand("mousemove_relative", 1, 0))
        self.hand("mousedown", 1)
        self.source.expect("button", state="pressed")
        for step in range(1, 11):
            self.hand("mousemove", x + 3 * step, y)
        # GTK 4.18 begins a drag only on a motion in a frame after the first.
        self.source.expect("drag-begin", meanwhile=lambda: self.hand("mousemove_relative", 1, 0))

    def go_to_target(self):
        (x, y), (to_x, to_y) = self.from_point, self.to_point
        before = self.weston.process.offers_to_copy()
        for step in range(1, 11):
            self.hand("mousemove", x + step * (to_x - x) // 10, y + step * (to_y - y) // 10)
        self.target.expect("drag-enter")
        self.hand("mousemove", to_x + 6, to_y + 4)
        wait_for("the target's consent", lambda: self.weston.process.offers_to_copy() > before)
        wait_for("the image and the badge", self.weston.shows_image)
        # The badge shows the action; the cursor shows no second one.
        self.weston.wait_for_cursor("grabbing")

    def drag(self):
        """Drags until the target has accepted."""
        self.pick_up()
        self.go_to_target()

    def end(self):
        self.source.end()
        self.target.end()
        self.weston.end()
        self.server.end()


def image_left(layers):
    """Returns the left edge of the drag image, which is translucent, in one frame."""
    return min((layer[0] for layer in layers if layer[4] < 1), default=inf)


def files_fly_back_and_land():
    with Run() as run:
        files = [str(run.directory / name) for name in ("one", "two", "three")]
        for name in files:
            pathlib.Path(name).write_text(name)
        desk = Desk(run, ["--uris", *files])
        weston = desk.weston
        desk.pick_up()
        weston.wait_for_cursor("grabbing")
        desk.go_to_target()
        desk.picture("over-target")
        desk.hand("mousemove", *NOWHERE)
        wait_for(
            "nothing to drop on", lambda: "notPossible" in weston.process.output().rpartition("outcome: copy")[2])
        desk.picture("over-nothing")
        there = image_left(weston.layers())
        weston.record()
        desk.hand("key", "Escape")
        desk.picture("fly-back")
        desk.source.expect("drag-end", result="cancelled")
        desk.hand("mouseup", 1)
        way = [image_left(frame) for frame in weston.recorded() if frame]
        assert min(way) < there - 40, (there, way)

        desk.drag()
        weston.record()
        desk.hand("mouseup", 1)
        received = desk.target.expect("received")
        assert len(received["uris"]) == 3, received
        desk.source.expect("drag-end", result="copied")
        # Several items fan out when they land (HIG-08): sheets behind the client's icon, or three copies of it if it
        # had to be read.
        sheets = 4 if version() < 12 else 3
        fans = [len({x for x, _, _, height, _ in frame if height > 40}) for frame in weston.recorded()]
        assert sheets in fans, fans
        desk.picture("dropped")
        desk.end()


def keys_change_what_a_drop_would_do():
    with Run() as run:
        desk = Desk(run, ["--text", "from hand to hand", "--actions", "copy,move"], settings="policy=wayland")
        weston = desk.weston
        desk.drag()
        # The pointer does not move. A move has no badge (HIG-13).
        desk.hand("keydown", "shift")
        wait_for("no badge", lambda: not weston.shows_image())
        desk.picture("shift")
        desk.hand("keyup", "shift")
        desk.hand("keydown", "ctrl")
        wait_for("the badge", weston.shows_image)
        desk.picture("control")
        weston.record()
        desk.hand("mouseup", 1)
        desk.target.expect("received", text="from hand to hand")
        desk.source.expect("drag-end", result="copied")
        desk.hand("keyup", "ctrl")
        x, y = desk.to_point
        assert weston.lands((x + 6, y + 4))
        desk.end()


TESTS = [
    files_fly_back_and_land,
    keys_change_what_a_drop_would_do,
]

if __name__ == "__main__":
    play(TESTS)
