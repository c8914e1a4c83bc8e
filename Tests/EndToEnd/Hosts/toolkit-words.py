#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A toolkit's program with libdray-client in Weston: its use of the extension is visible, and without Dray it drags as
usual.

usage: toolkit-words.py WESTON-MODULE INPUT-MODULE PICTURES CARRIER PROGRAM...

The program's arguments are a title and the names of items. CARRIER holds the items while a finger taps another one:
`pointer`, or `finger` for a toolkit that supports touch drags and ends a drag by pointer on a tap.
"""

import os
import sys
from pathlib import Path

import weston
from hosts import Run, is_served, wait_for
from steps import Hand

MODULE, DEVICES, PICTURES = map(os.path.abspath, sys.argv[1:4])
CARRIER, *PROGRAM = sys.argv[4:]
SOURCE, TARGET = (40, 60), (540, 60)
ASIDE = (900, 580)
THINGS = ["Apple", "Pear", "Plum"]
PREVIEW = (160, 90)  # the size that the inbox requests
Z, RETURN = 44, 28
# The y offsets at which a window may have its parts; toolkits differ in their layout.
HEIGHTS = range(60, 400, 12)


class Windows(Hand):
    """The two programs in Weston, with or without Dray."""

    def __init__(self, run, with_dray):
        self.run = run
        self.answer = "with" if with_dray else "without"
        self.host = weston.Compositor(run, MODULE if with_dray else None, DEVICES)
        self.do = self.host.do
        self.key = self.host.key
        self.by = "pointer"
        if with_dray:
            self.host.wait_for_dray()
        wait_for("the Wayland socket", lambda: is_served(run.directory / "wayland-test"))
        environment = {"GDK_BACKEND": "wayland", "QT_QPA_PLATFORM": "wayland", "GSETTINGS_BACKEND": "memory"}
        self.source = run.start("source", *PROGRAM, "Source", *THINGS, **environment)
        self.target = run.start("target", *PROGRAM, "Target", **environment)
        for process in (self.source, self.target):
            wait_for(f"{process.name} ready", lambda process=process: self.has(process, f"ready {self.answer}"))
        self.host.place("Source", SOURCE)
        self.host.place("Target", TARGET)
        self.host.wait_for_light()

    @staticmethod
    def has(process, line, times=1):
        return process.output().splitlines().count(line) >= times

    def expect(self, process, line, times=1):
        wait_for(f"{process.name}: {line}", lambda: self.has(process, line, times))

    def move(self, x, y):
        if self.by == "finger":
            self.host.finger(0, "move", x, y)
        else:
            self.host.move(x, y)

    def button(self, is_pressed):
        if self.by == "finger":
            self.host.finger(0, "down" if is_pressed else "up", *self.pressed)
        else:
            self.host.button(is_pressed)

    def go(self, x, y):
        """Moves in steps as a user does, because toolkits evaluate the direction."""
        for step in range(4, -1, -1):
            self.move(x - step, y)

    def pick_up(self, point):
        self.pressed = point
        if self.by == "pointer":
            self.go(*point)
        self.button(1)
        for step in range(1, 12):
            self.move(point[0] + 4 * step, point[1] + step)

    def is_seen(self):
        """Whether a drag image is shown after the pointer has moved further.

        On a slow machine a drag may begin at the end of a short motion.
        """
        for aside in (52, 44):
            self.move(self.pressed[0] + aside, self.pressed[1] + 11)
            self.do("paint")
        return bool(self.host.layers())

    def find(self, part):
        """Moves down the target until the drag is over that part. Returns the point."""
        for y in HEIGHTS:
            x = TARGET[0] + 190
            self.go(x, TARGET[1] + y)
            self.do("paint")
            times = self.target.output().count(f"enter {part}") - self.target.output().count(f"leave {part}")
            if times > 0:
                # Not at the edge of the part.
                self.go(x, TARGET[1] + y + 20)
                return x, TARGET[1] + y + 20
        raise AssertionError(f"{part} not found: {self.target.output()}")

    def show(self, name):
        """Takes a screenshot and keeps it for people to look at."""
        picture = self.host.picture()
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        head = b"P6 %d %d 255\n" % (picture.width, picture.height)
        (Path(PICTURES) / f"{name}.ppm").write_bytes(head + bytes(picture.pixels))
        return picture

    def end(self):
        self.source.end()
        self.target.end()
        self.host.end()


def changed(before, after, point):
    """Whether any pixel around a point has changed."""
    return any(
        before.at(int(x), int(y)) != after.at(int(x), int(y))
        for x in range(int(point[0]) - 60, int(point[0]) + 60) for y in range(int(point[1]) - 40, int(point[1]) + 40))


def find_things(windows):
    """Presses down the source until something is dragged. Returns the point."""
    for y in HEIGHTS:
        point = SOURCE[0] + 190, SOURCE[1] + y
        windows.pick_up(point)
        for _ in range(30):
            if windows.is_seen():
                return point
        windows.button(0)
    raise AssertionError("no item can be dragged")


def tap_a_thing(windows):
    """Taps down the source with a finger until it has tapped the dragged item. Returns the point."""
    for y in HEIGHTS:
        point = SOURCE[0] + 190, SOURCE[1] + y
        tap(windows, point)
        for _ in range(10):
            windows.do("paint")
            if "carries" in windows.source.output():
                return point
    raise AssertionError(f"no tap hits an item: {windows.source.output()}")


def tap(windows, point):
    windows.host.finger(1, "down", *point)
    windows.host.finger(1, "up")


def carried(windows):
    """Returns the items that the source last reported as dragged, of all its items."""
    said = [line for line in windows.source.output().splitlines() if line.startswith("carries ")]
    return said[-1].split()[1:] if said else THINGS


def with_the_extension():
    with Run() as run:
        windows = Windows(run, True)
        things = find_things(windows)
        windows.show("1-three-things")

        windows.press(weston.ESCAPE)
        windows.button(0)
        windows.host.wait_for_end_of_image()
        windows.expect(windows.source, "failed 3")

        # While they are dragged, another finger removes one, adds it, and removes it again.
        windows.by = CARRIER
        windows.pick_up(things)
        wait_for("what is carried", windows.is_seen)
        point = tap_a_thing(windows)
        for count in (3, 2):
            tap(windows, point)
            wait_for(f"{count} things carried", lambda count=count: len(carried(windows)) == count)
        windows.show("1-two-things")
        windows.find("Inbox")
        windows.expect(windows.target, "content 2")
        windows.press(weston.ESCAPE)
        windows.button(0)
        windows.host.wait_for_end_of_image()
        windows.expect(windows.source, "failed 3", 2)
        windows.by = "pointer"

        windows.pick_up(things)
        windows.find("Shredder")
        windows.button(0)
        windows.do("paint")
        windows.show("2-asked")
        assert "dropped" not in windows.target.output(), "the target must ask first"
        windows.press(weston.ESCAPE)
        windows.host.wait_for_end_of_image()
        windows.expect(windows.source, "failed 3", 3)
        assert "dropped" not in windows.target.output(), windows.target.output()

        windows.pick_up(things)
        before = windows.show("3-nothing-in-the-inbox")
        inbox = windows.find("Inbox")
        assert windows.has(windows.target, "content 3"), windows.target.output()
        wait_for(
            f"the image at {PREVIEW}", lambda: any(layer[2:4] == PREVIEW for layer in windows.host.layers()))
        windows.show("4-over-the-inbox")
        windows.button(0)
        windows.expect(windows.target, "can undo")
        windows.expect(windows.source, "deselect")
        windows.host.wait_for_end_of_image()
        windows.move(*ASIDE)
        # Excluding the cursor.
        wait_for("the pointer away", lambda: changed(before, windows.show("5-after"), ASIDE))
        wait_for("the thing in the inbox", lambda: changed(before, windows.show("5-after"), inbox))

        # The target has the keyboard focus now.
        windows.key(weston.CONTROL, 1)
        windows.press(Z)
        windows.expect(windows.target, "target undo")
        windows.key(weston.SHIFT, 1)
        windows.press(Z)
        windows.key(weston.SHIFT, 0)
        windows.key(weston.CONTROL, 0)
        windows.expect(windows.target, "target redo")
        windows.end()
        return things, inbox


def without_it(things, inbox):
    with Run() as run:
        windows = Windows(run, False)
        windows.pick_up(things)
        windows.go(*inbox)
        windows.move(inbox[0] + 1, inbox[1])

        def drops():
            windows.button(0)
            wait_for("the drop", lambda: "dropped Inbox Apple" in windows.target.output())
        # Weston's own drag: the program must have accepted before the button is released.
        for _ in range(20):
            windows.do("paint")
            windows.move(inbox[0], inbox[1])
            windows.move(inbox[0] + 1, inbox[1])
        windows.show("6-without")
        drops()
        assert "enter Inbox" not in windows.target.output()
        windows.end()


without_it(*with_the_extension())
