#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags between two GTK 4 applications in an unmodified sway with Dray, headless.

usage: sway.py PRELOAD MODULE LIBDRAY VIRTUAL-POINTER VIRTUAL-KEYBOARD PROBER TOUCH [TEST ...]
"""

import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

from hosts import CLIENTS, PATIENCE, Run, Socket, play, wait_for
from screen import GREEN, RED, Screen

PRELOAD, MODULE, LIBDRAY, POINTER, KEYBOARD, PROBER, TOUCH = map(os.path.abspath, sys.argv[1:8])
BUTTON = "0x110"
ESCAPE, A, CONTROL, SHIFT, CAPS, F1, F2, F5 = 1, 30, 29, 42, 58, 59, 60, 63
SIZE = (1024, 640)
# Of the wlroots that sway here stands on.
MODULE_NAME = os.path.basename(MODULE)
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

    def __init__(self, run, program, **environment):
        self.process = subprocess.Popen(
            [program], env={**run.environment, **environment}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ok\n"

    def __call__(self, command):
        print(command, file=self.process.stdin, flush=True)
        assert self.process.stdout.readline() == "ok\n", command

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def as_sway():
    """What runs a program as the user that sway runs as: not as root."""
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []


class Sway:
    """sway, headless, with a source at the left and a target at the right."""

    def __init__(self, run, preload=PRELOAD, clients=None, wrapper=(), config="", options="", **environment):
        self.run = run
        (run.directory / "config").write_text(CONFIG + config)
        command = [*as_sway(), *wrapper, "sway", "--verbose", "--config", run.directory / "config"]
        if os.getuid() == 0:
            os.chown(run.directory, 65534, 65534)
        # setpriv would be preloaded as well; that does no harm.
        self.process = run.start(
            "sway", "env", f"LD_PRELOAD={preload}", *command, WLR_BACKENDS="headless",
            WLR_LIBINPUT_NO_DEVICES="1", DRAY_TRACE="1", WLR_RENDERER="pixman", XCURSOR_THEME="Adwaita", **environment)
        # The file is there a little earlier than anybody who listens.
        path = str(run.directory / "wayland-1")
        wait_for("sway's socket", lambda: socket.socket(socket.AF_UNIX).connect_ex(path) == 0)
        run.environment["WAYLAND_DISPLAY"] = "wayland-1"
        self.pointer = Device(run, POINTER)
        self.keyboard = Device(run, KEYBOARD, XKB_DEFAULT_OPTIONS=options)
        self.source, self.target = (clients or self.source_and_target)(run)
        # From 1.9 on a window is in its place a little later than its client knows of it.
        wait_for("the windows' places", self.is_in_order)
        if "source" in self.source.mapped:
            self.from_point = middle(SOURCE, self.source.mapped["source"])
            self.to_point = middle(TARGET, self.target.mapped["target"])

    @staticmethod
    def source_and_target(run):
        return run.client("source", "--role", "source", "--text", "dragged"), run.client("target", "--role", "target")

    def message(self, *words):
        """What swaymsg answers."""
        answer = subprocess.run(
            ["swaymsg", "--raw", *words], stdout=subprocess.PIPE, check=True, timeout=PATIENCE, text=True,
            env={**self.run.environment, "SWAYSOCK": str(next(self.run.directory.glob("sway-ipc.*.sock")))})
        return json.loads(answer.stdout)

    def focused(self):
        """The title of the window that has the focus; None without."""
        def look(node):
            if node.get("focused"):
                return node["name"] if node.get("pid") else None
            return next(filter(None, map(look, node["nodes"] + node["floating_nodes"])), None)
        return look(self.message("-t", "get_tree"))

    def is_in_order(self):
        """Whether there are windows, and those that have a place are in it, with their title or without."""
        def look(node):
            return ([node] if node.get("pid") else []) + sum(map(look, node["nodes"] + node["floating_nodes"]), [])
        windows = look(self.message("-t", "get_tree"))
        wanted = {"source": SOURCE, "target": TARGET}
        return windows and all(
            wanted[window["name"]] in [(window[box]["x"], window[box]["y"]) for box in ("rect", "deco_rect")]
            for window in windows if window["name"] in wanted and window.get("shell") == "xdg_shell")

    def move(self, x, y):
        self.pointer(f"move {x} {y} {SIZE[0]} {SIZE[1]}")

    def button(self, is_pressed):
        self.pointer(f"button {BUTTON} {is_pressed}")

    def key(self, code, is_pressed):
        self.keyboard(f"key {code} {is_pressed}")

    def pick_up(self):
        x, y = self.from_point
        self.move(x - 3, y)
        self.source.expect("enter", meanwhile=lambda: (self.move(x - 3, y), self.move(x, y)))
        self.move(x, y)
        self.button(1)
        self.source.expect("button", state="pressed")
        for step in range(1, 7):
            self.move(x + 4 * step, y)
        # GTK 4.18 wants a motion in a later frame of its own.
        steps = itertools.count(25)
        self.source.expect("drag-begin", meanwhile=lambda: self.move(x + next(steps), y))

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
        sway.message("exec", f"sh {script}")
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


# ------------------------------------------------------------------------------------------------ Focus and the keyboard


class Probe:
    """A window of our own client's, which says what reaches it."""

    def __init__(self, run, title="source", **environment):
        self.process = run.start(title, PROBER, "window", title, WAYLAND_DISPLAY="wayland-1", **environment)
        self.mapped = {}
        self.wait_for("mapped")

    def lines(self):
        return self.process.output().splitlines()

    def wait_for(self, line, count=1):
        wait_for(f"'{line}' in {self.process.name}", lambda: self.lines().count(line) >= count)

    def end(self):
        self.process.end()


def probe_and_target(run):
    return Probe(run), run.client("target", "--role", "target")


def drag_off_probe(sway):
    """Begins a drag in the middle of the probe's window."""
    x, y = SOURCE[0] + 100, SOURCE[1] + 100
    wait_for("the pointer in the window", lambda: (
        sway.move(x - 3, y), sway.move(x, y), "pointer enter" in sway.source.lines())[-1])
    sway.button(1)
    sway.source.wait_for("drag enter")
    # The image appears once the pointer has gone a little way.
    sway.move(x + 8, y)


def dragging_out_of_a_background_window_leaves_the_focus_and_a_drop_takes_it():
    with Run() as run:
        sway = Sway(run)
        wait_for("the newest window's focus", lambda: sway.focused() == "target")
        sway.pick_up()
        # HIG-28: sway has given the focus to the source on the press.
        wait_for("the focus of before", lambda: sway.focused() == "target")
        # A click gives it the focus.
        sway.key(ESCAPE, 1)
        sway.key(ESCAPE, 0)
        sway.source.expect("drag-end", result="cancelled")
        sway.button(0)
        x, y = sway.from_point
        sway.move(x, y)
        sway.button(1)
        sway.button(0)
        wait_for("the source's focus", lambda: sway.focused() == "source")
        # HIG-29
        sway.pick_up()
        sway.go_to_target()
        assert sway.focused() == "source"
        sway.button(0)
        sway.target.expect("received", text="dragged")
        wait_for("the target's focus", lambda: sway.focused() == "target")
        sway.finish()


def keys_of_a_drag_reach_no_client():
    with Run() as run:
        sway = Sway(run, clients=lambda run: (Probe(run),) * 2)
        x, y = SOURCE[0] + 100, SOURCE[1] + 100
        sway.key(SHIFT, 1)
        drag_off_probe(sway)
        # Whoever had the keyboard hears that it has not, so that no key is stuck in it.
        before = sway.source.lines()
        sway.key(A, 1)
        sway.key(A, 0)
        sway.key(SHIFT, 0)
        sway.key(ESCAPE, 1)
        sway.source.wait_for("cancelled")
        # The drag is over, but the key is still Dray's; another one is nobody's until then.
        sway.key(A, 1)
        sway.key(A, 0)
        sway.button(0)
        sway.key(ESCAPE, 0)
        sway.move(x + 20, y)
        sway.button(1)
        sway.source.wait_for("drag enter", 2)
        heard = [line for line in sway.source.lines()[len(before):] if line.startswith("key ")]
        assert not heard, heard
        sway.key(ESCAPE, 1)
        sway.source.wait_for("cancelled", 2)
        sway.key(ESCAPE, 0)
        sway.button(0)
        # And then it has the keyboard again, with no key down.
        sway.move(x, y)
        wait_for("the keyboard", lambda: [
            line for line in sway.source.lines() if line.startswith("keyboard ")][-1:] == ["keyboard enter, keys down: 0"])
        sway.key(A, 1)
        sway.key(A, 0)
        sway.source.wait_for(f"key {A} 0")
        sway.finish()


def escape_is_known_by_its_meaning():
    with Run() as run:
        sway = Sway(run, clients=probe_and_target, options="caps:escape")
        drag_off_probe(sway)
        sway.key(CAPS, 1)
        sway.source.wait_for("cancelled")
        sway.key(CAPS, 0)
        sway.button(0)
        assert f"key {CAPS} 0" not in sway.source.lines(), sway.source.lines()
        sway.finish()


def shortcuts_of_sway_work_during_a_drag():
    with Run() as run:
        sway = Sway(run, config="bindsym F6 workspace 1\nbindsym F5 workspace 2\n")
        before = Screen(run)
        sway.pick_up()
        sway.go_to_target()
        x, y = sway.to_point
        wait_for("the badge", lambda: Screen(run).badge(x + 20, y + 26) == GREEN)
        sway.key(F5, 1)
        sway.key(F5, 0)
        # The window that was below has gone, with its workspace.
        sway.target.expect("drag-leave")
        wait_for("a drop that is not possible", lambda: Screen(run).badge(x + 20, y + 26) == RED)
        sway.button(0)
        sway.source.expect("drag-end", result="cancelled")
        # Where the source is nobody can see (HIG-16): the image does not fly there, and nothing of it is left.
        gap = SOURCE[0] + 360
        empty = before.at(gap, y)
        states = []

        def is_clear():
            screen = Screen(run)
            states.append(screen.at(gap, y))
            return all(screen.at(*point) == empty for point in (
                (x - 60, y), (x + 20, y + 26), (x + 40, y + 60), (gap, y), sway.from_point))

        wait_for("an empty workspace", is_clear)
        assert set(states) == {empty}, states
        sway.message("workspace", "1")
        sway.finish()


# ------------------------------------------------------------------------------------------------------------ Settings


def settings_come_from_the_environment():
    with Run() as run:
        sway = Sway(run, DRAY_THRESHOLD="200", DRAY_OPACITY="2", DRAY_REDUCE_MOTION="yes", DRAY_HIDE_BADGE="1")
        log = sway.process.output()
        assert "DRAY_OPACITY is '2'; a number from 0 to 1 is possible" in log, log
        assert "DRAY_REDUCE_MOTION is 'yes'; 0 and 1 are possible, and 0 is taken" in log, log
        sway.pick_up()
        # Not as far as the threshold: there is no image yet, and nothing but the desktop around the windows.
        around = Screen(run).outside_of(WINDOWS)
        colours = {around[index:index + 3] for index in range(0, len(around), 3)} - {bytes(3)}
        # The desktop may be black as well.
        assert len(colours) <= 1, colours
        sway.go_to_target()
        x, y = sway.to_point
        # The card is white, and the target below it green.
        wait_for("the image", lambda: min(Screen(run).at(x - 100, y - 20)) > 200)
        assert Screen(run).badge(x + 20, y + 26) != GREEN or min(Screen(run).at(x + 20, y + 26)) > 90
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.finish()


def with_reduced_motion_nothing_flies():
    with Run() as run:
        sway = Sway(run, DRAY_REDUCE_MOTION="1")
        before = Screen(run)
        sway.pick_up()
        sway.go_to_target()
        x, y = sway.to_point
        wait_for("the badge", lambda: Screen(run).badge(x + 20, y + 26) == GREEN)
        gap = SOURCE[0] + 360
        sway.key(ESCAPE, 1)
        sway.key(ESCAPE, 0)
        seen = set()

        def is_clear():
            screen = Screen(run)
            seen.add(screen.at(gap, y))
            return screen.badge(x + 20, y + 26) is None and screen.outside_of(WINDOWS) == before.outside_of(WINDOWS)

        wait_for("the end of the image", is_clear)
        assert seen == {before.at(gap, y)}, seen
        sway.button(0)
        sway.finish()


def pointer_grabs_while_the_badge_tells_the_outcome():
    with Run() as run:
        sway = Sway(run, clients=probe_and_target, DRAY_OPACITY="0")

        def pointer(x, y):
            screen = Screen(run, "-c")
            # Not as far as the badge.
            return [screen.at(x + dx, y + dy) for dx in range(-9, 9) for dy in range(-9, 9)]

        x, y = 480, 500
        sway.move(x, y)
        arrow = pointer(x, y)
        drag_off_probe(sway)
        sway.move(x, y)
        wait_for("another pointer", lambda: pointer(x, y) != arrow)
        sway.button(0)
        sway.source.wait_for("cancelled")
        sway.move(x + 1, y)
        sway.move(x, y)
        wait_for("the arrow", lambda: pointer(x, y) == arrow)
        sway.finish()


# --------------------------------------------------------------------------------------------------------------- Touch


def touch(sway):
    return Socket(sway.run.directory / "touch")


def touch_options(run, **options):
    return {"preload": f"{PRELOAD}:{TOUCH}", "DRAY_TEST_DEVICES": str(run.directory / "touch"), **options}


def image_of_a_touch_drag_flies_back_and_other_fingers_go_on():
    with Run() as run:
        sway = Sway(run, clients=probe_and_target, **touch_options(run))
        before = Screen(run)
        do = touch(sway)
        x, y = SOURCE[0] + 100, SOURCE[1] + 100
        do(f"touch 0 down {x} {y}")
        sway.source.wait_for("drag enter")
        for step in range(1, 8):
            do(f"touch 0 move {x + 6 * step} {y}")
        # The person's other fingers are none of the drag's business (HIG-31).
        do(f"touch 1 down {x} {y + 60}")
        sway.source.wait_for("touch down 1")
        do("touch 1 up 0 0")
        sway.source.wait_for("touch up 1")
        assert "touch motion 0" not in sway.source.lines()
        # Over the desktop, beyond the gap.
        for step in range(0, 200, 20):
            do(f"touch 0 move {x + 60 + step} {y + 300}")
        x, y = 420, 500
        do(f"touch 0 move {x} {y}")
        blue = lambda screen, x, y: screen.at(x, y)[2] > 120 and screen.at(x, y)[0] < 120
        wait_for("the icon at the finger", lambda: blue(Screen(run), x + 8, y + 8))
        sway.source.wait_for("drag leave")
        do("touch 0 up 0 0")
        sway.source.wait_for("cancelled")
        wait_for("a clear desktop", lambda: Screen(run).outside_of(WINDOWS) == before.outside_of(WINDOWS))
        sway.finish()


def touch_drag_is_dropped_on_another_window():
    with Run() as run:
        sway = Sway(run, clients=probe_and_target, **touch_options(run))
        do = touch(sway)
        x, y = SOURCE[0] + 100, SOURCE[1] + 100
        do(f"touch 0 down {x} {y}")
        sway.source.wait_for("drag enter")
        for step in range(1, 8):
            do(f"touch 0 move {x + 6 * step} {y}")
        to_x, to_y = middle(TARGET, sway.target.mapped["target"])
        before = sway.process.offers_to_copy()
        sway.target.expect("drag-enter", meanwhile=lambda: do(f"touch 0 move {to_x} {to_y}"))
        wait_for("the target's consent", lambda: sway.process.offers_to_copy() > before)
        do("touch 0 up 0 0")
        sway.target.expect("received", text="dragged")
        sway.source.wait_for("finished")
        sway.finish()


def cancelled_finger_ends_the_drag():
    with Run() as run:
        sway = Sway(run, clients=probe_and_target, **touch_options(run))
        do = touch(sway)
        x, y = SOURCE[0] + 100, SOURCE[1] + 100
        do(f"touch 0 down {x} {y}")
        sway.source.wait_for("drag enter")
        do("touch 0 cancel 0 0")
        sway.source.wait_for("cancelled")
        sway.finish()


# ----------------------------------------------------------------------------------------------------- Hostile clients


def slowest_answer(run):
    """The longest that a client waits for the compositor within three seconds, in milliseconds."""
    answer = subprocess.run(
        [PROBER, "patience"], env=run.environment, stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE + 3)
    return float(answer.stdout.split()[1])


def big_icon_keeps_nobody_waiting(turn, side=4096):
    with Run() as run:
        def clients(run):
            probe = Probe(run, ICON=str(side), TURN=str(turn), COMMITS="100000")
            return probe, run.client("target", "--role", "target")

        sway = Sway(run, clients=clients)
        drag_off_probe(sway)
        sway.move(480, 500)
        sway.source.wait_for("drag leave")
        slowest = slowest_answer(run)
        print(f"    an icon of {side} pixels, turned by {turn}: {slowest} ms", flush=True)
        assert slowest < 150, slowest
        sway.source.process.process.kill()
        sway.finish()


def big_icon_that_is_drawn_without_rest_keeps_nobody_waiting():
    big_icon_keeps_nobody_waiting(turn=0)


def big_icon_that_is_turned_keeps_nobody_waiting():
    big_icon_keeps_nobody_waiting(turn=1)


def icon_whose_memory_is_cut_off_harms_nobody():
    with Run() as run:
        for turn in (0, 1):
            def clients(run):
                probe = Probe(run, ICON="600", TURN=str(turn), CUT="1", COMMITS="200")
                return probe, run.client("target", "--role", "target")

            sway = Sway(run, clients=clients)
            drag_off_probe(sway)
            sway.move(480, 500)
            sway.source.wait_for("drag leave")
            wait_for("the end of it", lambda: "tired" in sway.source.lines() or not sway.source.process.is_running())
            sway.button(0)
            sway.finish()


def log_is_not_flooded_and_says_whose_mistake_it_is():
    with Run() as run:
        # A format that wlroots knows, and that nobody reads.
        xbgr8888 = 0x34324258

        def clients(run):
            return Probe(run, FORMAT=str(xbgr8888), COMMITS="20000"), run.client("target", "--role", "target")

        sway = Sway(run, clients=clients)
        drag_off_probe(sway)
        sway.move(480, 500)
        wait_for("the end of it", lambda: not sway.source.process.is_running() or "tired" in sway.source.lines())
        log = sway.process.output()
        assert "mistake of dray-wlroots" not in log, log[-3000:]
        lines = [line for line in log.splitlines() if "dray: mistake of a client: " in line]
        assert 1 <= len(lines) < 20 and "cannot be read" in lines[0], lines
        sway.button(0)
        sway.finish()


# -------------------------------------------------------------------------------------------------------- X11 windows


def drags_to_x11_windows_work():
    def clients(run):
        source = run.client("source", "--role", "source", "--text", "dragged")
        # What sway tells those that it starts.
        said = run.directory / "display"
        said.touch()
        said.chmod(0o666)
        ask = run.directory / "ask.sh"
        ask.write_text(f"echo $DISPLAY > {said}")
        ipc = str(next(run.directory.glob("sway-ipc.*.sock")))
        subprocess.run(["swaymsg", "exec", f"sh {ask}"], env={**run.environment, "SWAYSOCK": ipc}, check=True,
                       stdout=subprocess.DEVNULL, timeout=PATIENCE)
        display = wait_for("sway's display", lambda: said.read_text().strip())
        run.environment.update(DISPLAY=display, GDK_BACKEND="x11")
        # An X server takes clients of its own user only.
        target = run.client("target", command=[
            *as_sway(), "/usr/bin/python3", CLIENTS / "gtk3-dnd.py", "--title", "target", "--role", "target"])
        del run.environment["DISPLAY"], run.environment["GDK_BACKEND"]
        return source, target

    with Run() as run:
        sway = Sway(run, clients=clients)
        sway.pick_up()
        x, y = sway.to_point
        sway.move(x - 5, y)
        sway.target.expect("drag-enter", meanwhile=lambda: (sway.move(x - 3, y), sway.move(x, y)))
        wait_for("the badge", lambda: (
            sway.move(x - 1, y), sway.move(x, y), Screen(run).badge(x + 20, y + 26) == GREEN)[-1])
        sway.button(0)
        sway.target.expect("received", text="dragged")
        sway.source.expect("drag-end", result="copied")
        # Beside it, nothing.
        sway.pick_up()
        sway.move(480, 500)
        sway.button(0)
        sway.source.expect("drag-end", result="cancelled")
        # And a target that goes away.
        sway.pick_up()
        sway.target.expect("drag-enter", meanwhile=lambda: (sway.move(x - 3, y), sway.move(x, y)))
        sway.target.process.kill()
        sway.source.process.poll()
        sway.button(0)
        sway.source.expect("drag-end", result="cancelled")
        sway.finish()


# ------------------------------------------------------------------------------------------------------- Without Dray


def memory_is_in_order_whatever_clients_do():
    with Run() as run:
        def clients(run):
            return Probe(run, ICON="300", CUT="1", COMMITS="50"), run.client("target", "--role", "target")

        suppressions = Path(__file__).with_name("valgrind.supp")
        sway = Sway(run, clients=clients, config="bindsym F6 workspace 1\nbindsym F5 workspace 2\n", wrapper=[
            "valgrind", "--quiet", "--error-exitcode=9", "--leak-check=no", f"--suppressions={suppressions}"],
            **touch_options(run))
        do = touch(sway)
        x, y = SOURCE[0] + 100, SOURCE[1] + 100
        to_x, to_y = middle(TARGET, sway.target.mapped["target"])
        wait_for("the window", lambda: (
            do(f"touch 3 down {x} {y}"), do("touch 3 up 0 0"), "touch up 3" in sway.source.lines())[-1])
        sway.key(ESCAPE, 1)
        sway.key(ESCAPE, 0)
        # The keyboard goes in the middle of a drag, with a key of it down.
        drag_off_probe(sway)
        sway.move(to_x, to_y)
        sway.key(ESCAPE, 1)
        sway.keyboard.end()
        sway.button(0)
        sway.keyboard = Device(run, KEYBOARD)
        # And a workspace, and then the client.
        drag_off_probe(sway)
        sway.key(F5, 1)
        sway.key(F5, 0)
        sway.source.process.process.kill()
        sway.button(0)
        sway.message("workspace", "1")
        sway.target.end()
        sway.finish()


def sway_runs_on(run, folder, complaint):
    """sway with the preload of this folder, which says why there is no Dray, in one line; and wlroots' own drags."""
    sway = Sway(run, preload=folder / "libdray-sway.so")
    lines = [line for line in sway.process.output().splitlines() if "dray: " in line]
    assert len(lines) == 1 and "runs without Dray" in lines[0] and complaint in lines[0], lines
    sway.pick_up()
    x, y = sway.to_point
    sway.target.expect("drag-enter", meanwhile=lambda: (sway.move(x - 3, y), sway.move(x, y)))
    # wlroots itself has no rule against moves.
    assert sorted(sway.target.seen[-1]["actions"]) == ["copy", "move"], sway.target.seen[-1]
    sway.button(0)
    sway.finish()


def folder_of(run):
    """A folder with all that is installed, for a test to break."""
    folder = run.directory / "lib"
    folder.mkdir()
    folder.chmod(0o755)
    for file, name in (PRELOAD, "libdray-sway.so"), (MODULE, MODULE_NAME), (LIBDRAY, "libdray.so.0"):
        shutil.copy(file, folder / name)
    # As installed, all look beside themselves and nowhere else.
    for name in "libdray-sway.so", MODULE_NAME:
        said = subprocess.run(["readelf", "-d", folder / name], stdout=subprocess.PIPE, text=True, check=True).stdout
        path = re.search(r"Library (?:runpath|rpath): \[(.*)\]", said).group(1).encode() + b"\0"
        data = (folder / name).read_bytes()
        assert path in data
        (folder / name).write_bytes(data.replace(path, b"$ORIGIN".ljust(len(path), b"\0")))
    return folder


def cut(file, size):
    with file.open("r+b") as opened:
        opened.truncate(size)


def sway_runs_on_without_a_whole_libdray():
    def garbage(folder):
        (folder / "libdray.so.0").write_bytes(b"no library" * 1000)

    for damage, complaint in (
            (lambda folder: (folder / "libdray.so.0").unlink(), "libdray.so.0"),
            (garbage, "is no library"),
            (lambda folder: cut(folder / "libdray.so.0", 0), "is no library"),
            (lambda folder: cut(folder / "libdray.so.0", 100000), "is cut short"),
            (lambda folder: cut(folder / "libdray.so.0", (folder / "libdray.so.0").stat().st_size - 10), "is cut short"),
            (lambda folder: cut(folder / MODULE_NAME, 30000), "is cut short"),
    ):
        with Run() as run:
            folder = folder_of(run)
            damage(folder)
            sway_runs_on(run, folder, complaint)


def another_wlroots_is_refused_and_sway_runs_on():
    with Run() as run:
        folder = folder_of(run)
        # As if sway stood on a version that nothing was made for.
        (folder / MODULE_NAME).rename(folder / "dray-wlroots-0.99.so")
        sway_runs_on(run, folder, f"there is no {MODULE_NAME} for /")


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
    dragging_out_of_a_background_window_leaves_the_focus_and_a_drop_takes_it,
    keys_of_a_drag_reach_no_client,
    escape_is_known_by_its_meaning,
    shortcuts_of_sway_work_during_a_drag,
    settings_come_from_the_environment,
    with_reduced_motion_nothing_flies,
    pointer_grabs_while_the_badge_tells_the_outcome,
    image_of_a_touch_drag_flies_back_and_other_fingers_go_on,
    touch_drag_is_dropped_on_another_window,
    cancelled_finger_ends_the_drag,
    big_icon_that_is_drawn_without_rest_keeps_nobody_waiting,
    big_icon_that_is_turned_keeps_nobody_waiting,
    icon_whose_memory_is_cut_off_harms_nobody,
    log_is_not_flooded_and_says_whose_mistake_it_is,
    drags_to_x11_windows_work,
    memory_is_in_order,
    memory_is_in_order_whatever_clients_do,
    sway_runs_on_without_a_whole_libdray,
    another_wlroots_is_refused_and_sway_runs_on,
]

if shutil.which("Xwayland") is None:
    TESTS.remove(drags_to_x11_windows_work)

if __name__ == "__main__":
    play(TESTS, sys.argv[8:])
