# SPDX-License-Identifier: MIT
"""What users do daily in a desktop, with Dray and with the desktop's own drag and drop: what tests of KWin and of GNOME
Shell share.
"""

import re
from pathlib import Path

from hosts import wait_for

CLIPBOARD = Path(__file__).with_name("clipboard-client.py")
TAB, ALT, F1, F2 = 15, 56, 59, 60
NOTHING = 1000, 620


def compared(dray):
    """Runs a test with the desktop's own drag and drop, and then with Dray: the result is the same for users."""
    def decorate(test):
        def both():
            for name, file in ("without Dray", ""), ("with Dray", dray):
                print(f"    {name}", flush=True)
                test(file)
        both.__name__ = test.__name__
        return both
    return decorate


class Daily:
    """A source and a target made with Qt, for a desktop's class. The source's log shows whether a drop would copy, also
    without Dray.
    """

    def __init__(self, run, dray, devices, **options):
        run.environment["WAYLAND_DEBUG"] = "client"
        super().__init__(run, dray, devices, toolkits=("qt6", "qt6"), **options)

    def replace(self, name, *options):
        """Kills a client, and starts another one in its place."""
        client = getattr(self, name)
        client.kill()
        self.run.processes.remove(client)
        setattr(self, name, self.run.client(name, "--role", name, *options, toolkit="qt6"))
        self.settle(name, self.places[name])

    def replace_target(self):
        self.replace("target")

    def replace_clients(self):
        self.replace("source", "--text", "dragged")
        self.replace_target()

    def answers(self, event):
        return re.findall(rf"wl_data_source#\d+\.{event}\((.*)\)", self.source.output())

    def carry_to(self, x, y, has_entered):
        """Moves there until a drop would copy."""
        before = {event: len(self.answers(event)) for event in ("target", "action")}
        self.move(x - 5, y)

        def would_copy():
            if self.answers("target")[-1:] == ['""']:
                # KWin itself takes the late rejection of another window for one of this target, which repeats nothing.
                self.move(*NOTHING)
            self.move(x - 1, y)
            self.move(x, y)
            self.do("paint")
            return has_entered() and all(
                self.answers(event)[count:] and self.answers(event)[-1] not in ("nil", '""', "0")
                for event, count in before.items())
        wait_for("the target's consent", would_copy)

    def go_to_target(self):
        count = self.entries()
        self.carry_to(*self.to_point, lambda: self.entries() > count)

    def entries(self):
        return sum(line["event"] == "drag-enter" for line in self.target.heard() if line)

    def drop(self):
        """Drops what is over the target."""
        self.button(0)
        self.target.expect("received", text="dragged")
        self.source.expect("drag-end")

    def drag_and_drop(self):
        self.drag()
        self.drop()


def position(desktop, title):
    return tuple(map(float, desktop.do(f"window {title}").split()))


def move_window_by_its_client(desktop, small, place):
    """As a title bar that the client draws does, by xdg_toplevel.move."""
    mover = desktop.run.start("mover", small, "mover", TITLE="mover")
    desktop.place("mover", place)
    desktop.do("paint")
    x, y = place[0] + 100, place[1] + 100
    desktop.move(x, y)
    desktop.button(1)
    wait_for("the request", lambda: "moves" in mover.output())
    wait_for("the window at the pointer", lambda: (
        desktop.move(x + 99, y + 50), desktop.move(x + 100, y + 50),
        position(desktop, "mover") == (place[0] + 100, place[1] + 50))[-1])
    desktop.button(0)
    desktop.move(x, y)
    assert position(desktop, "mover") == (place[0] + 100, place[1] + 50)
    mover.kill()


def open_clipboard(desktop, title, place):
    """Opens a window that copies and pastes, and gives it the keyboard."""
    window = desktop.run.client(title, program=CLIPBOARD)
    desktop.place(title, place)
    desktop.click((place[0] + 100, place[1] + 100))
    window.expect("focus", active=True)
    return window


def paste_text_of_x11(desktop, place):
    x11 = desktop.x11_variables()
    window = open_clipboard(desktop, "window", place)
    path = desktop.run.directory / "text"
    path.write_text("of X11")
    desktop.run.start("xclip", "xclip", "-quiet", "-selection", "clipboard", path, **x11)
    window.expect("clipboard", meanwhile=lambda: desktop.press(F2), text="of X11")
    window.end()


def switch_windows(desktop, before, after):
    """Alt+Tab gives the keyboard to the other window."""
    wait_for("the focus", lambda: desktop.do("focus") == before)
    desktop.key(ALT, 1)
    desktop.press(TAB)
    desktop.key(ALT, 0)
    wait_for("the other window's focus", lambda: desktop.do("focus") == after)


def change_outputs_during_a_drag(desktop, plug_in, plug_out, width):
    """Drops what is dragged although the second of two outputs, with the target, is plugged out, and in again."""
    desktop.drag_and_drop()
    place, inside = desktop.places["target"], desktop.to_point
    there, inside_there = (width + place[0], place[1]), (width + inside[0], inside[1])
    desktop.settle("target", there)
    desktop.to_point = inside_there
    desktop.drag()
    plug_out()
    wait_for("the target on the first output", lambda: position(desktop, "target")[0] < width)
    desktop.settle("target", place)
    desktop.to_point = inside
    desktop.go_to_target()
    desktop.drop()
    # Plugged in during a drag, it has room for windows again.
    desktop.pick_up()
    plug_in()
    desktop.settle("target", there)
    desktop.to_point = inside_there
    desktop.go_to_target()
    desktop.drop()
