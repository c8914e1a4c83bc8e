#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""X11 applications in an unmodified Weston with Dray: one clipboard for all, and drags that do no harm.

Weston 10 does not take drags of GTK 3 from X11 windows to those of Wayland; seen without Dray as well.

usage: weston-xwayland.py DRAY-MODULE INPUT-MODULE
"""

import re
import subprocess
import sys
from pathlib import Path

from hosts import Run, play, wait_for
from steps import middle
from weston import BUTTON, F1, F2, SOURCE, TARGET, Compositor, backend

SOCKETS = Path("/tmp/.X11-unix")
CLIPBOARD = Path(__file__).with_name("clipboard-client.py")


class Desk:
    """Weston with Xwayland, and X11's own tools."""

    def __init__(self, run):
        self.run = run
        # Where nothing has started X11 since the machine did, nobody has made it; Weston does not.
        if not SOCKETS.is_dir():
            SOCKETS.mkdir()
            SOCKETS.chmod(0o1777)
        self.weston = Compositor(run, *sys.argv[1:3], options=[backend("headless"), "--xwayland"])
        display = wait_for(
            "Xwayland", lambda: re.search(r"listening on display (:\d+)", self.weston.process.output()))
        self.x11 = {"DISPLAY": display.group(1)}

    def copy(self, name, text):
        """An X11 client that has the text to give until it is ended."""
        path = self.run.directory / f"{name}.txt"
        path.write_text(text)
        return self.run.start(name, "xclip", "-quiet", "-selection", "clipboard", path, **self.x11)

    def paste(self):
        return subprocess.run(
            ["xclip", "-selection", "clipboard", "-o"], env={**self.run.environment, **self.x11},
            capture_output=True, text=True).stdout

    def x11_client(self, name, *arguments, **options):
        before = dict(self.run.environment)
        self.run.environment.update(self.x11, GDK_BACKEND="x11")
        client = self.run.client(name, *arguments, **options)
        self.run.environment.clear()
        self.run.environment.update(before)
        return client


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
        assert owner.process.wait(20) == 0, "xclip has not heard that it lost the clipboard"
        # And back, more than a pipe holds.
        long = "0123456789" * 20000
        owner = desk.copy("second", long)
        client.expect("clipboard", meanwhile=lambda: weston.press(F2), text=long)
        client.end()
        weston.end()


def drags_from_x11_windows_do_no_harm():
    with Run() as run:
        desk = Desk(run)
        weston = desk.weston
        source = desk.x11_client("x11source", "--role", "source", toolkit="gtk3")
        target = run.client("target", "--role", "target")
        weston.place("x11source", SOURCE)
        weston.place("target", TARGET)
        weston.drag_off(source, middle(SOURCE, source.mapped["source"]))
        for step in range(20):
            weston.do(f"move {TARGET[0] + 100 + step} {TARGET[1] + 100}")
        weston.do(f"button {BUTTON} 0")
        source.expect("drag-end", meanwhile=lambda: weston.do(f"move {TARGET[0] + 100} {TARGET[1] + 150}"))
        # Drags of Wayland's are as before.
        source.end()
        source = run.client("wayland", "--role", "source", "--text", "dragged")
        weston.place("wayland", SOURCE)
        weston.drag_off(source, middle(SOURCE, source.mapped["source"]))
        before = weston.process.offers_to_copy()
        x, y = middle(TARGET, target.mapped["target"])
        weston.do(f"move {x} {y}")
        wait_for("the target's consent", lambda: weston.process.offers_to_copy() > before)
        weston.do(f"button {BUTTON} 0")
        target.expect("received", text="dragged")
        source.expect("drag-end", result="copied")
        weston.end()


def x11_windows_take_no_drags():
    with Run() as run:
        desk = Desk(run)
        weston = desk.weston
        source = run.client("source", "--role", "source")
        target = desk.x11_client("x11target", "--role", "target", toolkit="gtk3")
        weston.place("source", SOURCE)
        weston.place("x11target", TARGET)
        weston.drag_off(source, middle(SOURCE, source.mapped["source"]))
        x, y = middle(TARGET, target.mapped["target"])
        weston.do(f"move {x} {y}")
        wait_for("nothing to drop on", lambda: "outcome: notPossible" in weston.process.output())
        weston.do(f"button {BUTTON} 0")
        source.expect("drag-end", result="cancelled")
        weston.wait_for_end_of_image()
        weston.end()


TESTS = [
    clipboard_is_shared_with_x11,
    drags_from_x11_windows_do_no_harm,
    x11_windows_take_no_drags,
]

if __name__ == "__main__":
    play(TESTS)
