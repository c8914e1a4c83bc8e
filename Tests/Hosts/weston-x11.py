#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags as a person does them: Weston in an X server, two GTK 4 windows, the X server's own pointer and keys, pictures.

usage: weston-x11.py DRAY-MODULE INPUT-MODULE DIRECTORY-FOR-PICTURES
"""

import os
import pathlib
import subprocess
import sys

from hosts import Run, wait_for
from weston import Compositor, middle

SOURCE, TARGET, NOWHERE = (80, 120), (560, 120), (500, 560)


class Desk:
    """An X server with Weston in it, a hand on its pointer, and a camera."""

    def __init__(self, run, dray, input, pictures):
        self.run, self.pictures = run, pathlib.Path(pictures)
        self.pictures.mkdir(parents=True, exist_ok=True)
        read, write = os.pipe()
        self.server = run.start(
            "xvfb", "Xvfb", "-displayfd", str(write), "-screen", "0", "1040x660x24", "-nolisten", "tcp",
            pass_fds=(write,))
        os.close(write)
        run.environment["DISPLAY"] = ":" + os.fdopen(read).readline().strip()
        assert self.server.is_running(), self.server.output()
        self.weston = Compositor(
            run, dray, input, options=["--backend=x11-backend.so"], DRAY_TEST_NO_SEAT="1")

    def hand(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.run.environment, check=True)

    def picture(self, name):
        self.weston.do("paint")
        subprocess.run(
            ["import", "-window", "root", "-crop", "1024x640+0+0", "+repage", self.pictures / f"weston-{name}.png"],
            env=self.run.environment, check=True)


def main():
    with Run() as run:
        desk = Desk(run, *sys.argv[1:4])
        weston = desk.weston
        files = [str(run.directory / name) for name in ("one", "two", "three")]
        for name in files:
            pathlib.Path(name).write_text(name)
        source = run.client("source", "--role", "source", "--uris", *files)
        target = run.client("target", "--role", "target")
        weston.place("source", SOURCE)
        weston.place("target", TARGET)
        (x, y), (to_x, to_y) = middle(SOURCE, source.mapped["source"]), middle(TARGET, target.mapped["target"])

        def pick_up():
            # Weston takes the place of the pointer from the event of its coming in, and later only the differences.
            desk.hand("mousemove", 1039, 659)
            desk.hand("mousemove", x, y)
            source.expect("enter", meanwhile=lambda: desk.hand("mousemove_relative", 1, 0))
            desk.hand("mousedown", 1)
            source.expect("button", state="pressed")
            for step in range(1, 11):
                desk.hand("mousemove", x + 3 * step, y)
            source.expect("drag-begin")

        def go_to_target():
            before = weston.process.offers_to_copy()
            for step in range(1, 11):
                desk.hand("mousemove", x + step * (to_x - x) // 10, y + step * (to_y - y) // 10)
            target.expect("drag-enter")
            desk.hand("mousemove", to_x + 6, to_y + 4)
            wait_for("the target's consent", lambda: weston.process.offers_to_copy() > before)
            wait_for("the image and the badge", weston.shows_image)
            weston.wait_for_cursor("dnd-copy")

        pick_up()
        weston.wait_for_cursor("grabbing")
        go_to_target()
        desk.picture("over-target")
        desk.hand("mousemove", *NOWHERE)
        weston.wait_for_cursor("dnd-no-drop")
        desk.picture("over-nothing")
        there = weston.image_left()
        desk.hand("key", "Escape")
        wait_for("the image on its way", lambda: (weston.image_left() or there) < there - 40)
        desk.picture("fly-back")
        source.expect("drag-end", result="cancelled")
        desk.hand("mouseup", 1)
        weston.wait_for_end_of_image()

        pick_up()
        go_to_target()
        desk.hand("mouseup", 1)
        # Several items fan out as they land (HIG-08).
        wait_for("three sheets that fan out", lambda: len({x for x, _, _, high, _ in weston.layers() if high > 40}) == 3)
        received = target.expect("received")
        assert len(received["uris"]) == 3, received
        source.expect("drag-end", result="copied")
        weston.wait_for_end_of_image()
        desk.picture("dropped")
        source.end()
        target.end()
        weston.end()
        desk.server.end()


if __name__ == "__main__":
    main()
