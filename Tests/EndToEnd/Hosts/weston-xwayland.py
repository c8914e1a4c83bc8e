#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""X11 applications in an unmodified Weston with Dray: one clipboard for all. Their drags are in weston-xdnd.py.

usage: weston-xwayland.py DRAY-MODULE INPUT-MODULE
"""

import re
import subprocess
import sys
from pathlib import Path

from hosts import Run, play, wait_for
from weston import F1, F2, SOURCE, Compositor, backend

SOCKETS = Path("/tmp/.X11-unix")
CLIPBOARD = Path(__file__).with_name("clipboard-client.py")


class Desk:
    """Weston with Xwayland, and the command-line tools of X11."""

    def __init__(self, run):
        self.run = run
        # Weston does not create this folder, and it is missing unless X11 has been started since boot.
        if not SOCKETS.is_dir():
            SOCKETS.mkdir()
            SOCKETS.chmod(0o1777)
        self.weston = Compositor(run, *sys.argv[1:3], options=[backend("headless"), "--xwayland"])
        display = wait_for(
            "Xwayland", lambda: re.search(r"listening on display (:\d+)", self.weston.process.output()))
        self.x11 = {"DISPLAY": display.group(1)}

    def copy(self, name, text):
        """Starts an X11 client that owns the clipboard with this text until it is killed."""
        path = self.run.directory / f"{name}.txt"
        path.write_text(text)
        return self.run.start(name, "xclip", "-quiet", "-selection", "clipboard", path, **self.x11)

    def paste(self):
        return subprocess.run(
            ["xclip", "-selection", "clipboard", "-o"], env={**self.run.environment, **self.x11},
            capture_output=True, text=True).stdout


def clipboard_is_shared_with_x11():
    with Run() as run:
        desk = Desk(run)
        weston = desk.weston
        client = run.client("wayland", program=CLIPBOARD)
        weston.place("wayland", SOURCE)
        weston.click((SOURCE[0] + 100, SOURCE[1] + 100))
        owner = desk.copy("first", "from X11")
        client.expect("clipboard", meanwhile=lambda: weston.press(F2), text="from X11")
        weston.press(F1)
        client.expect("copied")
        wait_for("the text in X11", lambda: desk.paste() == "wayland")
        assert owner.process.wait(20) == 0, "xclip has not received that it lost the clipboard"
        # In the other direction, with more than a pipe holds.
        long = "0123456789" * 20000
        owner = desk.copy("second", long)
        client.expect("clipboard", meanwhile=lambda: weston.press(F2), text=long)
        client.end()
        weston.end()


TESTS = [
    clipboard_is_shared_with_x11,
]

if __name__ == "__main__":
    play(TESTS)
