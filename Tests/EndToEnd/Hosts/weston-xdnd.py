#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between X11 and Wayland windows in an unmodified Weston with Dray, headless.

usage: weston-xdnd.py out|in DRAY-MODULE INPUT-MODULE [TEST ...]
       weston-xdnd.py hostile DRAY-MODULE INPUT-MODULE HOSTILE-CLIENT [--memcheck] [ATTACK ...]
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from hosts import Run, play, wait_for
from weston import BUTTON, Compositor, backend
from x11_attacks import withstood
from x11_drags import BESIDE, BY_FINGER, INTO_X11, OUT_OF_X11, PLATFORM, X11Steps, on, program_of
from x11_matrix import MATRIX_IN, MATRIX_OUT

DRAY, INPUT = map(os.path.abspath, sys.argv[2:4])
SOCKETS = Path("/tmp/.X11-unix")


class Desk(X11Steps, Compositor):
    """Weston with Xwayland."""

    def __init__(self, run, *wrapper):
        # Weston does not create this folder, and it is missing unless X11 has been started since boot.
        if not SOCKETS.is_dir():
            SOCKETS.mkdir()
            SOCKETS.chmod(0o1777)
        super().__init__(
            run, DRAY, INPUT, options=[backend("headless"), "--xwayland"], wrapper=wrapper,
            LD_PRELOAD=Path(INPUT).with_name("weston-keeps-xcb.so"))
        self.display = wait_for(
            "Xwayland", lambda: re.search(r"listening on display (:\d+)", self.process.output())).group(1)
        self.wait_for_light()

    def x11_client(self, name, toolkit, *arguments):
        return self.run.client(name, command=[*program_of(toolkit), "--title", name, *arguments],
                               variables={**PLATFORM[toolkit], "DISPLAY": self.display})

    def x11_program(self, name, *command):
        # Weston's window manager begins a drag of its own for any client that sends it XdndEnter, and Weston crashes on
        # the button release, even without Dray.
        return self.run.client(name, command=command, variables={"SPARES_MANAGER": "1", "DISPLAY": self.display})

    def call_off_fingers(self):
        self.do("touch cancel")

    def wait_for_place(self, title, point):
        self.place(title, point)

    def server(self):
        server, = subprocess.run(
            ["pgrep", "-P", str(self.process.process.pid), "-x", "Xwayland"], stdout=subprocess.PIPE,
            text=True).stdout.split()
        return int(server)


def drag_out_of_x11_goes_on_after_its_grab_was_ended(Desk):
    """A pointer constraint does that, and leaves the pointer focus with the window."""
    with Run() as run:
        desk = Desk(run).open_out()
        desk.drag()
        desk.do("end-grab")
        desk.target.expect("drag-leave", meanwhile=lambda: (desk.move(*BESIDE), desk.move(BESIDE[0] + 1, BESIDE[1])))
        desk.go_to_target()
        desk.do("end-grab")
        desk.button(0)
        desk.target.expect("received", text="from X11")
        desk.source.expect("drag-end", result="copied")
        desk.finish()


def drag_out_of_x11_ends_with_its_grab(Desk):
    """Menus and shells take the pointer from the window, and the button may be released in the same iteration."""
    with Run() as run:
        desk = Desk(run).open_out()
        for takes in ["grab pointer"], ["end-grab", f"button {BUTTON} 0"]:
            desk.drag()
            desk.do.at_once(*takes)
            desk.target.expect("drag-leave")
            if len(takes) == 1:
                desk.do.at_once(f"button {BUTTON} 0", "end-grab")
            # Xwayland, which was not sent the release, assumes it when the pointer enters an X11 window.
            desk.source.expect("drag-end", meanwhile=lambda: (desk.move(*BESIDE), desk.move(*desk.from_point)))
        source, desk.toolkit = desk.source, None
        desk.open_wayland_source()
        desk.drop(text="from Wayland")
        source.end()
        desk.finish()


def withstands_hostile_clients(client, *names):
    """With --memcheck no invalid memory is read, except by Weston's own errors."""
    is_checked = "--memcheck" in names
    names = [name for name in names if name != "--memcheck"]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "memcheck.log"
        wrapper = [
            "valgrind", "--leak-check=no", "--num-callers=30", f"--log-file={report}",
            f"--suppressions={Path(__file__).with_name('weston.supp')}"] if is_checked else ()
        withstood(Desk, os.path.abspath(client), names, wrapper)
        if is_checked:
            assert "ERROR SUMMARY: 0 errors" in report.read_text(), report.read_text()


TESTS = {
    "out": [
        *OUT_OF_X11, drag_out_of_x11_goes_on_after_its_grab_was_ended, drag_out_of_x11_ends_with_its_grab, *BY_FINGER,
        *MATRIX_OUT],
    "in": INTO_X11 + MATRIX_IN,
    "hostile": [],
}[sys.argv[1]]


if __name__ == "__main__" and sys.argv[1] == "hostile":
    withstands_hostile_clients(*sys.argv[4:])
elif __name__ == "__main__":
    play(on(Desk, TESTS), sys.argv[4:])
