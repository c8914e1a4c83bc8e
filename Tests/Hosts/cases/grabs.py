# SPDX-License-Identifier: MIT
"""A press that has begun a drag is the drag's alone, whatever else its client requests with it."""

from cases.case import case
from cases.fingers import slide_over
from cases.seen import see_nothing
from cases.steps import drop, go_to, open_pair, pick_up, point_at


def drags_by_the_pointer_again(host, source, target):
    pick_up(host, source)
    go_to(host, source, target)
    drop(host)
    target.expect("received dragged")
    source.expect("finished")
    see_nothing(host)


def see_drags_after(host, **request):
    """The button that is up holds no drag, and the next drag works."""
    source, target = open_pair(host, **request)
    x, y = source.middle
    point_at(host, source, (x, y))
    host.button(1)
    source.expect("asks for the press")
    for step in (10, 20, 30, 10, 0):
        host.move(x + step, y)
    drop(host)
    source.expect("cancelled")
    see_nothing(host)
    # Where the host lets the request go before the drag, its window may have moved a little, or its menu is open.
    drags_by_the_pointer_again(host, source, target)


def see_touches_after(host, **request):
    """The finger that is up holds no drag, and the next drag works, by a finger and by the pointer."""
    source, target = open_pair(host, **request)
    x, y = source.middle
    host.finger(0, "down", x, y)
    source.expect("asks for the press")
    for step in (10, 20, 30, 10, 0):
        host.finger(0, "move", x + step, y)
    host.finger(0, "up")
    source.expect("cancelled")
    see_nothing(host)
    times = source.said().count("enter with an offer") + 1
    host.finger(0, "down", x, y)
    source.expect("enter with an offer", times)
    slide_over(host, source, target.middle)
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")
    see_nothing(host)


@case("HIG-30", "WL-01")
def menu_on_the_press_of_a_drag_keeps_no_drag(host):
    see_drags_after(host, source_MENU="1")


@case("HIG-30", "WL-01")
def move_on_the_press_of_a_drag_keeps_no_drag(host):
    see_drags_after(host, source_MOVES="1")


@case("HIG-30", "WL-01")
def resize_on_the_press_of_a_drag_keeps_no_drag(host):
    see_drags_after(host, source_SIZES="1")


@case("HIG-30", "WL-01")
def menu_on_the_touch_of_a_drag_keeps_no_drag(host):
    see_touches_after(host, source_MENU="1")


@case("HIG-30", "WL-01")
def move_on_the_touch_of_a_drag_keeps_no_drag(host):
    see_touches_after(host, source_MOVES="1")


@case("HIG-30", "WL-01")
def resize_on_the_touch_of_a_drag_keeps_no_drag(host):
    see_touches_after(host, source_SIZES="1")
