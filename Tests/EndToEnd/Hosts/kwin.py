#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What a desktop has and other hosts have not, in an unmodified KWin with Dray.

usage: kwin.py PLUGIN INPUT-PLUGIN [TEST ...]
"""

import itertools
import os
import re
import subprocess
import sys

import browsers
from daily import open_clipboard
from hosts import TIMEOUT, Run, play, wait_for
from kwin_host import SIZE, SOURCE, TARGET, Compositor, Desktop
from screen import GREEN, RED
from steps import middle

PLUGIN, INPUT = map(os.path.abspath, sys.argv[1:3])
TOOLKITS = "gtk3", "gtk4", "qt6"
ESCAPE, RETURN, TAB, F1, F2, F3, F6 = 1, 28, 15, 59, 60, 61, 64


def loses_long_content():
    """Whether this KWin loses long content of X11 clients on a busy machine, with Dray and without."""
    version = subprocess.run(["kwin_wayland", "--version"], check=True, capture_output=True, text=True).stdout
    is_so = tuple(map(int, re.search(r"(\d+)\.(\d+)\.\d+", version).groups())) >= (6, 7)
    if is_so:
        print("    skipped: this KWin loses content itself: a full pipe is an error when it begins to write a part")
    return is_so


class Clipboards(Compositor):
    """KWin with Xwayland and a window that copies and pastes."""

    def __init__(self, run):
        super().__init__(run, PLUGIN, INPUT, arguments=["--xwayland"])
        self.x11 = self.x11_variables()
        self.window = self.open("window", SOURCE)

    def open(self, title, point):
        return open_clipboard(self, title, point)

    def copy_on_x11(self, text):
        path = self.run.directory / "text"
        path.write_text(text)
        self.run.start("xclip", "xclip", "-quiet", "-selection", "clipboard", path, **self.x11)

    def paste_by_manager(self, *options):
        return subprocess.run(["wl-paste", "--no-newline", *options], env=self.run.environment, capture_output=True,
                              text=True, timeout=TIMEOUT).stdout

    def copy_by_manager(self, text, *options):
        subprocess.run(["wl-copy", *options, text], env=self.run.environment, check=True, timeout=TIMEOUT)

    def paste(self, text, into=None):
        """Pastes into a window until it receives the text."""
        (into or self.window).expect("clipboard", meanwhile=lambda: self.press(F2), text=text)


def clipboard_is_shared_in_both_directions():
    with Run() as run:
        kwin = Clipboards(run)
        kwin.press(F1)
        kwin.window.expect("copied")
        wait_for("the window's text for a clipboard manager", lambda: kwin.paste_by_manager() == "window")
        kwin.copy_by_manager("of a manager")
        kwin.paste("of a manager")
        kwin.press(F1)
        wait_for("the window's text again", lambda: kwin.paste_by_manager() == "window")
        # More than a pipe holds.
        long = "0123456789" * 20000
        kwin.copy_on_x11(long)
        wait_for("the text of X11 for a clipboard manager", lambda: kwin.paste_by_manager() == long)
        kwin.paste(long)
        kwin.window.end()
        kwin.end()


def content_of_x11_is_pasted_though_others_wait_with_it():
    if loses_long_content():
        return
    with Run() as run:
        kwin = Clipboards(run)
        # More than the pipes between the two applications hold, and for all reads together more than KWin may keep.
        text = "0123456789" * 800_000
        kwin.copy_on_x11(text)
        wait_for("the text of X11", lambda: kwin.paste_by_manager() == text)
        kwin.press(F3)
        kwin.window.expect("hoards")
        other = kwin.open("other", TARGET)
        kwin.paste(text, into=other)
        other.end()
        kwin.window.kill()
        kwin.end()


def content_of_x11_that_is_not_read_does_not_block_kwin():
    if loses_long_content():
        return
    with Run() as run:
        kwin = Clipboards(run)
        text = "0123456789" * 10_000_000
        kwin.copy_on_x11(text)
        wait_for("the text of X11", lambda: len(kwin.paste_by_manager()) == len(text))
        kwin.press(F3)
        kwin.window.expect("hoards")
        kwin.copy_by_manager("short")
        kwin.paste("short")
        kwin.window.end()
        kwin.end()


def primary_selection_is_that_of_kwin():
    with Run() as run:
        kwin = Clipboards(run)
        kwin.copy_by_manager("selected", "--primary")
        wait_for("the primary selection", lambda: kwin.paste_by_manager("--primary") == "selected")
        kwin.press(F1)
        wait_for("the clipboard", lambda: kwin.paste_by_manager() == "window")
        assert kwin.paste_by_manager("--primary") == "selected"
        kwin.window.end()
        kwin.end()


def settings_are_read_again():
    with Run() as run:
        kwin = Compositor(run, PLUGIN, INPUT, settings="opacity=2\nopacty=0.5")
        wait_for("the wrong value", lambda: "[Dray] opacity is '2', but must be" in kwin.process.output())
        wait_for("the unknown name", lambda: "[Dray] unknown setting opacty" in kwin.process.output())
        (run.directory / "kwinrc").write_text("[Dray]\nthreshold=-1\n")
        subprocess.run(
            ["dbus-send", "--print-reply", "--dest=org.kde.KWin", "/KWin", "org.kde.KWin.reconfigure"], check=True,
            env=run.environment, stdout=subprocess.DEVNULL, timeout=TIMEOUT)
        wait_for("the new settings", lambda: "[Dray] threshold is '-1'" in kwin.process.output())
        assert kwin.process.output().count("[Dray] opacity is") == 1, "the same settings are read twice"
        kwin.end()


def plugin_can_be_switched_off():
    with Run() as run:
        kwin = Compositor(run, PLUGIN, INPUT, settings="[Plugins]\ndray-kwinEnabled=false")
        kwin.click((500, 500))
        assert "does drag and drop" not in kwin.process.output()
        kwin.end()


def plugins(kwin, what):
    subprocess.run(
        ["dbus-send", "--print-reply", "--dest=org.kde.KWin", "/Plugins", f"org.kde.KWin.Plugins.{what}",
         "string:dray-kwin"], check=True, env=kwin.run.environment, stdout=subprocess.DEVNULL, timeout=TIMEOUT)


def plugin_is_unloaded_and_loaded_again():
    """Clients keep the manager that they have bound, so later ones are the ones that drag."""
    with Run() as run:
        kwin = Compositor(run, PLUGIN, INPUT)
        for _ in range(20):
            plugins(kwin, "UnloadPlugin")
            plugins(kwin, "LoadPlugin")
        wait_for("the plugin", lambda: kwin.process.output().count("does drag and drop") >= 21)
        source = run.client("source", "--role", "source", "--text", "dragged")
        target = run.client("target", "--role", "target")
        kwin.place("source", SOURCE)
        kwin.place("target", TARGET)
        kwin.do("paint")
        kwin.drag_off(source, middle(SOURCE, source.mapped["source"]))
        x, y = middle(TARGET, target.mapped["target"])
        target.expect("drag-enter", meanwhile=lambda: (kwin.move(x - 1, y), kwin.move(x, y)))
        # The image and the drag go with the plugin.
        plugins(kwin, "UnloadPlugin")
        source.expect("drag-end", result="cancelled")
        kwin.button(0)
        source.end()
        target.end()
        kwin.end()


def toolkits_copy_to_each_other():
    for toolkit, into in itertools.product(TOOLKITS, repeat=2):
        with Run() as run:
            kwin = Desktop(run, PLUGIN, INPUT, toolkits=(toolkit, into))
            kwin.copy_and_cancel()
            kwin.end()


def touch_activates_a_window_unless_it_becomes_a_drag():
    with Run() as run:
        kwin = Desktop(run, PLUGIN, INPUT, toolkits=("qt6", "gtk4"))
        assert kwin.do("focus") == "target"
        kwin.touch_up_source()
        kwin.touch_target()
        assert kwin.do("focus") == "target"
        kwin.finger(0, "up")
        kwin.target.expect("received", text="dragged")
        kwin.finger(0, "down", *kwin.from_point)
        kwin.source.expect("touch", state="pressed")
        assert kwin.do("focus") == "target"
        kwin.finger(0, "up")
        wait_for("the window that was touched", lambda: kwin.do("focus") == "source")
        kwin.end()


def pointer_and_finger_drag_in_turn():
    """GTK ignores the pointer that is idle in a window after a finger has dragged over it, unless it enters again; and
    after a touch point that is not released, the next one.
    """
    for toolkit in TOOLKITS:
        with Run() as run:
            kwin = Desktop(run, PLUGIN, INPUT, toolkits=(toolkit, toolkit))
            for window, point in ((kwin.source, kwin.from_point), (kwin.target, kwin.to_point)):
                kwin.move(*point)
                kwin.touch_up_source()
                kwin.touch_target()
                kwin.finger(0, "up")
                kwin.target.expect("received", text="dragged")
                kwin.source.expect("drag-end", result="copied")
                kwin.button(1)
                window.expect("button", state="pressed")
                kwin.button(0)
                window.expect("button", state="released")
            kwin.touch_up_source()
            kwin.touch_target()
            kwin.press(ESCAPE)
            kwin.source.expect("drag-end", result="cancelled")
            kwin.finger(0, "up")
            kwin.drag()
            kwin.button(0)
            kwin.target.expect("received", text="dragged")
            kwin.source.expect("drag-end", result="copied")
            kwin.end()


def pen_drags_to_another_window():
    with Run() as run:
        kwin = Desktop(run, PLUGIN, INPUT)

        x, y = kwin.to_point

        def go_to_target():
            kwin.target.expect("drag-enter", meanwhile=lambda: (kwin.pen("move", x - 1, y), kwin.pen("move", x, y)))

        for _ in range(2):
            kwin.pick_up_by_pen()
            go_to_target()
            # Where the hand does not cover it.
            wait_for("the badge", lambda: kwin.picture().badge(x + 72, y - 72) == GREEN)
            kwin.pen("up", x, y)
            kwin.target.expect("received", text="dragged")
            kwin.source.expect("drag-end", result="copied")
            kwin.pen("away", x, y)
        kwin.pick_up_by_pen()
        go_to_target()
        kwin.press(ESCAPE)
        kwin.source.expect("drag-end", result="cancelled")
        kwin.pen("up", x, y)
        kwin.pen("away", x, y)
        # The pointer is not affected.
        kwin.drag()
        kwin.button(0)
        kwin.target.expect("received", text="dragged")
        kwin.end()


def pen_activates_a_window_unless_it_becomes_a_drag():
    with Run() as run:
        kwin = Desktop(run, PLUGIN, INPUT)
        assert kwin.do("focus") == "target"
        x, y = kwin.to_point
        kwin.pick_up_by_pen()
        kwin.target.expect("drag-enter", meanwhile=lambda: (kwin.pen("move", x - 1, y), kwin.pen("move", x, y)))
        assert kwin.do("focus") == "target"
        kwin.pen("up", x, y)
        kwin.source.expect("drag-end")
        kwin.pen("away", x, y)
        kwin.press_pen()
        kwin.source.expect("button", state="pressed")
        assert kwin.do("focus") == "target"
        kwin.pen("up", *kwin.from_point)
        kwin.source.expect("button", state="released")
        wait_for("the window that was pressed", lambda: kwin.do("focus") == "source")
        kwin.end()


def image_is_at_the_last_of_several_motions_in_a_frame():
    with Run() as run:
        kwin = Desktop(run, PLUGIN, INPUT)
        kwin.drag()
        # Where nothing else than the pointer causes frames.
        x, y = 840, 520
        kwin.move(x, y)
        wait_for("the badge", lambda: kwin.picture().badge(x + 20, y + 26) == RED)
        kwin.do("paint")
        kwin.do.at_once(*(f"move {x + step} {y + step}" for step in range(1, 61)))
        wait_for("the badge at the last point", lambda: kwin.picture().badge(x + 80, y + 86) == RED)
        kwin.press(ESCAPE)
        kwin.source.expect("drag-end", result="cancelled")
        kwin.button(0)
        kwin.end()


class Outputs(Desktop):
    """KWin with two outputs, and the target on the second one."""

    def __init__(self, run, scale=1, is_turned=False):
        super().__init__(run, PLUGIN, INPUT, outputs=2)
        self.scale, self.is_turned = scale, is_turned
        self.put_target()

    def put_target(self):
        self.do(f"output 1 {self.scale}" + (" turned" if self.is_turned else ""))
        place = SIZE[0] + 20, 20
        self.settle("target", place)
        self.to_point = middle(place, self.target.mapped["target"])

    def unplug(self):
        """Removes the second output. KWin moves its windows and the pointer to the first one."""
        self.do("output 1 off")
        self.settle("target", TARGET)
        self.to_point = middle(TARGET, self.target.mapped["target"])

    def drag_to_nothing(self, point):
        """Drags over the source, which rejects the drag, to a point without a window."""
        self.pick_up()
        x, y = self.from_point
        wait_for("the drag over the source", lambda: (
            self.move(x - 1, y), self.move(x, y), ": enter (surface" in self.process.output())[-1])
        self.move(*point)

    def pixels_per_point(self, x):
        """QPainter does not rotate what it draws: KWin stretches it to the size of the output."""
        if x < SIZE[0]:
            return 1, 1
        width, height = reversed(SIZE) if self.is_turned else SIZE
        return SIZE[0] / width * self.scale, SIZE[1] / height * self.scale

    def badge(self, x, y, strong):
        """Returns the box of the badge relative to the pointer, in points; None without a badge."""
        wide, high = self.pixels_per_point(x)
        left, top = (min(x, SIZE[0]) + max(x - SIZE[0], 0) * wide), y * high
        weak = {0, 1, 2} - {strong}
        box = self.picture().box(
            lambda *pixel: pixel[strong] > 90 and all(pixel[strong] > pixel[other] + 60 for other in weak),
            (round(left), round(top), round(left + 50 * wide), round(top + 50 * high)), step=1)
        return box and tuple(
            (edge - start) / scale for edge, start, scale in zip(box, (left, top) * 2, (wide, high) * 2))


def badge_is_in_place(kwin):
    """Drags from the first output to the second one."""
    nothing = 900, 560
    kwin.drag_to_nothing(nothing)
    first = wait_for("the badge on the first output", lambda: kwin.badge(*nothing, strong=0))
    nothing = SIZE[0] + 420, 280
    kwin.move(*nothing)
    second = wait_for("the badge on the second output", lambda: kwin.badge(*nothing, strong=0))
    assert all(abs(a - b) < 2 for a, b in zip(first, second)), (first, second)
    kwin.go_to_target()
    kwin.button(0)
    kwin.target.expect("received", text="dragged")
    kwin.source.expect("drag-end", result="copied")


def badge_is_in_place_on_outputs_of_unlike_scale():
    with Run() as run:
        kwin = Outputs(run, scale=2)
        badge_is_in_place(kwin)
        kwin.end()


def badge_is_in_place_on_a_rotated_output():
    with Run() as run:
        kwin = Outputs(run, is_turned=True)
        badge_is_in_place(kwin)
        kwin.end()


def output_can_be_plugged_in_and_out_during_a_drag():
    with Run() as run:
        kwin = Outputs(run)
        kwin.unplug()
        kwin.drag_to_nothing((700, 560))
        wait_for("the badge", lambda: kwin.badge(700, 560, strong=0))
        kwin.put_target()
        kwin.go_to_target()
        wait_for("the badge on the new output", lambda: kwin.badge(*kwin.to_point, strong=1))
        kwin.unplug()
        kwin.go_to_target()
        wait_for("the badge", lambda: kwin.badge(*kwin.to_point, strong=1))
        kwin.button(0)
        kwin.target.expect("received", text="dragged")
        kwin.source.expect("drag-end", result="copied")
        kwin.end()


def keyboard_drags_to_another_window():
    with Run() as run:
        kwin = Desktop(run, PLUGIN, INPUT)
        kwin.pick_up_by_keyboard()
        # Tab has no effect before the content is carried.
        kwin.target.expect("drag-enter", meanwhile=lambda: kwin.press(TAB))
        wait_for("the target's consent", lambda: kwin.process.offers_to_copy() > 0)
        kwin.press(RETURN)
        kwin.target.expect("received", text="dragged")
        kwin.source.expect("drag-end", result="copied")
        kwin.end()


def move_of_a_window_by_the_user_ends_no_drag():
    with Run() as run:
        kwin = Desktop(run, PLUGIN, INPUT)
        kwin.drag()
        # A drag leaves the other window active.
        kwin.press(F6)
        wait_for("the move", lambda: kwin.do("moving") == "target")
        x, y = kwin.to_point
        kwin.move(x - 2, y)
        kwin.move(x, y)
        kwin.see_badge()
        kwin.button(0)
        kwin.target.expect("received", text="dragged")
        kwin.source.expect("drag-end", result="copied")
        wait_for("the end of the move", lambda: kwin.do("moving") == "-")
        kwin.end()


def screen_lock_ends_a_drag():
    with Run() as run:
        kwin = Desktop(run, PLUGIN, INPUT, locks=True)
        kwin.drag()
        x, y = kwin.to_point
        kwin.see_badge()
        subprocess.run(
            ["dbus-send", "--print-reply", "--dest=org.freedesktop.ScreenSaver", "/ScreenSaver",
             "org.freedesktop.ScreenSaver.Lock"], check=True, env=run.environment, stdout=subprocess.DEVNULL,
            timeout=TIMEOUT)
        kwin.source.expect("drag-end", result="cancelled")
        wait_for("the end of the image", lambda: kwin.picture().badge(x + 20, y + 26) is None)
        # KWin shows nothing of the windows, and gives them no input, until the session is unlocked.
        kwin.button(0)
        kwin.source.kill()
        kwin.target.kill()
        kwin.process.kill()


def tab_of_chromium_travels_with_its_drag():
    with Run() as run:
        kwin = Compositor(run, PLUGIN, INPUT)
        browsers.tear_off_a_tab_of_chromium(kwin, (20, 20))
        kwin.end()


TESTS = [
    tab_of_chromium_travels_with_its_drag,
    screen_lock_ends_a_drag,
    clipboard_is_shared_in_both_directions,
    content_of_x11_is_pasted_though_others_wait_with_it,
    content_of_x11_that_is_not_read_does_not_block_kwin,
    primary_selection_is_that_of_kwin,
    settings_are_read_again,
    plugin_can_be_switched_off,
    plugin_is_unloaded_and_loaded_again,
    toolkits_copy_to_each_other,
    keyboard_drags_to_another_window,
    move_of_a_window_by_the_user_ends_no_drag,
    touch_activates_a_window_unless_it_becomes_a_drag,
    pointer_and_finger_drag_in_turn,
    pen_drags_to_another_window,
    pen_activates_a_window_unless_it_becomes_a_drag,
    image_is_at_the_last_of_several_motions_in_a_frame,
    badge_is_in_place_on_outputs_of_unlike_scale,
    badge_is_in_place_on_a_rotated_output,
    output_can_be_plugged_in_and_out_during_a_drag,
]

if __name__ == "__main__":
    play(TESTS, sys.argv[3:])
