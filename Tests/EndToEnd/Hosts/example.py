#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Drags in the example, a small compositor: the one in C, or its twin in Swift. Both accept the same commands.

usage: example.py COMPOSITOR [SMALL-CLIENT [CASE...]] | --cases

With SMALL-CLIENT (not empty), plays the cases with that client as well, some of them under valgrind. The other cases
use GTK clients only: --cases prints their names.
"""

import os
import subprocess
import sys

import cairo
from hosts import Run, play, wait_for

VALGRIND = [
    "valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite",
    "--errors-for-leak-kinds=definite"]

WIDTH, HEIGHT = 800, 360
GROUND, NOTE = (204, 204, 204), (255, 255, 153)
# The left border of the card that the GTK clients drag, see Tests/Support/Clients/common/looks.py.
CARD = (0x2F, 0x6F, 0xDE)
# The default opacity of the drag image.
OPACITY = 0.8


def mixed(upper, lower, opacity=OPACITY):
    return tuple(opacity * high + (1 - opacity) * low for high, low in zip(upper, lower))


def is_like(colour, expected, tolerance=4):
    return all(abs(have - want) <= tolerance for have, want in zip(colour, expected))


class Picture:
    """A screenshot of the compositor."""

    def __init__(self, path):
        image = cairo.ImageSurface.create_from_png(str(path))
        assert (image.get_width(), image.get_height()) == (WIDTH, HEIGHT)
        self.data, self.stride = bytes(image.get_data()), image.get_stride()

    def at(self, x, y):
        """Returns red, green and blue of a pixel."""
        blue, green, red = self.data[y * self.stride + x * 4:][:3]
        return red, green, blue

    def expect(self, x, y, colour):
        assert is_like(self.at(x, y), colour), f"at {x}, {y} is {self.at(x, y)}, and not {colour}"

    def row(self, y, colour):
        """Returns the columns of a row that have the colour."""
        return [x for x in range(WIDTH) if is_like(self.at(x, y), colour)]

    def has_badge(self, x, y):
        """Whether there is a plus badge, a green circle, next to this point."""
        area = ((x + right, y + down) for right in range(40) for down in range(-10, 40))
        around = [self.at(column, row) for column, row in area if column < WIDTH and row < HEIGHT]
        return sum(green > red + 60 and green > blue + 30 for red, green, blue in around) > 60


class Example:
    """The example on a socket of its own. Its standard input takes commands for input devices."""

    def __init__(self, run, wrapper=()):
        self.run = run
        self.pictures = self.windows = 0
        self.log = run.directory / "example.log"
        self.process = subprocess.Popen(
            [*wrapper, os.path.abspath(sys.argv[1])], env=run.environment, stdin=subprocess.PIPE,
            stdout=self.log.open("w"), stderr=subprocess.STDOUT, text=True)
        wait_for("the name of the socket", lambda: "WAYLAND_DISPLAY=" in self.log.read_text())
        run.environment["WAYLAND_DISPLAY"] = self.log.read_text().split("WAYLAND_DISPLAY=")[1].split()[0]
        run.environment.update(GDK_BACKEND="wayland", GSK_RENDERER="cairo")

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        """Quits, and checks that the exit status is 0."""
        if kind is None:
            self.do("quit")
            status = self.process.wait(20)
            assert status == 0, f"the example exits with {status}\n{self.log.read_text()}"
        else:
            print(self.log.read_text())
        self.process.kill()
        self.process.wait()

    def small(self, role, **environment):
        """Opens a window of 200 x 200 points at the upper left corner of its position in the row."""
        client = self.run.start(
            role, os.path.abspath(sys.argv[2]), role, WAYLAND_DISPLAY=self.run.environment["WAYLAND_DISPLAY"],
            **environment)
        wait_for(f"the {role}'s window", lambda: "mapped" in client.output())
        return client

    def gtk(self, role, toolkit="gtk4"):
        """Opens a window at the next position of the row."""
        middle = 200 + 400 * self.windows
        self.windows += 1
        client = self.run.client(role, "--role", role, toolkit=toolkit)
        self.see(f"the {role}'s window", lambda seen: not is_like(seen.at(middle, 20), GROUND))
        return client

    def press_and_pull(self, client, hand=0):
        """Begins a drag at 100, 100; it is active at 140, 150."""
        self.do(f"move {hand} 100 100", f"press {hand}")
        if hand == 0:
            client.expect("button", state="pressed")
        self.do(f"move {hand} 110 110", f"move {hand} 120 120", f"move {hand} 140 150")
        # GTK 4.18 begins a drag only on a motion in a frame after the first one since the press.
        client.expect("drag-begin", meanwhile=lambda: self.do(f"move {hand} 139 150", f"move {hand} 140 150"))

    def do(self, *commands):
        print("\n".join(commands), file=self.process.stdin, flush=True)

    def says(self, line, times=1):
        wait_for(line, lambda: self.log.read_text().splitlines().count(line) >= times)

    def start_pictures(self, count):
        """Takes this number of screenshots in a row. Returns the names of the files."""
        paths = [self.run.directory / f"{self.pictures + index}.png" for index in range(count)]
        self.pictures += count
        self.do(*(f"picture {path}" for path in paths))
        return paths

    def picture(self, count=1):
        return self.finish_pictures(self.start_pictures(count))[-1]

    def finish_pictures(self, paths):
        self.says("picture: no error has occurred", self.pictures)
        return [Picture(path) for path in paths]

    def rest(self):
        """Returns a screenshot once the screen is unchanging: six in a row, some frames apart, are equal."""
        found = []

        def look():
            pictures = self.finish_pictures(self.start_pictures(6))
            if len({picture.data for picture in pictures}) == 1:
                found.append(pictures[0])
            return found

        wait_for("the screen to be unchanging", look)
        return found[0]

    def see(self, what, condition):
        """Returns the first screenshot for which the condition holds."""
        found = []

        def look():
            picture = self.picture()
            if condition(picture):
                found.append(picture)
            return found

        wait_for(what, look)
        return found[0]


def card(picture, y=330):
    """Returns the position of the left border of a GTK client's card on the desktop below the windows."""
    return picture.row(y, mixed(CARD, GROUND))


def content_is_copied(toolkit="gtk4"):
    """The image and the badge are in place over the windows and the desktop; the highlight ring is around the target.
    """
    with Run() as run, Example(run) as example:
        source, target = example.gtk("source", toolkit), example.gtk("target", toolkit)
        before = example.picture()
        before.expect(100, 330, NOTE)
        before.expect(700, 330, GROUND)
        assert not card(before) and not before.has_badge(620, 250)
        example.press_and_pull(source)
        example.do("move 0 600 200")
        # GTK 3 needs small motions.
        target.expect("drag-motion", meanwhile=lambda: example.do("move 0 601 200", "move 0 600 200"), action="copy")
        example.do("move 0 620 250")
        example.says("Over a window, will copy")
        picture = example.see(
            "image, badge and ring", lambda seen: card(seen) and seen.has_badge(620, 250)
            and not is_like(seen.at(398, 150), before.at(398, 150)))
        picture = example.rest()
        # The drag image is offset as it was when it was pressed, or when GTK 3 recognised the drag.
        assert all(480 <= x <= 620 for x in card(picture)), card(picture)
        # The image follows the pointer at once.
        example.do("move 0 630 250")
        moved = example.picture()
        assert card(moved) == [x + 10 for x in card(picture)], (card(moved), card(picture))
        example.do("release 0")
        target.expect("received", text=f"Dragged from {'GTK 4' if toolkit == 'gtk4' else 'GTK 3'}")
        source.expect("drag-end", result="copied")
        example.says("Copied")
        example.see("image and ring to be gone", lambda seen: (
            not card(seen) and is_like(seen.at(398, 150), before.at(398, 150))))


def content_is_copied_by_gtk3():
    content_is_copied("gtk3")


def escape_cancels_and_the_image_flies_back():
    with Run() as run, Example(run) as example:
        source = example.gtk("source")

        def cancelled_drag():
            """Returns the position of the image, and the screenshots that show it on its way home."""
            example.press_and_pull(source)
            example.do("move 0 700 200")
            held = card(example.see("the image", card))
            example.do("escape")
            paths = example.start_pictures(40)
            source.expect("drag-end", result="cancelled")
            flight = [
                [x for x in range(404, min(held) - 20) if not is_like(picture.at(x, 250), GROUND)]
                for picture in example.finish_pictures(paths)]
            example.see("the image to be gone", lambda seen: all(
                is_like(seen.at(x, 250), GROUND) for x in range(404, 800)))
            # The button is still down. Its release is sent to no client: the client's next event is a press.
            example.do("release 0")
            return any(flight)

        # On a slow machine a whole flight may fit between two screenshots.
        assert any(cancelled_drag() for _ in range(8)), "the flight was never seen"
        example.says("Cancelled")
        example.do("move 0 100 100", "press 0")
        source.expect("button")
        assert source.seen[-1]["state"] == "pressed", source.seen


def own_content_is_dragged_and_dropped():
    """The compositor's note is dropped on a client, and a client's text on the compositor's panel."""
    with Run() as run, Example(run) as example:
        source, target = example.gtk("source"), example.gtk("target")
        example.do("move 0 50 330", "press 0", "move 0 500 100", "move 0 520 120")
        target.expect("drag-motion", action="copy")
        # The panel that is the origin would accept it as well.
        example.says("Over a window, will copy", 2)
        example.do("release 0")
        target.expect("received", text="a note")
        example.says("Copied")
        example.press_and_pull(source)
        example.do("move 0 600 320", "move 0 600 330")
        example.says("Over a window, will copy", 3)
        example.see("the badge over the panel", lambda seen: seen.has_badge(600, 330))
        example.do("release 0")
        example.says("panel took Dragged from GTK 4")
        source.expect("drag-end", result="copied")
        example.says("Copied", 2)


def note_is_dragged_by_a_finger():
    with Run() as run, Example(run) as example:
        target = example.gtk("target")
        example.do("move 3 50 330", "press 3", "move 3 60 330", "move 3 300 100", "move 3 310 120")
        target.expect("drag-motion", action="copy")
        example.says("Over a window, will copy", 2)
        # A tap by another finger does not affect the drag.
        example.do("move 4 100 100", "press 4", "release 4", "release 3")
        target.expect("received", text="a note")
        example.says("Copied")


def touch_drags_between_clients():
    with Run() as run, Example(run) as example:
        source, target = example.gtk("source", "gtk3"), example.gtk("target")
        example.press_and_pull(source, hand=1)
        example.do("move 1 600 200", "move 1 620 220")
        target.expect("drag-motion", action="copy")
        example.says("Over a window, will copy")
        example.do("release 1")
        target.expect("received", text="Dragged from GTK 3")
        source.expect("drag-end", result="copied")


def client_that_dies_leaves_nothing_behind():
    with Run() as run, Example(run) as example:
        source = example.gtk("source")
        example.press_and_pull(source)
        example.do("move 0 600 200")
        example.says("Picked up 1 item")
        source.process.kill()
        example.says("Not dropped: the application it came from has quit")
        example.see(
            "an empty screen", lambda seen: all(
                is_like(seen.at(x, y), GROUND) for x in range(20, 800, 40) for y in (50, 150, 250)))


def removed_pointer_cancels():
    with Run() as run, Example(run) as example:
        source = example.gtk("source")
        example.press_and_pull(source)
        example.do("move 0 600 200")
        example.says("Picked up 1 item")
        wait_for("the cursor of a drag", lambda: "cursor grabbing" in example.log.read_text())
        example.do("remove 0")
        source.expect("drag-end", result="cancelled")
        example.says("Cancelled: the device was disconnected")
        wait_for("the default cursor", lambda: example.log.read_text().rpartition("cursor ")[2].startswith("default"))


def window_that_appears_under_the_content_is_entered():
    with Run() as run, Example(run) as example:
        source = example.gtk("source")
        example.press_and_pull(source)
        example.do("move 0 600 200")
        example.says("Picked up 1 item")
        # No motion follows.
        target = example.gtk("target")
        target.expect("drag-enter")
        example.do("release 0")


def command_that_is_none_is_named():
    with Run() as run, Example(run) as example:
        example.do("mvoe 1 2", "press 11", "move 0 here", "remove 11", "modifiers all")
        for line in "mvoe 1 2", "press 11", "move 0 here", "remove 11", "modifiers all":
            example.says(f"not a command: {line}")


def small_drag(wrapper=(), ending="release 0"):
    """The icon is blue above and red below, 32 points large, with its upper left corner at the pointer."""
    with Run() as run, Example(run, wrapper) as example:
        source, target = example.small("source"), example.small("target")
        example.do("move 0 100 100", "press 0", "move 0 450 100")
        example.says("Over a window, will copy")
        example.do("move 0 500 320")
        blue, red = (0x20, 0x20, 0xE0), (0xE0, 0x20, 0x20)
        picture = example.see("the icon", lambda seen: is_like(seen.at(502, 322), mixed(blue, GROUND)))
        picture.expect(503, 334, mixed(blue, GROUND))
        picture.expect(503, 338, mixed(red, GROUND))
        picture.expect(502, 350, mixed(red, GROUND))
        picture.expect(497, 330, GROUND)
        assert picture.has_badge(500, 320)
        example.do("move 0 450 100")
        # Over the target, the panel, and the target.
        example.says("Over a window, will copy", 3)
        example.do(ending)
        if ending == "escape":
            wait_for("the end", lambda: "cancelled" in source.output())
            return example.says("Cancelled")
        wait_for("the text", lambda: "received dragged" in target.output())
        wait_for("the end", lambda: "finished" in source.output())
        example.says("Copied")


def small_content_is_copied():
    small_drag()


def small_content_is_copied_under_valgrind():
    small_drag(VALGRIND)


def escape_under_valgrind():
    small_drag(VALGRIND, "escape")


def finger_under_valgrind():
    with Run() as run, Example(run, VALGRIND) as example:
        source, target = example.small("source", FINGERS="1"), example.small("target", FINGERS="1")
        example.do("move 1 100 100", "press 1")
        wait_for("the finger", lambda: "finger down 0" in source.output())
        example.says("Picked up 1 item")
        example.do("move 1 450 100")
        example.says("Over a window, will copy")
        example.do("move 2 120 120", "press 2", "release 2")
        wait_for("the other finger", lambda: "finger up 1" in source.output())
        example.do("release 1")
        wait_for("the text", lambda: "received dragged" in target.output())
        # The client receives no more events of the finger that drags.
        assert "finger up 0" not in source.output()


def panel_under_valgrind():
    with Run() as run, Example(run, VALGRIND) as example:
        source, target = example.small("source"), example.small("target")
        example.do("move 0 50 330", "press 0", "move 0 450 100")
        example.says("Over a window, will copy", 2)
        example.do("release 0")
        wait_for("the note", lambda: "received a note" in target.output())
        example.do("move 0 100 100", "press 0", "move 0 400 330")
        example.says("Picked up 1 item", 2)
        example.says("Over a window, will copy", 3)
        example.do("release 0")
        example.says("panel took dragged")
        wait_for("the end", lambda: "finished" in source.output())


GTK = (
    content_is_copied, content_is_copied_by_gtk3, escape_cancels_and_the_image_flies_back,
    own_content_is_dragged_and_dropped, note_is_dragged_by_a_finger, touch_drags_between_clients,
    client_that_dies_leaves_nothing_behind, removed_pointer_cancels, window_that_appears_under_the_content_is_entered,
    command_that_is_none_is_named)
SMALL = (
    small_content_is_copied, small_content_is_copied_under_valgrind, escape_under_valgrind, finger_under_valgrind,
    panel_under_valgrind)

if __name__ == "__main__":
    if sys.argv[1] == "--cases":
        for case in GTK:
            print(case.__name__)
    else:
        cases = (*GTK, *SMALL) if "".join(sys.argv[2:3]) else GTK
        wanted = sys.argv[3:]
        assert set(wanted) <= {case.__name__ for case in cases}, f"no such case among {wanted}"
        play(cases, wanted)
