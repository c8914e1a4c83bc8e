#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What users do daily in GNOME Shell, each with Dray and with mutter's own drag and drop: the result is the same.

usage: gnome-daily.py HOST-FOLDER TEST-FOLDER SMALL-CLIENT [TEST ...]

Tests with Dray alone are in gnome.py.
"""

import os
import subprocess
import sys

from daily import (
    ALT, F1, F2, Daily, change_outputs_during_a_drag, compared, move_window_by_its_client, open_clipboard,
    paste_text_of_x11, switch_windows)
from gnome_host import EXTENSION, SIZE, SOURCE, TARGET, Compositor, Desktop
from hosts import TIMEOUT, Run, play, wait_for
from steps import ESCAPE

FOLDER, INPUT, SMALL = map(os.path.abspath, sys.argv[1:4])
SPACE, F5 = 57, 63


class Pair(Daily, Desktop):
    """GNOME Shell with a source and a target made with Qt."""

    def __init__(self, run, folder, **options):
        super().__init__(run, folder, INPUT, **options)
        self.check_extension(folder)


def set_extension(gnome, is_enabled):
    """Enables or disables Dray, as the Extensions application does."""
    gnome.ask_shell("EnableExtension" if is_enabled else "DisableExtension", EXTENSION)
    wait_for("the extension's state", lambda: gnome.evaluate(
        f"Main.extensionManager.lookup('{EXTENSION}').state") == (1 if is_enabled else 2))


# -------------------------------------------------------------------------------------------------------------- Windows

@compared(FOLDER)
def window_is_moved_by_its_client(folder):
    with Run() as run:
        gnome = Compositor(run, folder, INPUT)
        gnome.check_extension(folder)
        move_window_by_its_client(gnome, SMALL, SOURCE)
        gnome.end()


@compared(FOLDER)
def window_menu_is_used(folder):
    """The menu of a window, which the shell shows, closes by Escape, and then moves the window to another workspace."""
    with Run() as run:
        gnome = Pair(run, folder)
        gnome.click(gnome.to_point)
        wait_for("the target's focus", lambda: gnome.do("focus") == "target")

        def menu():
            return gnome.evaluate("Main.wm._windowMenuManager._manager.activeMenu !== null")

        def open_menu():
            gnome.key(ALT, 1)
            gnome.press(SPACE)
            gnome.key(ALT, 0)
            wait_for("the menu", menu)
        open_menu()
        gnome.press(ESCAPE)
        wait_for("the end of the menu", lambda: not menu())
        gnome.drag_and_drop()
        gnome.click(gnome.to_point)
        wait_for("the target's focus", lambda: gnome.do("focus") == "target")
        open_menu()
        # The item is clicked, as by a user.
        x, y = gnome.evaluate(
            "(() => { const item = Main.wm._windowMenuManager._manager.activeMenu._getMenuItems().find("
            "item => item.label?.text === 'Minimize' || item.label?.text === 'Hide');"
            " return [0, 1].map(at => item.get_transformed_position()[at] + item.get_size()[at] / 2); })()")
        gnome.click((round(x), round(y)))
        wait_for("the minimised window", lambda: gnome.evaluate(
            "global.get_window_actors().find(actor => actor.meta_window.title === 'target').meta_window.minimized"))
        gnome.end()


@compared(FOLDER)
def windows_are_switched_during_a_drag(folder):
    """Alt+Tab activates another window; the drag continues and can be dropped."""
    with Run() as run:
        gnome = Pair(run, folder)
        gnome.click(gnome.to_point)
        gnome.pick_up()
        switch_windows(gnome, "source", "target")
        gnome.go_to_target()
        gnome.drop()
        gnome.end()


@compared(FOLDER)
def content_is_dragged_to_another_workspace(folder):
    with Run() as run:
        gnome = Pair(run, folder)
        gnome.do("send target 2")
        gnome.pick_up()
        gnome.press(F5)
        wait_for("the workspace", lambda: gnome.do("desktop") == "2")
        gnome.go_to_target()
        gnome.drop()
        gnome.do("desktop 1")
        gnome.end()


@compared(FOLDER)
def output_is_plugged_in_and_out_during_a_drag(folder):
    with Run() as run:
        gnome = Pair(run, folder, outputs=2)
        change_outputs_during_a_drag(
            gnome, lambda: gnome.set_scales([1, 1]), lambda: gnome.set_scales([1]), SIZE[0])
        gnome.end()


@compared(FOLDER)
def notification_is_shown_during_a_drag(folder):
    with Run() as run:
        gnome = Pair(run, folder)
        gnome.pick_up()
        subprocess.run(
            ["gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "true"], check=True,
            env={**run.environment, "GSETTINGS_BACKEND": "keyfile"}, timeout=TIMEOUT)

        def banner():
            return gnome.evaluate("Main.messageTray._banner !== null && Main.messageTray._bannerBin.visible")
        gnome.evaluate("void Main.notify('title', 'text')")
        wait_for("the banner", banner)
        gnome.go_to_target()
        gnome.drop()
        assert banner(), "the notification is closed"
        gnome.end()


@compared(FOLDER)
def finger_scrolls(folder):
    """A finger that moves over a window is that window's, also if the pointer is elsewhere, and after a drag."""
    with Run() as run:
        gnome = Pair(run, folder)
        place = SOURCE[0], 330
        window = run.start("window", SMALL, "target", TITLE="window", FINGERS="1")
        gnome.settle("window", place)

        def scroll():
            before = window.output().count("finger moves"), window.output().count("finger up")
            gnome.finger(0, "down", place[0] + 100, place[1] + 150)
            for step in range(1, 6):
                gnome.finger(0, "move", place[0] + 100, place[1] + 150 - 20 * step)
            gnome.finger(0, "up")
            wait_for("the fingers", lambda: window.output().count("finger up") == before[1] + 1)
            assert window.output().count("finger moves") == before[0] + 5, window.output()
        scroll()
        gnome.drag_and_drop()
        scroll()
        window.kill()
        gnome.end()


# ------------------------------------------------------------------------------------------------------------ Clipboard

@compared(FOLDER)
def text_of_x11_is_pasted(folder):
    with Run() as run:
        gnome = Compositor(run, folder, INPUT, x11=True)
        gnome.check_extension(folder)
        paste_text_of_x11(gnome, SOURCE)
        gnome.end()


@compared(FOLDER)
def text_is_pasted_after_its_window_has_quit(folder):
    with Run() as run:
        gnome = Compositor(run, folder, INPUT)
        gnome.check_extension(folder)
        window = open_clipboard(gnome, "window", SOURCE)
        gnome.press(F1)
        window.expect("copied")
        # The shell keeps the content as soon as it has read it.
        gnome.do("paint")
        other = open_clipboard(gnome, "other", TARGET)
        other.expect("clipboard", meanwhile=lambda: gnome.press(F2), text="window")
        window.kill()
        other.expect("clipboard", meanwhile=lambda: gnome.press(F2), text="window")
        other.end()
        gnome.end()


# ------------------------------------------------------------------------------------------------------------- Sessions

@compared(FOLDER)
def session_is_locked_and_unlocked(folder):
    """Windows from before the lock drag after it, also to a later one."""
    with Run() as run:
        gnome = Pair(run, folder)
        gnome.drag_and_drop()
        gnome.evaluate("Main.sessionMode.pushMode('unlock-dialog')")
        wait_for("the lock", lambda: gnome.evaluate("Main.sessionMode.isLocked"))
        gnome.evaluate("Main.sessionMode.popMode('unlock-dialog')")
        wait_for("the end of the lock", lambda: not gnome.evaluate("Main.sessionMode.isLocked"))
        gnome.drag_and_drop()
        gnome.replace_target()
        gnome.drag_and_drop()
        gnome.end()


def clients_from_before_the_extension_drag_to_each_other():
    """They have mutter's drag and drop until they are started again."""
    with Run() as run:
        gnome = Pair(run, FOLDER)
        set_extension(gnome, False)
        gnome.replace_clients()
        gnome.drag_and_drop()
        set_extension(gnome, True)
        gnome.drag_and_drop()
        assert gnome.process.offers_to_copy() == 0, "it is a drag of Dray"
        gnome.replace_clients()
        gnome.drag_and_drop()
        assert gnome.process.offers_to_copy() > 0, "it is a drag of mutter"
        gnome.end()


TESTS = [
    window_is_moved_by_its_client,
    window_menu_is_used,
    windows_are_switched_during_a_drag,
    content_is_dragged_to_another_workspace,
    output_is_plugged_in_and_out_during_a_drag,
    notification_is_shown_during_a_drag,
    finger_scrolls,
    text_of_x11_is_pasted,
    text_is_pasted_after_its_window_has_quit,
    session_is_locked_and_unlocked,
    clients_from_before_the_extension_drag_to_each_other,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[4:])
