# SPDX-License-Identifier: MIT
"""The actions of the user in a case."""

from cases.seen import GREY, has_keyboard, keys_of, see_badge
from hosts import wait_for
from screen import GREEN

ESCAPE, CONTROL, SHIFT, CAPS_LOCK, LETTER, CLEAR = 1, 29, 42, 58, 30, 45
RIGHT_BUTTON = 0x111
SUPER, D, TAB, RETURN, RIGHT = 125, 32, 15, 28, 106


def colour(name, rgb):
    return {name: f"0xff{rgb[0]:02x}{rgb[1]:02x}{rgb[2]:02x}"}


def open_pair(host, target="target", **environment):
    """Opens a source, and a target in front of it.

    Settings of the former begin with "source_", of the latter with "target_".
    """
    def of(role):
        return {name.removeprefix(role): value for name, value in environment.items() if name.startswith(role)}
    def open_target():
        return host.open(target, host.TARGET, **colour("COLOUR", GREY), **of("target_"))
    # If only the newest window is visible, it must be the source.
    target_behind = open_target() if host.IS_ONE_WINDOW else None
    return host.open("source", host.SOURCE, **of("source_")), target_behind or open_target()


def point_at(host, window, point):
    wait_for("the pointer in the window", lambda: (
        host.move(point[0] - 3, point[1]), host.move(*point), window.has_said("pointer enters"))[-1])


def open_source_in_front(host, **of_target):
    """Opens a target, and a source that has the keyboard focus."""
    target = host.open("target", host.TARGET, **colour("COLOUR", GREY), **of_target)
    source = host.open("source", host.SOURCE)
    wait_for("the newest window's keyboard", lambda: has_keyboard(source))
    return target, source


def pick_up(host, source, at=None):
    """Presses the button on a source, which begins its drag, and moves far enough for the image to appear."""
    x, y = at or source.middle
    times = source.said().count("enter with an offer") + 1
    point_at(host, source, (x, y))
    host.button(1)
    source.expect("enter with an offer", times)
    for step in range(1, 5):
        host.move(x + 4 * step, y)


def go_to(host, source, target):
    """Moves to the middle of a target, and waits until it has accepted."""
    times = source.said().count("action copy") + 1
    host.move(target.middle[0] - 5, target.middle[1])
    host.move(*target.middle)
    source.expect("action copy", times)


def drag(host, source, target):
    """Drags until the image is over the target."""
    pick_up(host, source)
    go_to(host, source, target)
    see_badge(host, GREEN, target.middle)


def ask_for_keyboard_drag(host):
    """Presses the host's shortcut for a drag by keyboard, with the pointer where it is."""
    host.key(SUPER, 1)
    host.key(SHIFT, 1)
    host.press(D)
    host.key(SHIFT, 0)
    host.key(SUPER, 0)


def pick_up_by_keyboard(host, source):
    point_at(host, source, source.middle)
    before = keys_of(source)
    ask_for_keyboard_drag(host)
    source.expect("keyboard leaves")
    times = source.said().count("enter with an offer") + 1
    host.press(RETURN)
    source.expect("enter with an offer", times)
    return before


def drop(host):
    host.button(0)


def escape(host):
    host.press(ESCAPE)
