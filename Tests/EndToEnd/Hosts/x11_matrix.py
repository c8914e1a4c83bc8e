# SPDX-License-Identifier: MIT
"""Every program on X11 with every program on Wayland, in both directions, for every compositor that supports both.

`x11_drags.py` tests each step with GTK and Qt; this adds browsers, and a program that supports X11 only.
"""

import hashlib
import itertools

from hosts import CLIENTS, Run, wait_for
from x11_drags import ESCAPE, has_last, is_page, outcome

ON_X11, ON_WAYLAND = ["gtk3", "qt6", "firefox", "chromium", "tk"], ["gtk4", "qt6", "firefox"]
# The programs that `x11_drags.py` does not test, each with one other.
NEW = ["firefox", "chromium", "tk"], ["gtk4"]
# A page offers no image of its own as bytes, and tkdnd has no type for one.
WITH_PICTURES = ["gtk3", "qt6"], ["gtk4", "qt6"]
PHOTO = CLIENTS.parents[1] / "EndToEnd/Scenarios/files/photo.png"
# Programs that do not report a completed copy, or report failure: Tk; a page in Chromium on X11, and one in Firefox on
# Wayland, as in a sway without Dray.
SILENT = {("out", "chromium"), ("out", "tk"), ("in", "firefox")}

# The number of motions for which the answer must stay the same: a page answers late, at first with its previous answer.
STAYS = 20
# The number of attempts at a browser's drag: it may cancel one that has just begun.
TRIES = 5


class Cell:
    """A program on X11 and one on Wayland, as source and target of a drag."""

    def __init__(self, desk, way, on_x11, on_wayland, content=("--text", "a text"), target=()):
        self.desk, self.way, self.content = desk, way, content
        self.source, self.target = (on_x11, on_wayland) if way == "out" else (on_wayland, on_x11)
        self.open_source()
        self.open_target(*target)

    def open_source(self):
        (self.desk.open_x11_source if self.way == "out" else self.desk.open_wayland_source)(self.source, *self.content)

    def open_target(self, *arguments):
        (self.desk.open_wayland_target if self.way == "out" else self.desk.open_x11_target)(self.target, *arguments)

    def drag(self, accepts=True):
        """Drags until the target has answered."""
        for _ in range(TRIES):
            if self.try_to_drag(accepts):
                return
            self.desk.button(0)
            self.begin_elsewhere(12)
        raise AssertionError(f"{self.source} has cancelled every drag")

    def try_to_drag(self, accepts):
        """Returns False if a browser has cancelled its drag when it began or a moment later."""
        desk, (x, y), stays = self.desk, self.desk.to_point, 0
        # A browser accepts for its page, which may not have received the drag yet and would then miss a drop.
        answer = "drag-motion" if accepts and is_page(desk.target) else "drag-enter"
        desk.pick_up()
        if is_page(desk.source) and not self.browser_begins():
            return False
        desk.move(x - 5, y)

        def is_answered():
            nonlocal stays
            desk.move(x - 1, y)
            desk.move(x, y)
            is_so = accepts == (outcome(desk) == "copy") and has_last(desk.target, answer, "drag-leave")
            stays = stays + 1 if is_so else 0
            return stays == STAYS

        wait_for("the target's answer", lambda: is_answered() or self.is_called_off())
        desk.wait_for_turn_of_x11()
        return not self.is_called_off()

    def browser_begins(self):
        """Moves until the browser's drag has begun.

        A page receives its event earlier, and a pointer that leaves meanwhile cancels the drag.
        """
        (x, y), steps = self.desk.from_point, itertools.cycle(range(30, 50))
        wait_for("the browser's drag, or its end", lambda: (
            self.desk.move(x + next(steps), y),
            has_last(self.desk.source, "drag-goes-on", "drag-begin", "drag-end") or self.is_called_off())[-1])
        return not self.is_called_off()

    def is_called_off(self):
        return is_page(self.desk.source) and has_last(self.desk.source, "drag-end", "drag-begin", "drag-goes-on")

    def drop(self):
        """Drops, and returns the received content."""
        self.drag()
        self.desk.button(0)
        received = self.desk.target.expect("received")
        ended = self.desk.source.expect("drag-end")
        assert (self.way, self.source) in SILENT or ended["result"] == "copied", ended
        return received

    def drop_text(self):
        received = self.drop()
        # X clients are separate applications (HIG-01); a page is not sent its browser's actions.
        offered = [
            line["actions"] for line in self.desk.target.heard()
            if line and line["event"] == "drag-enter" and "actions" in line]
        assert all(actions in (["copy"], ["uninitialized"]) for actions in offered), offered
        assert received["text"].rstrip("\n") == "a text", received

    def begin_elsewhere(self, distance=40):
        """Presses at another point, because a second press at the same point would be a double click."""
        x, y = self.desk.from_point
        self.desk.from_point = x + distance, y


def cells(Desk, way, programs, play, **options):
    """Plays each cell in a session of its own, and prints its name."""
    for on_x11 in programs[0]:
        for on_wayland in programs[1]:
            names = f"{on_x11} (X11) to {on_wayland}" if way == "out" else f"{on_wayland} to {on_x11} (X11)"
            with Run() as run:
                cell = Cell(Desk(run), way, on_x11, on_wayland, **options)
                play(cell)
                cell.desk.finish()
            print(f"  {names}", flush=True)


# --------------------------------------------------------------------------------------------------------------- Drops

def text_arrives_twice(cell):
    cell.drop_text()
    cell.begin_elsewhere()
    cell.drop_text()


def picture_arrives(cell):
    received = cell.drop()
    # The bytes are unchanged.
    assert received["sha256"] == hashlib.sha256(PHOTO.read_bytes()).hexdigest(), received


def text_of_every_program_is_copied_to_wayland(Desk):
    cells(Desk, "out", (ON_X11, ON_WAYLAND), text_arrives_twice)


def a_picture_is_copied_to_wayland(Desk):
    cells(Desk, "out", WITH_PICTURES, picture_arrives, content=("--image", PHOTO))


def text_is_copied_to_every_program_on_x11(Desk):
    cells(Desk, "in", (ON_X11, ON_WAYLAND), text_arrives_twice)


def a_picture_is_copied_to_x11(Desk):
    cells(Desk, "in", WITH_PICTURES, picture_arrives, content=("--image", PHOTO))


# ------------------------------------------------------------------------------------------------------------- Endings

def refused(cell):
    cell.drag(accepts=False)
    cell.desk.button(0)
    cell.desk.source.expect("drag-end")
    assert not [event for event in cell.desk.target.heard() if event["event"] == "received"]


def escaped(cell):
    cell.drag()
    cell.desk.press(ESCAPE)
    cell.desk.target.expect("drag-leave")
    cell.desk.button(0)
    cell.desk.source.expect("drag-end")
    cell.begin_elsewhere()
    cell.drop_text()


def source_killed(cell):
    cell.drag()
    cell.desk.source.kill()
    cell.desk.target.expect("drag-leave")
    cell.desk.button(0)
    cell.open_source()
    cell.drop_text()


def target_killed(cell):
    cell.drag()
    cell.desk.kill_target()
    cell.desk.button(0)
    cell.desk.source.expect("drag-end")
    cell.open_target()
    cell.begin_elsewhere()
    cell.drop_text()


def each_program_ends_a_drag_to_wayland_as_it_should(Desk):
    cells(Desk, "out", NEW, refused, target=["--refuse"])
    for ending in (escaped, source_killed, target_killed):
        cells(Desk, "out", NEW, ending)


def each_program_on_x11_ends_a_drag_to_it_as_it_should(Desk):
    # If a page rejects a drop, its browser accepts it.
    cells(Desk, "in", (["tk"], ["gtk4"]), refused, target=["--refuse"])
    for ending in (escaped, source_killed, target_killed):
        cells(Desk, "in", NEW, ending)


MATRIX_OUT = [
    text_of_every_program_is_copied_to_wayland,
    a_picture_is_copied_to_wayland,
    each_program_ends_a_drag_to_wayland_as_it_should,
]
MATRIX_IN = [
    text_is_copied_to_every_program_on_x11,
    a_picture_is_copied_to_x11,
    each_program_on_x11_ends_a_drag_to_it_as_it_should,
]
