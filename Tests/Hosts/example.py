#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A drag in the example, the compositor of libwayland and Dray alone; plain, and under valgrind.

usage: example.py COMPOSITOR SMALL-CLIENT
"""

import os
import subprocess
import sys

from hosts import Run, wait_for

VALGRIND = [
    "valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite",
    "--errors-for-leak-kinds=definite"]


class Example:
    """The example with a source at the left and a target at the right. Its standard input is the pointer."""

    def __init__(self, run, wrapper=()):
        self.log = run.directory / "example.log"
        self.process = subprocess.Popen(
            [*wrapper, os.path.abspath(sys.argv[1])], env=run.environment, stdin=subprocess.PIPE,
            stdout=self.log.open("w"), stderr=subprocess.STDOUT, text=True)
        wait_for("the name of the socket", lambda: "WAYLAND_DISPLAY=" in self.log.read_text())
        run.environment["WAYLAND_DISPLAY"] = self.log.read_text().split("WAYLAND_DISPLAY=")[1].split()[0]
        self.source, self.target = (self.client(run, role) for role in ("source", "target"))

    @staticmethod
    def client(run, role):
        client = run.start(role, os.path.abspath(sys.argv[2]), role, WAYLAND_DISPLAY=run.environment["WAYLAND_DISPLAY"])
        wait_for(f"the {role}'s window", lambda: "mapped" in client.output())
        return client

    def do(self, command):
        print(command, file=self.process.stdin, flush=True)

    def says(self, line):
        wait_for(line, lambda: line in self.log.read_text().splitlines())

    def drag(self):
        self.do("move 100 100")
        self.do("press")
        self.says("began")
        self.do("move 300 100")
        wait_for("the target's consent", lambda: "feedback 1" in self.log.read_text())
        self.do("move 310 100")

    def end(self, signal):
        try:
            if signal:
                self.process.terminate()
            else:
                self.do("quit")
            status = self.process.wait(20)
            assert status == 0, f"the example ends with {status}\n{self.log.read_text()}"
        finally:
            self.process.kill()


def content_is_copied(wrapper=(), signal=True):
    with Run() as run:
        example = Example(run, wrapper)
        example.drag()
        example.do("release")
        wait_for("the text", lambda: "received dragged" in example.target.output())
        wait_for("the end", lambda: "finished" in example.source.output())
        example.says("ended 0 1")
        example.end(signal)


def escape_cancels(wrapper=()):
    with Run() as run:
        example = Example(run, wrapper)
        example.drag()
        example.do("escape")
        wait_for("the end", lambda: "cancelled" in example.source.output())
        example.says("ended 7 0")
        example.end(signal=True)


def own_content_is_dragged_and_dropped(wrapper=()):
    """The compositor's note goes to a client, and a client's text to the compositor's panel."""
    with Run() as run:
        example = Example(run, wrapper)
        example.do("move 50 220")
        example.do("press")
        example.says("began")
        example.do("move 300 100")
        wait_for("the target's consent", lambda: example.log.read_text().count("feedback 1\n") == 2)
        example.do("release")
        wait_for("the note", lambda: "received a note" in example.target.output())
        example.says("note ended 0")
        example.do("move 100 100")
        example.do("press")
        wait_for("the second drag", lambda: example.log.read_text().splitlines().count("began") == 2)
        example.do("move 400 220")
        example.do("release")
        example.says("panel took dragged")
        wait_for("the end", lambda: "finished" in example.source.output())
        example.end(signal=True)


def drag_image_is_in_the_picture():
    """The source's icon is red above and blue below, nothing else on the screen is."""
    with Run() as run:
        example = Example(run)
        path = run.directory / "screen.ppm"

        def is_red():
            path.unlink(missing_ok=True)
            example.do(f"picture {path}")
            wait_for("the picture", lambda: path.exists() and path.stat().st_size == 15 + 800 * 250 * 3)
            dots = path.read_bytes()[15:]
            assert len(dots) == 800 * 250 * 3
            return any(
                dots[at] > dots[at + 1] + 100 and dots[at] > dots[at + 2] + 100 for at in range(0, len(dots), 3))

        assert not is_red()
        example.do("move 100 100")
        example.do("press")
        example.says("began")
        example.do("move 120 100")
        wait_for("the icon", is_red)
        example.do("escape")
        example.says("ended 7 0")
        wait_for("the image to be gone", lambda: not is_red())
        example.end(signal=True)


def command_that_is_none_is_named():
    with Run() as run:
        example = Example(run)
        example.do("mvoe 1 2")
        example.says("not a command: mvoe 1 2")
        example.do("x" * 5000)
        example.drag()
        example.end(signal=False)


if __name__ == "__main__":
    content_is_copied()
    content_is_copied(VALGRIND, signal=False)
    escape_cancels(VALGRIND)
    own_content_is_dragged_and_dropped()
    own_content_is_dragged_and_dropped(VALGRIND)
    drag_image_is_in_the_picture()
    command_that_is_none_is_named()
