# SPDX-License-Identifier: MIT
"""A press that has begun a drag belongs to the drag alone, whatever its client requests with the same serial."""

from cases.case import case
from cases.fingers import slide_over
from cases.seen import GREY, OLIVE, has_keyboard, see_nothing
from cases.steps import colour, drop, escape, go_to, open_pair, pick_up, pick_up_by_keyboard, point_at
from hosts import wait_for


def drags_by_the_pointer_again(host, source, target):
    pick_up(host, source)
    go_to(host, source, target)
    drop(host)
    target.expect("received dragged")
    source.expect("finished")
    see_nothing(host)


def see_drags_after(host, **request):
    """Checks that no drag is active after the button was released, and that the next drag works."""
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
    # If the host grants the request before the drag, the window may have moved a little, or its menu is open.
    drags_by_the_pointer_again(host, source, target)
    # Weston 10, even without Dray, fails an assertion when it exits with an open menu.
    source.quit()


@case("WL-01")
def menu_of_another_application_does_not_end_a_drag(host):
    """The menu is opened with guessed serials."""
    guesser = host.open("guesser", (host.SOURCE[0], host.SOURCE[1] + 250), **colour("COLOUR", OLIVE))
    source, target = open_pair(host)
    pick_up(host, source)
    guesser.go_on()
    guesser.expect("guessed")
    go_to(host, source, target)
    drop(host)
    target.expect("received dragged")
    source.expect("finished")
    see_nothing(host)
    pick_up(host, source)
    guesser.go_on()
    guesser.expect("guessed", 2)
    escape(host)
    source.expect("cancelled")
    drop(host)
    see_nothing(host)


@case("HIG-32", "WL-01")
def menu_on_the_press_of_a_drag_by_keyboard_takes_no_keys(host):
    target = host.open("target", host.TARGET, **colour("COLOUR", GREY))
    source = host.open("source", host.SOURCE, MENU="1")
    wait_for("the newest window's keyboard", lambda: has_keyboard(source))
    pick_up_by_keyboard(host, source)
    source.expect("asks for the press")
    escape(host)
    source.expect("cancelled")
    see_nothing(host)
    drags_by_the_pointer_again(host, source, target)


def see_touches_after(host, **request):
    """Checks that no drag is active after the finger was lifted, and that the next drag works, by finger and by
    pointer.
    """
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
    source.quit()


@case("HIG-30", "WL-01")
def menu_on_the_press_of_a_drag_leaves_no_drag_behind(host):
    see_drags_after(host, source_MENU="1")


@case("HIG-30", "WL-01")
def menu_on_the_press_before_a_drag_leaves_no_drag_behind(host):
    see_drags_after(host, source_MENU="1", source_BEFORE="1")


@case("HIG-30", "WL-01")
def move_on_the_press_of_a_drag_leaves_no_drag_behind(host):
    see_drags_after(host, source_MOVES="1")


@case("HIG-30", "WL-01")
def resize_on_the_press_of_a_drag_leaves_no_drag_behind(host):
    see_drags_after(host, source_SIZES="1")


@case("HIG-30", "WL-01")
def menu_on_the_touch_of_a_drag_leaves_no_drag_behind(host):
    see_touches_after(host, source_MENU="1")


@case("HIG-30", "WL-01")
def menu_on_the_touch_before_a_drag_leaves_no_drag_behind(host):
    see_touches_after(host, source_MENU="1", source_BEFORE="1")


@case("HIG-30", "WL-01")
def move_on_the_touch_of_a_drag_leaves_no_drag_behind(host):
    see_touches_after(host, source_MOVES="1")


@case("HIG-30", "WL-01")
def resize_on_the_touch_of_a_drag_leaves_no_drag_behind(host):
    see_touches_after(host, source_SIZES="1")
