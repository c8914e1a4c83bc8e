#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What users do daily in KWin, each with Dray and with KWin's own drag and drop: the result is the same.

usage: kwin-daily.py PLUGIN INPUT-PLUGIN SMALL-CLIENT [TEST ...]

Tests with Plasma's shell are in kwin-plasma.py; those of the clipboard, of unloading, and of tabs of browsers with Dray
alone are in kwin.py.
"""

import itertools
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from daily import (
    TAB, Daily, change_outputs_during_a_drag, compared, move_window_by_its_client, paste_text_of_x11, switch_windows)
from hosts import TIMEOUT, Run, Socket, play, wait_for
from kwin_host import SIZE, SOURCE, Compositor, Desktop
from steps import RETURN

PLUGIN, INPUT, SMALL = map(os.path.abspath, sys.argv[1:4])
ACTIVITIES = Path("/usr/share/dbus-1/services/org.kde.ActivityManager.service")


class Pair(Daily, Desktop):
    """KWin with a source and a target made with Qt."""

    def __init__(self, run, plugin, **options):
        super().__init__(run, plugin, INPUT, **options)
        self.check_plugin(plugin)


def call(kwin, path, method, *arguments, service="org.kde.KWin"):
    return subprocess.run(
        ["dbus-send", "--print-reply", f"--dest={service}", path, method, *arguments], check=True, timeout=TIMEOUT,
        env=kwin.run.environment, capture_output=True, text=True).stdout


# -------------------------------------------------------------------------------------------------------------- Windows

@compared(PLUGIN)
def window_is_moved_by_its_client(plugin):
    with Run() as run:
        kwin = Compositor(run, plugin, INPUT)
        kwin.check_plugin(plugin)
        move_window_by_its_client(kwin, SMALL, SOURCE)
        kwin.end()


@compared(PLUGIN)
def window_rules_are_kept(plugin):
    """A window that a rule holds above others, and translucent, stays so during and after a drag onto another window.
    """
    with Run() as run:
        (run.directory / "kwinrulesrc").write_text(
            "[1]\nDescription=above\nabove=true\naboverule=2\nopacityactive=50\nopacityactiverule=2\n"
            "opacityinactive=50\nopacityinactiverule=2\ntitle=above\ntitlematch=1\n"
            "[General]\ncount=1\nrules=1\n")
        kwin = Pair(run, plugin)
        above = run.start("above", SMALL, "target", TITLE="above")
        kwin.settle("above", (SOURCE[0], 330))
        for point in kwin.to_point, kwin.from_point:
            kwin.click(point)
            kwin.do("paint")
            assert kwin.do("stack").split()[0] == "above", kwin.do("stack")
            assert kwin.do("opacity above") == "0.5"
        kwin.drag_and_drop()
        assert kwin.do("stack").split()[0] == "above", kwin.do("stack")
        assert kwin.do("opacity above") == "0.5"
        # It is a target like any other.
        kwin.pick_up()
        kwin.carry_to(SOURCE[0] + 100, 430, lambda: "enter with an offer" in above.output())
        kwin.button(0)
        wait_for("the drop", lambda: "drop" in above.output().splitlines())
        kwin.source.expect("drag-end")
        above.kill()
        kwin.end()


@compared(PLUGIN)
def windows_are_switched_during_a_drag(plugin):
    """Alt+Tab activates another window; the drag continues and can be dropped. With Dray a drag leaves its window in
    the background (HIG-28).
    """
    active, other = ("target", "source") if plugin else ("source", "target")
    with Run() as run:
        kwin = Pair(run, plugin)
        kwin.click(kwin.to_point)
        wait_for("the target's focus", lambda: kwin.do("focus") == "target")
        kwin.pick_up()
        switch_windows(kwin, active, other)
        kwin.go_to_target()
        kwin.drop()
        kwin.end()


@compared(PLUGIN)
def output_is_plugged_in_and_out_during_a_drag(plugin):
    with Run() as run:
        kwin = Pair(run, plugin, outputs=2)
        change_outputs_during_a_drag(kwin, lambda: kwin.do("output 1 1"), lambda: kwin.do("output 1 off"), SIZE[0])
        kwin.end()


@compared(PLUGIN)
def windows_of_another_activity_are_no_targets(plugin):
    """With Dray also if the pointer is idle while the activity changes."""
    if not ACTIVITIES.exists():
        print("    skipped: Plasma's activities are not installed")
        return
    here, there = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
    with Run() as run:
        (run.directory / "kactivitymanagerdrc").write_text(
            f"[activities]\n{here}=here\n{there}=there\n[main]\ncurrentActivity={here}\n")
        (run.directory / "kwinrulesrc").write_text(
            f"[1]\nDescription=here\nactivity={here}\nactivityrule=2\ntitle=target\ntitlematch=1\n"
            "[General]\ncount=1\nrules=1\n")
        kwin = Pair(run, plugin, activities=True)
        program = re.search("^Exec=(.*)$", ACTIVITIES.read_text(), re.M)[1]
        run.start("activities", *program.split(), QT_QPA_PLATFORM="wayland")
        wait_for("the activities", lambda: "true" in call(
            kwin, "/", "org.freedesktop.DBus.NameHasOwner", "string:org.kde.ActivityManager",
            service="org.freedesktop.DBus"))
        # The rule has no effect before.
        kwin.replace_clients()

        def activities(method, *arguments):
            return call(kwin, "/ActivityManager/Activities", f"org.kde.ActivityManager.Activities.{method}",
                        *arguments, service="org.kde.ActivityManager")

        def go_to(activity):
            # The service has no activities at first.
            wait_for("the activity", lambda: (
                activities("SetCurrentActivity", f"string:{activity}"),
                activity in activities("CurrentActivity"))[-1])
        kwin.drag()
        go_to(there)
        x, y = kwin.to_point
        kwin.target.expect("drag-leave", meanwhile=None if plugin else lambda: (kwin.move(x + 4, y), kwin.move(x, y)))
        # With Dray it would enter at once.
        kwin.move(x, SIZE[1] - 20)
        go_to(here)
        kwin.go_to_target()
        kwin.drop()
        kwin.end()


# ------------------------------------------------------------------------------------------------------------ Clipboard

@compared(PLUGIN)
def text_of_x11_is_pasted(plugin):
    with Run() as run:
        kwin = Compositor(run, plugin, INPUT, arguments=["--xwayland"])
        kwin.check_plugin(plugin)
        paste_text_of_x11(kwin, SOURCE)
        kwin.end()


# ------------------------------------------------------------------------------------------------------------- Sessions

class Wrapped(Pair):
    """KWin below its wrapper, which owns the socket of the session and starts KWin again after a crash."""

    program, socket = "kwin_wayland_wrapper", "wayland-0"

    def child(self):
        """Returns the process of KWin; None if the wrapper has not started it."""
        children = Path(f"/proc/{self.process.process.pid}/task/{self.process.process.pid}/children").read_text()
        return int(children.split()[0]) if children else None

    def crash(self):
        before = self.child()
        os.kill(before, signal.SIGKILL)
        wait_for("KWin to start again", lambda: self.child() not in (None, before))
        # The old socket's file stays.
        self.do = Socket(self.run.directory / "input")
        wait_for("the input module", lambda: self.do.try_once("move 1 1"))

    def kill(self):
        """A wrapper that is killed does not end KWin."""
        if self.process.is_running():
            child = self.child()
            self.process.kill()
            if child is not None:
                os.kill(child, signal.SIGKILL)


@compared(PLUGIN)
def clients_survive_a_crash_of_kwin(plugin):
    """Clients of Qt connect to the next KWin, and drag there as before. A drag during the crash has no end for Qt."""
    with Run() as run:
        run.environment["QT_WAYLAND_RECONNECT"] = "1"
        kwin = Wrapped(run, plugin)
        try:
            kwin.drag_and_drop()
            kwin.crash()
            for title, place in kwin.places.items():
                kwin.settle(title, place)
            kwin.drag_and_drop()
            kwin.process.end()
        finally:
            kwin.kill()


def pointer_begins_no_drag_while_a_finger_drags():
    with Run() as run:
        kwin = Desktop(run, PLUGIN, INPUT)
        other = run.start("other", SMALL, "source", TITLE="other")
        kwin.settle("other", (SOURCE[0], 330))
        x, y = kwin.from_point
        kwin.finger(0, "down", x, y)
        steps = itertools.count(1)
        kwin.source.expect("drag-begin", meanwhile=lambda: kwin.finger(0, "move", x + 6 * next(steps), y))
        # It begins a drag when it is pressed.
        wait_for("the rejected drag", lambda: (
            kwin.move(SOURCE[0] + 90, 430), kwin.button(0), kwin.move(SOURCE[0] + 100, 430), kwin.button(1),
            "cancelled" in other.output())[-1])
        kwin.button(0)
        kwin.touch_target()
        kwin.finger(0, "up")
        kwin.target.expect("received", text="dragged")
        kwin.source.expect("drag-end")
        other.kill()
        kwin.end()


def finger_begins_no_drag_during_a_drag_by_keyboard():
    with Run() as run:
        kwin = Desktop(run, PLUGIN, INPUT)
        other = run.start("other", SMALL, "source", TITLE="other", FINGERS="1")
        kwin.settle("other", (SOURCE[0], 330))
        kwin.pick_up_by_keyboard()
        kwin.target.expect("drag-enter", meanwhile=lambda: kwin.press(TAB))
        wait_for("the target's consent", lambda: kwin.process.offers_to_copy() > 0)
        # It begins a drag when it is touched.
        kwin.finger(0, "down", SOURCE[0] + 100, 430)
        wait_for("the rejected drag", lambda: "cancelled" in other.output())
        kwin.finger(0, "up")
        kwin.press(RETURN)
        kwin.target.expect("received", text="dragged")
        kwin.source.expect("drag-end", result="copied")
        other.kill()
        kwin.end()


def clients_from_before_the_plugin_drag_with_it():
    """Clients of Qt bind the manager that appears. Those that connect later have no other."""
    with Run() as run:
        kwin = Pair(run, PLUGIN)
        call(kwin, "/Plugins", "org.kde.KWin.Plugins.UnloadPlugin", "string:dray-kwin")
        kwin.replace_clients()
        kwin.drag_and_drop()
        call(kwin, "/Plugins", "org.kde.KWin.Plugins.LoadPlugin", "string:dray-kwin")
        wait_for("the plugin", lambda: kwin.process.output().count("does drag and drop") == 2)
        assert kwin.process.offers_to_copy() == 0
        kwin.drag_and_drop()
        assert kwin.process.offers_to_copy() > 0, "it is a drag of KWin"
        kwin.replace_clients()
        kwin.drag_and_drop()
        kwin.end()


TESTS = [
    window_is_moved_by_its_client,
    window_rules_are_kept,
    windows_are_switched_during_a_drag,
    output_is_plugged_in_and_out_during_a_drag,
    windows_of_another_activity_are_no_targets,
    text_of_x11_is_pasted,
    clients_survive_a_crash_of_kwin,
    pointer_begins_no_drag_while_a_finger_drags,
    finger_begins_no_drag_during_a_drag_by_keyboard,
    clients_from_before_the_plugin_drag_with_it,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[4:])
