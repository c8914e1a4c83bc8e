# SPDX-License-Identifier: MIT
"""Drags by one finger and by several."""

from cases.case import case
from cases.confirmation import REASON
from cases.seen import BADGE_OF_FINGER, flies_home, image, is_near, lands, middle, see_badge, see_nothing, see_number
from cases.steps import ESCAPE, drop, go_to, open_pair, pick_up
from hosts import wait_for
from screen import GREEN, VIOLET


def touch_up(host, source):
    """Starts a drag by a finger, and moves it far enough for the image to appear."""
    x, y = source.middle
    host.finger(0, "down", x, y)
    source.expect("enter with an offer")
    for step in range(1, 8):
        host.finger(0, "move", x + 6 * step, y)


def slide(host, point, finger=0):
    host.finger(finger, "move", point[0] - 5, point[1])
    host.finger(finger, "move", *point)


def slide_over(host, source, point, finger=0):
    """Moves a finger until the surface at the point has accepted once more."""
    times = source.said().count("action copy") + 1
    slide(host, point, finger)
    source.expect("action copy", times)


def slide_to_the_desktop(host, finger=0):
    """Moves a finger until the image is there."""
    slide(host, host.DESKTOP, finger)
    wait_for("the image at the finger", lambda: is_near(middle(image(host.picture()) or (0,) * 4), host.DESKTOP, 60))


@case("HIG-30", "HIG-13", "HIG-16")
def finger_drops_on_a_target(host):
    source, target = open_pair(host)
    touch_up(host, source)
    slide_over(host, source, target.middle)
    # At a position that the finger does not hide.
    see_badge(host, GREEN, target.middle, BADGE_OF_FINGER)
    lands(host, lambda: host.finger(0, "up"), target.middle)
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-30", "HIG-16")
def image_of_a_finger_flies_home(host):
    source, _ = open_pair(host)
    touch_up(host, source)
    slide_to_the_desktop(host)
    flies_home(host, lambda: host.finger(0, "up"), source.middle)
    source.expect("cancelled")


def touch_and_let_go(host, source, target):
    touch_up(host, source)
    slide_over(host, source, target.middle)
    host.finger(0, "up")
    see_badge(host, VIOLET, target.middle, BADGE_OF_FINGER)
    assert not target.has_said("drop"), target.said()


def beside_the_spot(target):
    return target.middle[0] + 20, target.middle[1] + 6


@case("HIG-34")
def finger_that_misses_a_small_target_hits_it(host):
    source, target = open_pair(host, target_SPOT="24")
    touch_up(host, source)
    slide(host, beside_the_spot(target))
    target.expect("takes nothing here")
    assert not target.has_said("takes it here"), target.said()
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-34")
def finger_beside_a_window_is_in_it(host):
    source, target = open_pair(host)
    touch_up(host, source)
    slide(host, (target.place[0] - 14, target.middle[1]))
    assert not target.has_said("enter with an offer"), target.said()
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-34", "HIG-16")
def finger_that_misses_by_more_is_rejected(host):
    source, target = open_pair(host, target_SPOT="24")
    touch_up(host, source)
    slide(host, (target.middle[0] + 40, target.middle[1] + 40))
    target.expect("takes nothing here")
    host.finger(0, "up")
    source.expect("cancelled")
    target.expect("leave")
    see_nothing(host)
    assert not target.has_said("drop") and not target.has_said("takes it here"), target.said()


@case("HIG-34")
def pointer_that_misses_a_small_target_misses_it(host):
    source, target = open_pair(host, target_SPOT="24")
    pick_up(host, source)
    host.move(beside_the_spot(target)[0] + 3, beside_the_spot(target)[1])
    host.move(*beside_the_spot(target))
    target.expect("takes nothing here")
    drop(host)
    source.expect("cancelled")
    assert not target.has_said("drop") and not target.has_said("takes it here"), target.said()


@case("HIG-27", "HIG-30")
def tap_on_the_image_confirms_a_drop_that_cannot_be_undone(host):
    source, target = open_pair(host, target_FINAL=REASON)
    touch_and_let_go(host, source, target)
    host.finger(0, "down", target.middle[0] + 8, target.middle[1] + 8)
    assert not target.has_said("drop"), "not before the finger is up"
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")
    assert not any(line.startswith("finger") for line in target.said()), target.said()
    said = source.said()
    assert "finger up 0" not in said[:said.index("dropped")], "Qt takes it for the end of its drag"


@case("HIG-27", "HIG-30")
def tap_elsewhere_rejects_a_drop_that_cannot_be_undone(host):
    source, target = open_pair(host, target_FINAL=REASON)
    touch_and_let_go(host, source, target)
    host.finger(0, "down", *source.middle)
    host.finger(0, "up")
    source.expect("cancelled")
    target.expect("leave")
    see_nothing(host)
    assert not target.has_said("drop"), target.said()
    assert source.said().count("finger down 0") == 1, "only the finger that started the drag is sent to it"


@case("HIG-31")
def other_fingers_still_reach_their_clients(host):
    source, _ = open_pair(host)
    touch_up(host, source)
    x, y = source.middle
    host.finger(1, "down", x, y + 50)
    source.expect("finger down 1")
    host.finger(1, "move", x, y + 60)
    source.expect("finger moves 1")
    host.finger(1, "up")
    source.expect("finger up 1")
    # The first one drives the drag, which goes on.
    assert not source.has_said("finger moves 0") and not source.has_said("cancelled"), source.said()
    slide_to_the_desktop(host)
    host.finger(0, "up")
    source.expect("cancelled")
    see_nothing(host)


def rest_two(host, **of_source):
    """Puts two fingers on a source, the second of which begins a drag; returns the two windows and the two positions.
    """
    source, target = open_pair(host, source_FINGER="1", **of_source)
    x, y = source.middle
    host.finger(0, "down", x, y - 40)
    source.expect("finger down 0")
    host.finger(1, "down", x, y + 10)
    source.expect("enter with an offer")
    return source, target, (x, y - 40), (x, y + 10)


@case("HIG-30", "HIG-31")
def any_finger_can_drag_while_others_are_down(host):
    source, target, (x, y), _ = rest_two(host)
    # The first one's events still go to the client.
    host.finger(0, "move", x, y - 8)
    source.expect("finger moves 0")
    slide_over(host, source, target.middle, finger=1)
    see_badge(host, GREEN, target.middle, BADGE_OF_FINGER)
    host.finger(1, "up")
    target.expect("received dragged")
    source.expect("finished")
    host.finger(0, "up")
    source.expect("finger up 0")
    assert not source.has_said("finger moves 1"), source.said()


@case("HIG-30", "HIG-31", "HIG-16")
def image_of_any_finger_flies_home_to_its_touch_down(host):
    source, _, _, (x, y) = rest_two(host)
    for step in range(1, 8):
        host.finger(1, "move", x + 6 * step, y)
    slide_to_the_desktop(host, finger=1)
    flies_home(host, lambda: host.finger(1, "up"), (x, y))
    source.expect("cancelled")


@case("HIG-30", "HIG-31")
def first_finger_can_drag_after_another_came_down(host):
    source, target, _, (x, y) = rest_two(host, source_FIRST="1")
    slide_over(host, source, target.middle)
    host.finger(1, "move", x, y + 8)
    source.expect("finger moves 1")
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")
    host.finger(1, "up")
    source.expect("finger up 1")


@case("HIG-30")
def finger_drags_again_and_again(host):
    source, target = open_pair(host)
    for times in range(1, 4):
        host.finger(0, "down", *source.middle)
        source.expect("enter with an offer", times)
        slide_over(host, source, target.middle)
        host.finger(0, "up")
        target.expect("received dragged", times)
        source.expect("finished", times)
        see_nothing(host)


@case("HIG-30", "HIG-32")
def finger_drags_again_after_escape(host):
    source, target = open_pair(host)
    touch_up(host, source)
    host.press(ESCAPE)
    source.expect("cancelled")
    host.finger(0, "move", *host.DESKTOP)
    host.finger(0, "up")
    host.finger(0, "down", *source.middle)
    source.expect("enter with an offer", 2)
    slide_over(host, source, target.middle)
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")
    assert not source.has_said("finger moves 0"), source.said()


@case("HIG-30", "HIG-32", "WL-01")
def finger_of_a_cancelled_drag_begins_no_other(host):
    source, _ = open_pair(host, source_AGAIN="1")
    touch_up(host, source)
    host.press(ESCAPE)
    source.expect("asked again")
    source.expect("cancelled", 2)
    host.finger(0, "move", *host.DESKTOP)
    host.finger(0, "up")
    assert source.said().count("enter with an offer") == 1, source.said()


@case("HIG-30", "HIG-32")
def finger_of_a_cancelled_drag_moves_no_other(host):
    source, target = open_pair(host, source_ANY="1")
    touch_up(host, source)
    host.press(ESCAPE)
    source.expect("cancelled")
    x, y = source.middle
    host.finger(1, "down", x, y + 40)
    source.expect("enter with an offer", 2)
    slide_over(host, source, target.middle, finger=1)
    see_badge(host, GREEN, target.middle, BADGE_OF_FINGER)
    host.finger(0, "move", *host.DESKTOP)
    host.finger(0, "move", host.DESKTOP[0] + 5, host.DESKTOP[1])
    see_badge(host, GREEN, target.middle, BADGE_OF_FINGER)
    host.finger(1, "up")
    target.expect("received dragged")
    source.expect("finished")
    host.finger(0, "up")
    assert not any(line.startswith("finger moves") for line in source.said()), source.said()


@case("HIG-31")
def finger_still_reaches_its_client_during_a_drag_by_pointer(host):
    source, target = open_pair(host)
    x, y = target.middle
    pick_up(host, source)
    host.finger(0, "down", x, y + 60)
    target.expect("finger down 0")
    host.finger(0, "move", x, y + 70)
    target.expect("finger moves 0")
    go_to(host, source, target)
    drop(host)
    target.expect("received dragged")
    source.expect("finished")
    host.finger(0, "move", x, y + 60)
    target.expect("finger moves 0", 2)
    host.finger(0, "up")
    target.expect("finger up 0")


@case("HIG-07", "HIG-09")
def another_finger_adds_an_item(host):
    source, target = open_pair(host, source_ADDS="1")
    touch_up(host, source)
    slide_over(host, source, target.middle)
    see_badge(host, GREEN, target.middle, BADGE_OF_FINGER)
    host.finger(1, "down", *source.middle)
    host.finger(1, "up")
    source.expect("items: 2")
    see_number(host, target.middle, BADGE_OF_FINGER)
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-38")
def without_an_icon_the_preview_of_an_item_is_shown(host):
    source, target = open_pair(host, source_PREVIEW="1", **{"source_ICON_COLOUR": "0xffa020e0"})
    pick_up(host, source)
    host.move(*host.DESKTOP)
    # The client draws the preview when the drag has begun; until then a generic image is shown.
    wait_for("the picture of the item", lambda: image(host.picture()))
    go_to(host, source, target)
    wait_for("it at the target", lambda: is_near(middle(image(host.picture()) or (0,) * 4), target.middle, 60))
    drop(host)
    target.expect("received dragged")
    source.expect("finished")
    see_nothing(host)


def begin_two(host):
    """Begins two drags by two fingers."""
    source, target = open_pair(host, source_BESIDE="1", target_BESIDE="1")
    touch_up(host, source)
    x, y = source.middle
    host.finger(1, "down", x, y + 40)
    # The source's own window gets the second drag by the second data device.
    source.expect("enter beside")
    for step in range(1, 8):
        host.finger(1, "move", x + 6 * step, y + 40)
    return source, target


@case("HIG-10", "HIG-30")
def fingers_drag_concurrently(host):
    source, target = begin_two(host)
    x, y = target.middle
    slide(host, (x, y - 40))
    target.expect("enter with an offer")
    host.finger(1, "move", x - 5, y + 40)
    host.finger(1, "move", x, y + 40)
    target.expect("enter beside")
    source.expect("action copy beside")
    host.finger(1, "up")
    target.expect("received beside the other")
    source.expect("finished beside")
    # The second drag has ended; the first one goes on.
    assert not source.has_said("dropped") and not target.has_said("drop"), (source.said(), target.said())
    slide(host, target.middle)
    see_badge(host, GREEN, target.middle, BADGE_OF_FINGER)
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-10", "HIG-12")
def image_of_each_finger_follows_it(host):
    source, _ = begin_two(host)
    slide(host, host.DESKTOP)
    beside = source.middle[0] + 42, source.middle[1] + 40

    def is_seen_near(point):
        area = point[0] - 60, point[1] - 60, point[0] + 60, point[1] + 60
        return host.picture().box(lambda red, green, blue: red > green + 30 and blue > green + 30, area) is not None
    wait_for("an image at each finger", lambda: is_seen_near(host.DESKTOP) and is_seen_near(beside))
    host.finger(1, "up")
    source.expect("cancelled beside")
    wait_for("one image", lambda: is_seen_near(host.DESKTOP) and not is_seen_near(beside))
    host.finger(0, "up")
    source.expect("cancelled")


@case("HIG-10", "HIG-32")
def escape_ends_the_drags_of_all_fingers(host):
    source, _ = begin_two(host)
    host.key(ESCAPE, 1)
    source.expect("cancelled")
    source.expect("cancelled beside")
    host.key(ESCAPE, 0)


@case("HIG-34")
def finger_beside_a_small_zone_is_on_it(host):
    source, target = open_pair(host, target_ZONE="1")
    touch_up(host, source)
    x, y = target.middle
    slide_over(host, source, (x - 40, y))
    assert not target.has_said("zone enter"), target.said()
    slide(host, (x - 18, y))
    target.expect("zone enter")
    slide(host, (x - 40, y))
    target.expect("zone leave")
    slide(host, (x + 18, y))
    target.expect("zone enter", 2)
    host.finger(0, "up")
    target.expect("received dragged")
    assert target.said().count("zone leave") == 1, target.said()


@case("HIG-30")
def cancelled_fingers_end_the_drag(host):
    source, target = open_pair(host)
    touch_up(host, source)
    slide_over(host, source, target.middle)
    host.cancel_fingers()
    source.expect("cancelled")
    target.expect("leave")
    see_nothing(host)
    assert not target.has_said("drop"), target.said()
