# SPDX-License-Identifier: MIT
"""Drags that hover over a window, and the scroll wheel."""

import time

from cases.case import case
from cases.seen import GREY, WHITE, Unseen, has_keyboard, is_alike, see_badge, see_nothing
from cases.steps import colour, drag, drop, escape, open_pair, pick_up
from hosts import wait_for
from screen import GREEN


def rest_over_a_window_behind(host, watch=lambda picture, rear: None):
    """Hovers until the window is in front of the focused one. Each screenshot until then is passed to `watch`."""
    rear = host.open("target", host.TARGET, title="rear")
    source = host.open("source", host.SOURCE)
    front = host.open("mover", (host.TARGET[0] + 120, host.TARGET[1]), title="fore", **colour("COLOUR", GREY))
    overlap = front.place[0] + 20, front.place[1] + 150
    wait_for("the newest window in front", lambda: is_alike(host.picture().at(*overlap), GREY) and has_keyboard(front))
    pick_up(host, source)
    host.move(rear.place[0] + 45, rear.place[1] + 100)
    host.move(rear.place[0] + 50, rear.place[1] + 100)
    source.expect("action copy")

    def is_in_front():
        picture = host.picture()
        watch(picture, rear)
        return is_alike(picture.at(*overlap), WHITE)
    wait_for("the window behind", is_in_front)
    return source, rear, front


def dips(values):
    """Returns how often the values fall far below their maximum."""
    least = (min(values) + max(values)) / 2
    if max(values) - min(values) < 30:
        return 0
    return sum(before >= least > after for before, after in zip(values, values[1:]))


@case("HIG-19")
def window_behind_is_announced_by_two_flashes(host):
    """The flashes are those of the highlight ring or, if there is none, of the image."""
    rings, images, times = [], [], []

    def watch(picture, rear):
        left, y = rear.place[0], rear.place[1] + 150
        rings.append(max(blue - red for red, _green, blue in (picture.at(left + step, y) for step in range(-8, 9))))
        # A pixel of the icon that neither cursor nor badge covers.
        red, green, _blue = picture.at(rear.place[0] + 50 + 28, rear.place[1] + 100 + 4)
        images.append(red - green)
        times.append(time.monotonic())
    source, rear, _ = rest_over_a_window_behind(host, watch)
    gap = max((after - before for before, after in zip(times, times[1:])), default=1)
    if 2 not in (dips(rings), dips(images)):
        assert gap > 0.06, (rings, images)
        raise Unseen(f"two flashes, in pictures {gap:.3f} s apart")
    escape(host)
    source.expect("cancelled")
    drop(host)


@case("HIG-19")
def window_behind_is_raised_when_a_drag_hovers_over_it(host):
    _, rear, _ = rest_over_a_window_behind(host)
    assert not has_keyboard(rear), "it has the keyboard"
    drop(host)
    rear.expect("received dragged")


@case("HIG-19", "HIG-29")
def keyboard_focus_is_restored_after_a_window_was_raised(host):
    source, rear, front = rest_over_a_window_behind(host)
    escape(host)
    source.expect("cancelled")
    drop(host)
    see_nothing(host)
    wait_for("the keyboard of the window that had it", lambda: has_keyboard(front) and not has_keyboard(rear))


@case("HIG-19")
def hovering_drag_still_sends_motions(host):
    source, target = open_pair(host, target_MOTIONS="1")
    drag(host, source, target)
    before = target.said().count("moved")
    # Clients with their own spring loading notice that a drag hovers only while motions arrive.
    target.expect("moved", before + 10)
    drop(host)
    target.expect("received dragged")


@case("HIG-20")
def wheel_scrolls_the_window_under_the_drag(host):
    source, target = open_pair(host)
    drag(host, source, target)
    entered = target.said().count("pointer enters")
    left = target.said().count("pointer leaves")
    host.scroll()
    target.expect("scrolled")
    target.expect("pointer enters", entered + 1)
    # The client has pointer focus only while the user scrolls.
    target.expect("pointer leaves", left + 1)
    assert not source.has_said("scrolled")
    host.scroll()
    target.expect("scrolled", 2)
    see_badge(host, GREEN, target.middle)
    drop(host)
    target.expect("received dragged")
