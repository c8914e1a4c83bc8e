# SPDX-License-Identifier: MIT
"""Drags between X11 windows and Wayland's, for every compositor that has both.

A compositor's desk is made by `Desk(run)`, and brings beside what `Steps` needs: `x11_client(name, toolkit, *arguments)`,
`wait_for_place(title, point)`, which has the window there, `call_off_fingers()`, and `server()`, the process of Xwayland.
"""

import hashlib
import itertools
import os
import re
import signal
import socket
import struct

from hosts import CLIENTS, PATIENCE, Run, wait_for
from steps import Steps, middle

ESCAPE, SHIFT = 1, 42
SOURCE, TARGET = (100, 100), (500, 100)
# A browser's drag is begun so often: it may call one off that hardly began.
TRIES = 5
# No window is there.
BESIDE = 480, 500
PLATFORM = {
    "gtk3": {"GDK_BACKEND": "x11"}, "qt6": {"QT_QPA_PLATFORM": "xcb"}, "chromium": {"ELECTRON_OZONE_PLATFORM_HINT": "x11"},
    "firefox": {"GDK_BACKEND": "x11", "MOZ_ENABLE_WAYLAND": "0"}, "tk": {}}
ON_X11, ON_WAYLAND = ["gtk3", "qt6"], ["gtk3", "gtk4", "qt6"]
# Each out of X11, into each on Wayland; and back.
OUT = list(itertools.product(ON_X11, ON_WAYLAND))
IN = list(itertools.product(ON_WAYLAND, ON_X11))
PAGES = ["Firefox", "Chromium"]
# Of the window of Tk's, which does not say where its parts are.
TK = (0, 0, 380, 360)
# Longer than one property, and not longer than an argument of a program.
LONG = "0123456789abcdef" * 6000


def program_of(toolkit):
    """The words that start a client of Tests/Clients."""
    return ["wish", CLIENTS / "tk-dnd.tcl"] if toolkit == "tk" else ["/usr/bin/python3", CLIENTS / f"{toolkit}-dnd.py"]


def outcome(desk):
    """What a drop would do now, by the compositor's trace."""
    told = re.findall(r"presentation\.feedback \(outcome: (\w+)", desk.process.output())
    return told[-1] if told else None


def is_page(client):
    return client.mapped.get("toolkit") in ("Firefox", "Chromium")


def has_last(client, event, *others):
    """Whether a client told of this last, and of none of the others since."""
    told = [line["event"] for line in client.heard() if line is not None and line["event"] in (event, *others)]
    return told[-1:] == [event]


class X11Steps(Steps):
    """A source at the left and a target at the right, of which one is on X11."""

    toolkit = None  # of the source, if that is on X11

    def open_out(self, *source, toolkit="gtk3", into="gtk4", target=()):
        """Out of X11."""
        self.open_x11_source(toolkit, *source)
        self.open_wayland_target(into, *target)
        return self

    def open_in(self, *source, toolkit="gtk4", into="gtk3", target=()):
        """Into X11."""
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
        """A title that no window has had: one that is gone may be seen a little longer."""
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
        # Chromium has a page whose drag is over go on as if the pointer had never left it.
        if not is_page(source) or not has_last(source, "drag-end", "enter"):
            super().reach(source, point)

    def pick_up(self):
        # A window that has moved from below the pointer hears so with the pointer's next motion: then it is entered anew.
        self.move(*BESIDE)
        super().pick_up()

    def go_to_target(self):
        """Until the source knows of the target's consent."""
        super().go_to_target()
        # Qt tells when that is something else than in the drag before, and a page is not told.
        if self.toolkit == "gtk3" or self.toolkit == "qt6" and not any(
                event["event"] == "drag-action" for event in self.source.heard()):
            self.source.expect("drag-action", action="copy")
        # Xwayland hands out input first: a button that goes up at once would overtake what the source is told of the consent.
        self.wait_for_turn_of_x11()

    def wait_for_turn_of_x11(self):
        """Until the X server has done all that it was asked before: it lets in whoever knocks, or does not, only then."""
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(PATIENCE)
            door.connect("/tmp/.X11-unix/X" + self.display.removeprefix(":"))
            door.sendall(struct.pack("<cxHHHH2x", b"l", 11, 0, 0, 0))
            assert door.recv(1), "the X server does not answer"

    def touch_there(self):
        """X tells of no motion that leads nowhere."""
        x, y = self.to_point
        self.target.expect(
            "drag-enter", meanwhile=lambda: (self.finger(0, "move", x - 1, y), self.finger(0, "move", x, y)))
        self.source.expect(
            "drag-action", action="copy",
            meanwhile=lambda: (self.finger(0, "move", x - 1, y), self.finger(0, "move", x, y)))

    def go_over_target(self):
        """Without the target's consent."""
        x, y = self.to_point
        self.move(x - 5, y)
        self.target.expect("drag-enter", meanwhile=lambda: (self.move(x - 1, y), self.move(x, y)))

    def kill_target(self):
        """Until the compositor knows, and the source."""
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
    """GTK 3 on X11 begins a drag, and then hears nothing of the touches that X goes on telling it of."""
    with Run() as run:
        desk = Desk(run).open_out(toolkit="qt6")
        # Weston 10 tells nobody where a window was moved to, and Qt reckons touches by that; with a drag Dray tells it.
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
        desk.target.expect("drag-leave", meanwhile=lambda: (desk.finger(0, "move", x, y), desk.finger(0, "move", x + 1, y)))
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
        # The first drag's; the end of the output is no event.
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
            # The next server is another one.
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
    """The tests as `play` takes them."""
    def bind(test):
        def bound():
            test(Desk)
        bound.__name__ = test.__name__
        return bound
    return [bind(test) for test in tests]
