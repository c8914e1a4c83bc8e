# SPDX-License-Identifier: MIT
"""Content that rests over a window, and the wheel."""

from cases.case import case
from cases.seen import GREY, WHITE, has_keyboard, is_alike, see_badge, see_nothing
from cases.steps import colour, drag, drop, escape, open_pair, pick_up
from hosts import wait_for
from screen import GREEN


def rest_over_a_window_behind(host):
    """Until it is in front of the other. The other has the keyboard."""
    rear = host.open("target", host.TARGET, title="rear")
    source = host.open("source", host.SOURCE)
    front = host.open("mover", (host.TARGET[0] + 120, host.TARGET[1]), title="fore", **colour("COLOUR", GREY))
    overlap = front.place[0] + 20, front.place[1] + 150
    wait_for("the newest window in front", lambda: is_alike(host.picture().at(*overlap), GREY) and has_keyboard(front))
    pick_up(host, source)
    host.move(rear.place[0] + 45, rear.place[1] + 100)
    host.move(rear.place[0] + 50, rear.place[1] + 100)
    source.expect("action copy")
    wait_for("the window behind", lambda: is_alike(host.picture().at(*overlap), WHITE))
    return source, rear, front


@case("HIG-19")
def window_behind_comes_forward_when_content_rests_over_it(host):
    _, rear, _ = rest_over_a_window_behind(host)
    assert not has_keyboard(rear), "it has the keyboard"
    drop(host)
    rear.expect("received dragged")


@case("HIG-19", "HIG-29")
def keyboard_stays_though_a_window_came_forward(host):
    source, rear, front = rest_over_a_window_behind(host)
    escape(host)
    source.expect("cancelled")
    drop(host)
    see_nothing(host)
    wait_for("the keyboard of the window that had it", lambda: has_keyboard(front) and not has_keyboard(rear))


@case("HIG-19")
def content_that_rests_is_told_again(host):
    source, target = open_pair(host, target_MOTIONS="1")
    drag(host, source, target)
    before = target.said().count("moved")
    # Clients have spring loading of their own, and notice that content rests only as motions come.
    target.expect("moved", before + 10)
    drop(host)
    target.expect("received dragged")


@case("HIG-20")
def wheel_scrolls_what_lies_below_the_content(host):
    source, target = open_pair(host)
    drag(host, source, target)
    entered = target.said().count("pointer enters")
    left = target.said().count("pointer leaves")
    host.scroll()
    target.expect("scrolled")
    target.expect("pointer enters", entered + 1)
    # Its client has the pointer only as long as somebody scrolls.
    target.expect("pointer leaves", left + 1)
    assert not source.has_said("scrolled")
    host.scroll()
    target.expect("scrolled", 2)
    see_badge(host, GREEN, target.middle)
    drop(host)
    target.expect("received dragged")
