#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between two GTK 4 applications in an unmodified sway with Dray, headless.

usage: sway.py PRELOAD VIRTUAL-POINTER PRELOAD-FOR-ANOTHER-WLROOTS [TEST ...]
"""

import os
import subprocess
import sys
from pathlib import Path

from hosts import Run, wait_for

BUTTON = "0x110"
SIZE = (1024, 640)
SOURCE, TARGET = (100, 100), (500, 100)
CONFIG = """
output HEADLESS-1 resolution {}x{}
default_floating_border none
focus_follows_mouse no
for_window [app_id=".*"] floating enable
for_window [title="source"] move absolute position {} {}
for_window [title="target"] move absolute position {} {}
""".format(*SIZE, *SOURCE, *TARGET)


def middle(place, box):
    return place[0] + box[0] + box[2] // 2, place[1] + box[1] + box[3] // 2


class Sway:
    """sway, headless, with a source at the left and a target at the right."""

    def __init__(self, run, preload=None, program=None, **environment):
        self.run = run
        (run.directory / "config").write_text(CONFIG)
        command = ["sway", "--verbose", "--config", run.directory / "config"]
        # sway does not run as root.
        if os.getuid() == 0:
            os.chown(run.directory, 65534, 65534)
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]
        # setpriv would be preloaded as well; that does no harm.
        self.process = run.start(
            "sway", "env", f"LD_PRELOAD={os.path.abspath(preload or sys.argv[1])}", *command, WLR_BACKENDS="headless",
            WLR_LIBINPUT_NO_DEVICES="1", DRAY_TRACE="1", WLR_RENDERER="pixman", **environment)
        wait_for("sway's socket", lambda: (run.directory / "wayland-1").exists())
        run.environment["WAYLAND_DISPLAY"] = "wayland-1"
        self.pointer = subprocess.Popen(
            [os.path.abspath(sys.argv[2])], env=run.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.pointer.stdout.readline() == "ok\n"
        if program:
            self.source, self.target = (run.client(name, program=program) for name in ("source", "target"))
            return
        self.source = run.client("source", "--role", "source", "--text", "dragged")
        self.target = run.client("target", "--role", "target")
        self.from_point = middle(SOURCE, self.source.mapped["source"])
        self.to_point = middle(TARGET, self.target.mapped["target"])

    def do(self, command):
        print(command, file=self.pointer.stdin, flush=True)
        assert self.pointer.stdout.readline() == "ok\n", command

    def move(self, x, y):
        self.do(f"move {x} {y} {SIZE[0]} {SIZE[1]}")

    def pick_up(self):
        x, y = self.from_point
        self.source.expect("enter", meanwhile=lambda: (self.move(x - 3, y), self.move(x, y)))
        self.do(f"button {BUTTON} 1")
        self.source.expect("button", state="pressed")
        for step in range(1, 7):
            self.move(x + 4 * step, y)
        self.source.expect("drag-begin")

    def go_to_target(self):
        x, y = self.to_point
        before = self.process.offers_to_copy()
        self.target.expect("drag-enter", meanwhile=lambda: (self.move(x - 3, y), self.move(x, y)))
        wait_for("the target's consent", lambda: self.process.offers_to_copy() > before)

    def finish(self):
        self.source.end()
        self.target.end()
        self.pointer.stdin.close()
        self.pointer.wait()
        status = self.process.end()
        assert status == 0, f"sway ends with {status}"


def pointer_drag_copies_between_applications():
    with Run() as run:
        sway = Sway(run)
        sway.pick_up()
        sway.go_to_target()
        # Between applications a move is not on offer (HIG-01): Dray, not wlroots.
        entered = [event for event in sway.target.heard() if event["event"] == "drag-enter"]
        assert entered[-1]["actions"] == ["copy"], entered
        sway.do(f"button {BUTTON} 0")
        sway.target.expect("received", text="dragged")
        sway.source.expect("drag-end", result="copied")
        # And once more: nothing is left over from the first.
        sway.pick_up()
        sway.go_to_target()
        sway.do(f"button {BUTTON} 0")
        sway.target.expect("received", text="dragged")
        sway.finish()


def escape_cancels():
    with Run() as run:
        sway = Sway(run)
        sway.pick_up()
        sway.go_to_target()
        subprocess.run(["wtype", "-k", "Escape"], env=run.environment, check=True)
        sway.source.expect("drag-end", result="cancelled")
        sway.target.expect("drag-leave")
        sway.do(f"button {BUTTON} 0")
        sway.finish()


def source_that_is_killed_ends_its_drag():
    with Run() as run:
        sway = Sway(run)
        sway.pick_up()
        sway.go_to_target()
        sway.source.process.kill()
        sway.target.expect("drag-leave")
        sway.do(f"button {BUTTON} 0")
        sway.finish()


def clipboard_goes_from_one_client_to_another():
    with Run() as run:
        sway = Sway(run, program=Path(__file__).with_name("clipboard-client.py"))

        def press(key):
            subprocess.run(["wtype", "-k", key], env=run.environment, check=True)

        def click(place):
            sway.move(place[0] + 97, place[1] + 100)
            sway.move(place[0] + 100, place[1] + 100)
            sway.do(f"button {BUTTON} 1")
            sway.do(f"button {BUTTON} 0")

        # A window is there for its client a little earlier than in its place.
        sway.source.expect("copied", meanwhile=lambda: (click(SOURCE), press("F1")))
        sway.target.expect("clipboard", meanwhile=lambda: (click(TARGET), press("F2")), text="source")
        sway.finish()


def another_wlroots_is_refused_and_sway_runs_on():
    with Run() as run:
        sway = Sway(run, preload=sys.argv[3])
        log = sway.process.output()
        assert "dray: made for wlroots" in log and "the compositor runs without Dray" in log, log
        sway.pick_up()
        x, y = sway.to_point
        sway.target.expect("drag-enter", meanwhile=lambda: (sway.move(x - 3, y), sway.move(x, y)))
        # wlroots itself has no rule against moves.
        assert sorted(sway.target.seen[-1]["actions"]) == ["copy", "move"], sway.target.seen[-1]
        sway.do(f"button {BUTTON} 0")
        sway.finish()


TESTS = [
    pointer_drag_copies_between_applications,
    escape_cancels,
    source_that_is_killed_ends_its_drag,
    clipboard_goes_from_one_client_to_another,
    another_wlroots_is_refused_and_sway_runs_on,
]

if __name__ == "__main__":
    for test in TESTS:
        if len(sys.argv) > 4 and test.__name__ not in sys.argv[4:]:
            continue
        print(test.__name__, flush=True)
        test()
