# SPDX-License-Identifier: MIT
"""A drag between two clients of a stock compositor, by its pointer."""

import itertools
import time

from desktops import CONTROL
from hosts import wait_for


def middle(place, box):
    return place[0] + box[0] + box[2] // 2, place[1] + box[1] + box[3] // 2


def clear_of(place, box, other, size):
    """Returns a point of a box that another window does not cover: its centre, or the farthest quarter."""
    x, y = middle(place, box)
    if not (other[0] <= x < other[0] + size[0] and other[1] <= y < other[1] + size[1]):
        return x, y
    dx = -box[2] // 2 + 12 if other[0] > place[0] else box[2] // 2 - 12
    dy = -box[3] // 2 + 12 if other[1] > place[1] else box[3] // 2 - 12
    return x + dx, y + dy


def drag(desktop, source, target, from_point, to_point, with_shift=False, with_control=False):
    """Plays a drag; a key is pressed over the target. Returns the result that the source reports, and the content that
    the target received.
    """
    presses = lambda: sum(event["event"] == "button" and event["state"] == "pressed" for event in source.heard())
    before = presses()

    def is_pressed():
        """GTK reports no `enter` after a drag, so only a press shows that the pointer is there."""
        desktop.move(from_point[0] - 3, from_point[1])
        desktop.move(*from_point)
        desktop.button(1)
        end = time.monotonic() + 1
        while time.monotonic() < end:
            if presses() > before:
                return True
            time.sleep(0.005)
        desktop.button(0)
    wait_for("a press on the source", is_pressed)
    steps = itertools.count(4, 4)
    source.expect("drag-begin", meanwhile=lambda: desktop.move(from_point[0] + next(steps) % 60, from_point[1]))
    steps = itertools.count()
    target.expect("drag-enter", meanwhile=lambda: desktop.move(to_point[0] + next(steps) % 5, to_point[1]))
    if with_shift:
        desktop.shift(1)
    if with_control:
        desktop.key(CONTROL, 1)
    # The target's answer and its consequences need some motions; a stock desktop does not report when they are
    # complete.
    for step in range(12):
        desktop.move(to_point[0] + step % 3, to_point[1] + step % 2)
        time.sleep(0.05)
    desktop.button(0)
    received = target.expect("received")
    end = source.expect("drag-end")
    if with_shift:
        desktop.shift(0)
    if with_control:
        desktop.key(CONTROL, 0)
    return end["result"], received["text"]
