# SPDX-License-Identifier: MIT
"""Drags between X11 and Wayland windows, for every compositor that supports both.

`Desk(run)` creates a compositor. In addition to the members that `Steps` needs it has `x11_client(name, toolkit,
*arguments)`, `wait_for_place(title, point)`, which waits until the window is there, `call_off_fingers()`, and
`server()`, the process of Xwayland.
"""

import hashlib
import itertools
import os
import re
import signal
import socket
import struct

from hosts import CLIENTS, TIMEOUT, Run, wait_for
from steps import Steps, middle
from wire import Connection

ESCAPE, SHIFT = 1, 42
SOURCE, TARGET = (100, 100), (500, 100)
# The number of attempts at a browser's drag: it may cancel one that has just begun.
TRIES = 5
# A point without a window.
BESIDE = 480, 500
PLATFORM = {
    "gtk3": {"GDK_BACKEND": "x11"}, "qt6": {"QT_QPA_PLATFORM": "xcb"},
    "chromium": {"ELECTRON_OZONE_PLATFORM_HINT": "x11"},
    "firefox": {"GDK_BACKEND": "x11", "MOZ_ENABLE_WAYLAND": "0"}, "tk": {}}
ON_X11, ON_WAYLAND = ["gtk3", "qt6"], ["gtk3", "gtk4", "qt6"]
# From each X11 toolkit to each Wayland toolkit, and the reverse.
OUT = list(itertools.product(ON_X11, ON_WAYLAND))
IN = list(itertools.product(ON_WAYLAND, ON_X11))
PAGES = ["Firefox", "Chromium"]
# The whole window, because Tk does not report the boxes of its parts.
TK = (0, 0, 380, 360)
# Longer than one property may be, and shorter than the limit of a program argument.
LONG = "0123456789abcdef" * 6000


def program_of(toolkit):
    """Returns the command that starts a client of Tests/Support/Clients."""
    return ["wish", CLIENTS / "tk-dnd.tcl"] if toolkit == "tk" else ["/usr/bin/python3", CLIENTS / f"{toolkit}-dnd.py"]


def outcome(desk):
    """Returns the current outcome of a drop, from the compositor's trace."""
    told = re.findall(r"presentation\.feedback \(outcome: (\w+)", desk.process.output())
    return told[-1] if told else None


def is_page(client):
    return client.mapped.get("toolkit") in ("Firefox", "Chromium")


def has_last(client, event, *others):
    """Whether this event is the client's last one among these."""
    told = [line["event"] for line in client.heard() if line is not None and line["event"] in (event, *others)]
    return told[-1:] == [event]


class X11Steps(Steps):
    """A source on the left and a target on the right, one of which is on X11."""

    toolkit = None  # of the source, if it is on X11

    def open_out(self, *source, toolkit="gtk3", into="gtk4", target=()):
        """Opens a source on X11 and a target on Wayland."""
        self.open_x11_source(toolkit, *source)
        self.open_wayland_target(into, *target)
        return self

    def open_in(self, *source, toolkit="gtk4", into="gtk3", target=()):
        """Opens a source on Wayland and a target on X11."""
        self.open_wayland_source(toolkit, *source)
        self.open_x11_target(into, *target)
        return self

    def open_x11_source(self, toolkit="gtk3", *arguments):
        self.toolkit = toolkit
        self.source_opened(self.x11_client(
            self.new("source"), toolkit, "--role", "source", *(arguments or ("--text", "from X11"))))

    def open_wayland_source(self, toolkit="gtk4", *arguments):
        self.source_opened(self.wayland_client(
            self.new("source"), toolkit, "--role", "source", *(arguments or ("--text", "from Wayland"))))

    def open_x11_target(self, toolkit="gtk3", *arguments):
        self.target_opened(self.x11_client(self.new("target"), toolkit, "--role", "target", *arguments))

    def open_wayland_target(self, toolkit="gtk4", *arguments):
        self.target_opened(self.wayland_client(self.new("target"), toolkit, "--role", "target", *arguments))

    def wayland_client(self, name, toolkit, *arguments):
        return self.run.client(name, *arguments, toolkit=toolkit)

    def new(self, name):
        """Returns an unused title: a closed window may stay visible for a moment."""
        titles = [process.name for process in self.run.processes]
        while name in titles:
            name += "-again"
        return name

    def source_opened(self, source):
        self.source = source
        self.wait_for_place(source.name, SOURCE)
        self.from_point = middle(SOURCE, source.mapped.get("source", TK))

    def target_opened(self, target):
        self.target = target
        self.wait_for_place(target.name, TARGET)
        self.to_point = middle(TARGET, target.mapped.get("target", TK))

    def reach(self, source, point):
        # In Chromium, a page whose drag has ended behaves as if the pointer had never left it.
        if not is_page(source) or not has_last(source, "drag-end", "enter"):
            super().reach(source, point)

    def pick_up(self):
        # A window that was moved away from the pointer gets its leave event with the next motion, and is entered anew
        # afterwards.
        self.move(*BESIDE)
        super().pick_up()

    def go_to_target(self):
        """Moves until the source has received the target's acceptance."""
        super().go_to_target()
        # Qt reports the action only if it differs from the previous drag's, and a page does not receive it.
        if self.toolkit == "gtk3" or self.toolkit == "qt6" and not any(
                event["event"] == "drag-action" for event in self.source.heard()):
            self.source.expect("drag-action", action="copy")
        # Xwayland processes input first: an immediate release would overtake the status message to the source.
        self.wait_for_turn_of_x11()

    def wait_for_turn_of_x11(self):
        """Waits until the X server has processed all earlier requests: it accepts a new connection only then."""
        # The compositor writes its trace first, and sends its requests to the X server later, when its loop turns.
        Connection(self.run.environment).end()
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(TIMEOUT)
            door.connect("/tmp/.X11-unix/X" + self.display.removeprefix(":"))
            door.sendall(struct.pack("<cxHHHH2x", b"l", 11, 0, 0, 0))
            assert door.recv(1), "the X server does not answer"

    def touch_there(self):
        """Moves over the target. X sends no motion event without a change of position."""
        x, y = self.to_point
        self.target.expect(
            "drag-enter", meanwhile=lambda: (self.finger(0, "move", x - 1, y), self.finger(0, "move", x, y)))
        self.source.expect(
            "drag-action", action="copy",
            meanwhile=lambda: (self.finger(0, "move", x - 1, y), self.finger(0, "move", x, y)))

    def go_over_target(self):
        """Moves over the target, which does not accept."""
        x, y = self.to_point
        self.move(x - 5, y)
        self.target.expect("drag-enter", meanwhile=lambda: (self.move(x - 1, y), self.move(x, y)))

    def kill_target(self):
        """Kills the target, and waits until the compositor and the source know."""
        self.target.kill()
        wait_for("the end of the target's consent", lambda: outcome(self) != "copy")
        self.wait_for_turn_of_x11()

    def drop(self, **received):
        self.drag()
        self.button(0)
        received = self.target.expect("received", **received)
        self.source.expect("drag-end", result="copied")
        return received

    def finish(self):
        self.source.end()
        self.target.end()
        self.end()


def files_of(run):
    run.directory.chmod(0o755)
    files = [run.directory / name for name in ("one", "two")]
    for file in files:
        file.write_text(file.name)
    return files


# ---------------------------------------------------------------------------------------------------------- Out of X11

def a_finger_drags_to_wayland(Desk):
    """GTK 3 on X11 begins a drag, and then ignores the touch events that X still sends it."""
    with Run() as run:
        desk = Desk(run).open_out(toolkit="qt6")
        # Weston 10 does not send X11 clients their new position, and Qt computes touch positions from it. During a drag
        # Dray sends it.
        desk.drop(text="from X11")
        for _ in range(2):
            desk.touch_up_source()
            desk.touch_there()
            desk.finger(0, "up", *desk.to_point)
            desk.target.expect("received", text="from X11")
            desk.source.expect("drag-end", result="copied")
        desk.finish()


def a_finger_beside_all_windows_drops_nothing(Desk):
    with Run() as run:
        desk = Desk(run).open_out(toolkit="qt6")
        desk.drop(text="from X11")
        desk.touch_up_source()
        desk.touch_there()
        x, y = BESIDE
        desk.target.expect("drag-leave", meanwhile=lambda: (
            desk.finger(0, "move", x, y), desk.finger(0, "move", x + 1, y)))
        desk.finger(0, "up", x + 1, y)
        desk.source.expect("drag-end", result="cancelled")
        desk.drop(text="from X11")
        desk.finish()


def a_finger_that_is_called_off_drops_nothing(Desk):
    with Run() as run:
        desk = Desk(run).open_out(toolkit="qt6")
        desk.drop(text="from X11")
        desk.touch_up_source()
        desk.touch_there()
        desk.call_off_fingers()
        desk.target.expect("drag-leave")
        desk.finish()
        # From the first drag; the end of the output is None.
        heard = [event["event"] for event in desk.target.heard() if event is not None]
        assert heard.count("received") == 1, heard


def files_are_copied_to_wayland(Desk):
    for toolkit, into in OUT:
        with Run() as run:
            files = files_of(run)
            desk = Desk(run).open_out("--uris", *map(str, files), toolkit=toolkit, into=into)
            received = desk.drop()
            assert received["uris"] == [file.as_uri() for file in files], received
            desk.finish()


def a_text_that_goes_in_pieces_arrives_in_wayland(Desk):
    for toolkit in ON_X11:
        with Run() as run:
            desk = Desk(run).open_out("--text", LONG, toolkit=toolkit)
            desk.drop(size=len(LONG), sha256=hashlib.sha256(LONG.encode()).hexdigest())
            desk.finish()


def shift_moves_nothing_between_applications(Desk):
    for toolkit in ON_X11:
        with Run() as run:
            desk = Desk(run).open_out("--text", "from X11", "--actions", "copy,move", toolkit=toolkit)
            desk.pick_up()
            desk.key(SHIFT, 1)
            desk.go_to_target()
            desk.button(0)
            desk.target.expect("received", text="from X11")
            desk.source.expect("drag-end", result="copied")
            desk.key(SHIFT, 0)
            desk.finish()


def a_wayland_target_that_refuses_gets_nothing(Desk):
    for toolkit in ON_X11:
        with Run() as run:
            desk = Desk(run).open_out(toolkit=toolkit, target=["--refuse"])
            desk.pick_up()
            desk.go_over_target()
            desk.button(0)
            desk.source.expect("drag-end", result="cancelled")
            assert not [event for event in desk.target.heard() if event["event"] == "received"]
            desk.finish()


def escape_cancels_out_of_x11(Desk):
    for toolkit in ON_X11:
        with Run() as run:
            desk = Desk(run).open_out(toolkit=toolkit)
            desk.drag()
            desk.press(ESCAPE)
            desk.source.expect("drag-end", result="cancelled")
            desk.target.expect("drag-leave")
            desk.button(0)
            desk.drop(text="from X11")
            desk.finish()


def beside_all_windows_nothing_takes_it(Desk):
    for toolkit in ON_X11:
        with Run() as run:
            desk = Desk(run).open_out(toolkit=toolkit)
            desk.drag()
            x, y = BESIDE
            desk.target.expect("drag-leave", meanwhile=lambda: (desk.move(x, y), desk.move(x + 1, y)))
            desk.wait_for_turn_of_x11()
            desk.button(0)
            desk.source.expect("drag-end", result="cancelled")
            desk.drop(text="from X11")
            desk.finish()


def an_x11_source_that_is_killed_takes_its_drag_along(Desk):
    for toolkit in ON_X11:
        with Run() as run:
            desk = Desk(run).open_out(toolkit=toolkit)
            desk.drag()
            desk.source.kill()
            desk.target.expect("drag-leave")
            desk.button(0)
            desk.open_x11_source(toolkit)
            desk.drop(text="from X11")
            desk.finish()


def a_wayland_target_that_is_killed_leaves_the_source_alone(Desk):
    for toolkit in ON_X11:
        with Run() as run:
            desk = Desk(run).open_out(toolkit=toolkit)
            desk.drag()
            desk.kill_target()
            desk.button(0)
            desk.source.expect("drag-end", result="cancelled")
            desk.open_wayland_target()
            desk.drop(text="from X11")
            desk.finish()


def a_server_that_is_killed_takes_its_drags_along(Desk):
    for toolkit in ON_X11:
        with Run() as run:
            desk = Desk(run).open_out(toolkit=toolkit)
            desk.drag()
            os.kill(desk.server(), signal.SIGKILL)
            desk.target.expect("drag-leave")
            desk.source.process.wait()
            desk.button(0)
            # The next X server is a new process.
            desk.open_x11_source(toolkit)
            desk.drop(text="from X11")
            desk.finish()


def x11_windows_drag_to_each_other_as_ever(Desk):
    with Run() as run:
        desk = Desk(run)
        desk.open_x11_source()
        desk.open_x11_target("qt6")
        desk.pick_up()
        desk.go_over_target()
        desk.source.expect("drag-action", action="copy")
        desk.button(0)
        desk.target.expect("received", text="from X11")
        desk.source.expect("drag-end", result="copied")
        desk.finish()


OUT_OF_X11 = [
    files_are_copied_to_wayland,
    a_text_that_goes_in_pieces_arrives_in_wayland,
    shift_moves_nothing_between_applications,
    a_wayland_target_that_refuses_gets_nothing,
    escape_cancels_out_of_x11,
    beside_all_windows_nothing_takes_it,
    an_x11_source_that_is_killed_takes_its_drag_along,
    a_wayland_target_that_is_killed_leaves_the_source_alone,
    a_server_that_is_killed_takes_its_drags_along,
    x11_windows_drag_to_each_other_as_ever,
]

BY_FINGER = [
    a_finger_drags_to_wayland,
    a_finger_beside_all_windows_drops_nothing,
    a_finger_that_is_called_off_drops_nothing,
]


# ------------------------------------------------------------------------------------------------------------ Into X11

def files_are_copied_to_x11(Desk):
    for toolkit, into in IN:
        with Run() as run:
            files = files_of(run)
            desk = Desk(run).open_in("--uris", *map(str, files), toolkit=toolkit, into=into)
            received = desk.drop()
            assert received["uris"] == [file.as_uri() for file in files], received
            desk.finish()


def a_text_that_goes_in_pieces_arrives_in_x11(Desk):
    for into in ON_X11:
        with Run() as run:
            desk = Desk(run).open_in("--text", LONG, toolkit="gtk3", into=into)
            desk.drop(size=len(LONG), sha256=hashlib.sha256(LONG.encode()).hexdigest())
            desk.finish()


def an_x11_target_that_refuses_gets_nothing(Desk):
    for into in ON_X11:
        with Run() as run:
            desk = Desk(run).open_in(into=into, target=["--refuse"])
            desk.pick_up()
            desk.go_over_target()
            desk.button(0)
            desk.source.expect("drag-end", result="cancelled")
            assert not [event for event in desk.target.heard() if event["event"] == "received"]
            desk.finish()


def escape_cancels_into_x11(Desk):
    for into in ON_X11:
        with Run() as run:
            desk = Desk(run).open_in(into=into)
            desk.drag()
            desk.press(ESCAPE)
            desk.source.expect("drag-end", result="cancelled")
            desk.target.expect("drag-leave")
            desk.button(0)
            desk.drop(text="from Wayland")
            desk.finish()


def a_wayland_source_that_is_killed_takes_its_drag_along(Desk):
    for into in ON_X11:
        with Run() as run:
            desk = Desk(run).open_in(into=into)
            desk.drag()
            desk.source.kill()
            desk.target.expect("drag-leave")
            desk.button(0)
            desk.open_wayland_source()
            desk.drop(text="from Wayland")
            desk.finish()


def an_x11_target_that_is_killed_leaves_the_source_alone(Desk):
    for into in ON_X11:
        with Run() as run:
            desk = Desk(run).open_in(into=into)
            desk.drag()
            desk.kill_target()
            desk.button(0)
            desk.source.expect("drag-end", result="cancelled")
            desk.open_x11_target(into)
            desk.drop(text="from Wayland")
            desk.finish()


def a_server_that_is_killed_leaves_the_source_alone(Desk):
    for into in ON_X11:
        with Run() as run:
            desk = Desk(run).open_in(into=into)
            desk.drag()
            os.kill(desk.server(), signal.SIGKILL)
            desk.target.process.wait()
            desk.button(0)
            desk.source.expect("drag-end", result="cancelled")
            desk.open_x11_target(into)
            desk.drop(text="from Wayland")
            desk.finish()


INTO_X11 = [
    files_are_copied_to_x11,
    a_text_that_goes_in_pieces_arrives_in_x11,
    an_x11_target_that_refuses_gets_nothing,
    escape_cancels_into_x11,
    a_wayland_source_that_is_killed_takes_its_drag_along,
    an_x11_target_that_is_killed_leaves_the_source_alone,
    a_server_that_is_killed_leaves_the_source_alone,
]


def on(Desk, tests):
    """Binds the tests to a desk, for `play`."""
    def bind(test):
        def bound():
            test(Desk)
        bound.__name__ = test.__name__
        return bound
    return [bind(test) for test in tests]
