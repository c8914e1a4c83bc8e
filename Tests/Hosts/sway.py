#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between two GTK 4 applications in an unmodified sway with Dray, headless.

usage: sway.py PRELOAD MODULE LIBDRAY VIRTUAL-POINTER VIRTUAL-KEYBOARD [TEST ...]
"""

import os
import subprocess
import sys
from pathlib import Path

from hosts import PATIENCE, Run, play, wait_for
from screen import GREEN, Screen

BUTTON = "0x110"
ESCAPE, CONTROL, SHIFT, F1, F2 = 1, 29, 42, 59, 60
SIZE = (1024, 640)
SOURCE, TARGET = (100, 100), (500, 100)
# With their borders and titles.
WINDOWS = [(SOURCE[0] - 8, SOURCE[1] - 32, 340, 300), (TARGET[0] - 8, TARGET[1] - 32, 340, 300)]
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


class Device:
    """A virtual device: a client that takes commands, a line each."""

    def __init__(self, run, program):
        self.process = subprocess.Popen(
            [os.path.abspath(program)], env=run.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ok\n"

    def __call__(self, command):
        print(command, file=self.process.stdin, flush=True)
        assert self.process.stdout.readline() == "ok\n", command

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Sway:
    """sway, headless, with a source at the left and a target at the right."""

    def __init__(self, run, preload=None, clients=None, wrapper=(), **environment):
        self.run = run
        (run.directory / "config").write_text(CONFIG)
        command = [*wrapper, "sway", "--verbose", "--config", run.directory / "config"]
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
        self.pointer = Device(run, sys.argv[4])
        self.keyboard = Device(run, sys.argv[5])
        self.source, self.target = (clients or self.source_and_target)(run)
        if "source" in self.source.mapped:
            self.from_point = middle(SOURCE, self.source.mapped["source"])
            self.to_point = middle(TARGET, self.target.mapped["target"])

    @staticmethod
    def source_and_target(run):
        return run.client("source", "--role", "source", "--text", "dragged"), run.client("target", "--role", "target")

    def move(self, x, y):
        self.pointer(f"move {x} {y} {SIZE[0]} {SIZE[1]}")

    def button(self, is_pressed):
        self.pointer(f"button {BUTTON} {is_pressed}")

    def key(self, code, is_pressed):
        self.keyboard(f"key {code} {is_pressed}")

    def pick_up(self):
        x, y = self.from_point
        self.source.expect("enter", meanwhile=lambda: (self.move(x - 3, y), self.move(x, y)))
        self.button(1)
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
        self.pointer.end()
        self.keyboard.end()
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
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.source.expect("drag-end", result="copied")
        # And once more: nothing is left over from the first.
        sway.pick_up()
        sway.go_to_target()
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.finish()


def drag_image_has_a_badge_and_hangs_where_it_was_taken():
    with Run() as run:
        sway = Sway(run)
        sway.pick_up()
        sway.go_to_target()
        x, y = sway.to_point
        wait_for("the badge", lambda: Screen(run).badge(x + 20, y + 26) == GREEN)
        # The card is white, and the target below it green; sway alone would have the corner of the card at the pointer.
        assert min(Screen(run).at(x - 100, y - 20)) > 240, Screen(run).at(x - 100, y - 20)
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.finish()


def escape_cancels():
    with Run() as run:
        sway = Sway(run)
        sway.pick_up()
        sway.go_to_target()
        sway.key(ESCAPE, 1)
        sway.key(ESCAPE, 0)
        sway.source.expect("drag-end", result="cancelled")
        sway.target.expect("drag-leave")
        sway.button(0)
        sway.finish()


def image_flies_back_after_escape_and_nothing_is_left():
    with Run() as run:
        sway = Sway(run)
        before = Screen(run)
        sway.pick_up()
        sway.go_to_target()
        x, y = sway.to_point
        wait_for("the badge", lambda: Screen(run).badge(x + 20, y + 26) == GREEN)
        sway.key(ESCAPE, 1)
        # Between the two windows there is nothing but the desktop, and soon the card.
        gap = SOURCE[0] + 360
        wait_for("the card on its way", lambda: Screen(run).at(gap, y) != before.at(gap, y))
        sway.source.expect("drag-end", result="cancelled")
        sway.key(ESCAPE, 0)
        wait_for("a clear desktop", lambda: Screen(run).outside_of(WINDOWS) == before.outside_of(WINDOWS))
        sway.button(0)
        # Whoever drags again while an image is on its way has one as well.
        sway.pick_up()
        sway.go_to_target()
        sway.key(ESCAPE, 1)
        sway.key(ESCAPE, 0)
        sway.button(0)
        sway.pick_up()
        sway.go_to_target()
        wait_for("the badge", lambda: Screen(run).badge(x + 20, y + 26) == GREEN)
        sway.button(0)
        sway.target.expect("received", text="dragged")
        wait_for("a clear desktop", lambda: Screen(run).outside_of(WINDOWS) == before.outside_of(WINDOWS))
        sway.finish()


def source_that_is_killed_ends_its_drag():
    with Run() as run:
        sway = Sway(run)
        sway.pick_up()
        sway.go_to_target()
        sway.source.process.kill()
        sway.target.expect("drag-leave")
        sway.button(0)
        sway.finish()


def target_that_is_killed_ends_its_drag():
    with Run() as run:
        sway = Sway(run)
        sway.pick_up()
        sway.go_to_target()
        sway.target.process.kill()
        sway.button(0)
        sway.source.expect("drag-end", result="cancelled")
        sway.finish()


def control_copies_inside_a_window():
    def one_window(run):
        window = run.client("source", "--role", "both", "--text", "dragged")
        return window, window

    with Run() as run:
        sway = Sway(run, clients=one_window)
        sway.to_point = middle(SOURCE, sway.target.mapped["target"])
        sway.pick_up()
        x, y = sway.to_point
        sway.target.expect("drag-enter", meanwhile=lambda: (sway.move(x - 3, y), sway.move(x, y)))
        sway.source.expect("drag-action", action="move")
        # At once, without any motion (HIG-03).
        sway.key(CONTROL, 1)
        sway.source.expect("drag-action", action="copy")
        sway.key(CONTROL, 0)
        sway.source.expect("drag-action", action="move")
        sway.key(CONTROL, 1)
        sway.source.expect("drag-action", action="copy")
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.source.expect("drag-end", result="copied")
        sway.key(CONTROL, 0)
        sway.finish()


def shift_moves_nothing_between_applications():
    with Run() as run:
        sway = Sway(run)
        sway.pick_up()
        sway.key(SHIFT, 1)
        sway.go_to_target()
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.source.expect("drag-end", result="copied")
        sway.key(SHIFT, 0)
        sway.finish()


def policy_of_wayland_lets_shift_move():
    with Run() as run:
        sway = Sway(run, DRAY_POLICY="wayland")
        sway.pick_up()
        sway.go_to_target()
        sway.key(SHIFT, 1)
        sway.source.expect("drag-action", action="move")
        sway.button(0)
        sway.source.expect("drag-end", result="moved")
        sway.key(SHIFT, 0)
        sway.finish()


def two_windows_for_the_clipboard(run):
    program = Path(__file__).with_name("clipboard-client.py")
    return tuple(run.client(name, program=program) for name in ("source", "target"))


def clipboard_goes_from_one_client_to_another():
    with Run() as run:
        sway = Sway(run, clients=two_windows_for_the_clipboard)

        def press(key):
            sway.key(key, 1)
            sway.key(key, 0)

        def click(place):
            sway.move(place[0] + 97, place[1] + 100)
            sway.move(place[0] + 100, place[1] + 100)
            sway.button(1)
            sway.button(0)

        # A window is there for its client a little earlier than in its place.
        sway.source.expect("copied", meanwhile=lambda: (click(SOURCE), press(F1)))
        sway.target.expect("clipboard", meanwhile=lambda: (click(TARGET), press(F2)), text="source")
        # wlroots' own parts have the same: wl-paste and wl-copy speak its data-control protocol.
        pasted = subprocess.run(
            ["wl-paste", "--no-newline"], env=run.environment, stdout=subprocess.PIPE, text=True, timeout=PATIENCE)
        assert pasted.stdout == "source", pasted
        subprocess.run(["wl-copy", "of wl-copy"], env=run.environment, stderr=subprocess.DEVNULL, check=True,
                       timeout=PATIENCE)
        sway.target.expect("clipboard", meanwhile=lambda: press(F2), text="of wl-copy")
        # The primary selection stays wlroots' own: with a second manager beside it, clients would not hear of each other.
        listed = subprocess.run(
            ["wl-paste", "--list-types"], env={**run.environment, "WAYLAND_DEBUG": "1"}, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
        for name in ("zwp_primary_selection_device_manager_v1", "wl_data_device_manager"):
            offers = [line for line in listed.stderr.splitlines() if ".global(" in line and f'"{name}"' in line]
            assert len(offers) == 1, offers
        sway.finish()


def unknown_policy_is_named_and_children_load_nothing():
    with Run() as run:
        sway = Sway(run, DRAY_POLICY="wayalnd")
        wait_for("the mistake in the log", lambda: "DRAY_POLICY is 'wayalnd'" in sway.process.output())
        # A program that sway starts has nothing of Dray's in it.
        listing = run.directory / "children"
        listing.touch()
        listing.chmod(0o666)
        script = run.directory / "child.sh"
        script.write_text(f"cat /proc/self/maps > {listing}; echo end >> {listing}")
        subprocess.run(
            ["swaymsg", "exec", f"sh {script}"], stdout=subprocess.DEVNULL, check=True, timeout=PATIENCE,
            env={**run.environment, "SWAYSOCK": str(next(run.directory.glob("sway-ipc.*.sock")))})
        wait_for("the child", lambda: listing.read_text().endswith("end\n"))
        assert "libc.so" in listing.read_text() and "dray" not in listing.read_text().replace(str(run.directory), "")
        sway.finish()


def memory_is_in_order():
    # What sway itself leaks is not looked at.
    with Run() as run:
        suppressions = Path(__file__).with_name("valgrind.supp")
        sway = Sway(run, wrapper=[
            "valgrind", "--quiet", "--error-exitcode=9", "--leak-check=no", f"--suppressions={suppressions}"])
        sway.pick_up()
        sway.go_to_target()
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.pick_up()
        sway.go_to_target()
        sway.key(ESCAPE, 1)
        sway.source.expect("drag-end", result="cancelled")
        sway.key(ESCAPE, 0)
        sway.button(0)
        sway.pick_up()
        sway.go_to_target()
        sway.source.process.kill()
        sway.target.expect("drag-leave")
        sway.finish()


def another_wlroots_is_refused_and_sway_runs_on():
    with Run() as run:
        sway = Sway(run, preload=sys.argv[2])
        log = sway.process.output()
        assert "dray: made for wlroots" in log and "the compositor runs without Dray" in log, log
        sway.pick_up()
        x, y = sway.to_point
        sway.target.expect("drag-enter", meanwhile=lambda: (sway.move(x - 3, y), sway.move(x, y)))
        # wlroots itself has no rule against moves.
        assert sorted(sway.target.seen[-1]["actions"]) == ["copy", "move"], sway.target.seen[-1]
        sway.button(0)
        sway.finish()


TESTS = [
    pointer_drag_copies_between_applications,
    drag_image_has_a_badge_and_hangs_where_it_was_taken,
    escape_cancels,
    image_flies_back_after_escape_and_nothing_is_left,
    source_that_is_killed_ends_its_drag,
    target_that_is_killed_ends_its_drag,
    control_copies_inside_a_window,
    shift_moves_nothing_between_applications,
    policy_of_wayland_lets_shift_move,
    clipboard_goes_from_one_client_to_another,
    unknown_policy_is_named_and_children_load_nothing,
    memory_is_in_order,
    another_wlroots_is_refused_and_sway_runs_on,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[6:])
