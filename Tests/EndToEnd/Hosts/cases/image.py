# SPDX-License-Identifier: MIT
"""The drag image, its badge and the cursor."""

from cases.case import case
from cases.seen import (
    BADGE, ICON_SIDE, flies_home, image, is_near, lands, see_badge, see_image, see_nothing, see_number)
from cases.steps import drag, drop, escape, go_to, open_pair, pick_up, point_at
from hosts import wait_for
from screen import GREEN, RED


def corner(host):
    """Returns the upper left corner of the image; (0, 0) until there is one."""
    return (image(host.picture()) or (0, 0))[:2]


def see_whole_image(host, before):
    """Checks over the desktop that the image is attached by its corner and has the size that its client has drawn."""
    host.move(*host.DESKTOP)
    see_image(host, host.DESKTOP, 0.8, before)
    left, top, right, bottom = image(host.picture())
    assert is_near((left, top), host.DESKTOP, 3), (left, top)
    assert is_near((right, bottom), (left + ICON_SIDE, top + ICON_SIDE), 4), (right, bottom)


@case("HIG-11")
def image_appears_after_a_distance_threshold(host):
    source, _ = open_pair(host)
    x, y = source.middle
    point_at(host, source, (x, y))
    host.button(1)
    source.expect("enter with an offer")
    host.move(x + 1, y)
    for _ in range(3):
        assert image(host.picture()) is None, "one point is below the threshold"
    host.move(x + 8, y)
    wait_for("the image", lambda: image(host.picture()))
    drop(host)
    source.expect("cancelled")


@case("HIG-12")
def image_is_translucent_and_keeps_its_offset(host):
    source, target = open_pair(host)
    before = host.picture()
    pick_up(host, source)
    see_whole_image(host, before)
    go_to(host, source, target)
    see_image(host, target.middle, 0.8, before)
    drop(host)
    target.expect("received dragged")


@case("HIG-12", "HIG-13", "HIG-16", scale=2)
def image_and_badge_are_in_place_on_a_hidpi_output(host):
    source, target = open_pair(host)
    before = host.picture()
    pick_up(host, source)
    see_whole_image(host, before)
    see_badge(host, RED, host.DESKTOP)
    go_to(host, source, target)
    see_image(host, target.middle, 0.8, before)
    see_badge(host, GREEN, target.middle)
    # Drawn at this scale, not enlarged.
    x, y = target.middle[0] + BADGE[0], target.middle[1] + BADGE[1]
    assert host.fine_picture().is_fine(host.scale, (x - 10, y - 10, x + 10, y + 10)), "the badge has coarse pixels"
    lands(host, lambda: drop(host), target.middle)
    target.expect("received dragged")


@case("HIG-16", scale=2)
def image_flies_home_on_a_hidpi_output(host):
    source, target = open_pair(host)
    drag(host, source, target)
    flies_home(host, lambda: escape(host), source.middle)
    source.expect("cancelled")


@case("HIG-12")
def image_follows_a_changed_offset(host):
    source, _ = open_pair(host, source_OFFSET="-24")
    pick_up(host, source)
    host.move(*host.DESKTOP)
    x, y = host.DESKTOP[0] - 24, host.DESKTOP[1] - 24
    wait_for("the image up and to the left", lambda: is_near(corner(host), (x, y), 3))
    escape(host)
    source.expect("cancelled")
    see_nothing(host)


@case("HIG-12")
def image_with_a_buffer_scale_keeps_its_size(host):
    source, _ = open_pair(host, source_FINE="1")
    before = host.picture()
    pick_up(host, source)
    see_whole_image(host, before)
    escape(host)
    source.expect("cancelled")
    see_nothing(host)


@case("HIG-12")
def image_updates_while_its_client_draws(host):
    source, target = open_pair(host, source_CHANGES="1")
    before = host.picture()
    pick_up(host, source)
    go_to(host, source, target)
    see_image(host, target.middle, 0.8, before, (32, 224, 32))
    drop(host)
    target.expect("received dragged")


@case("HIG-12", "HIG-16")
def without_an_icon_there_is_a_standard_image(host):
    source, target = open_pair(host, source_NONE="1")
    before = host.picture()
    pick_up(host, source)
    host.move(*host.DESKTOP)
    x, y = host.DESKTOP
    area = x - 60, y - 60, x + 60, y + 60

    def is_seen():
        picture = host.picture()
        return sum(picture.at(column, row) != before.at(column, row)
                   for column in range(area[0], area[2], 4) for row in range(area[1], area[3], 4)) > 40
    wait_for("something at the pointer", is_seen)
    see_badge(host, RED, host.DESKTOP)
    escape(host)
    source.expect("cancelled")
    wait_for("its end", lambda: not is_seen())


@case("HIG-12")
def image_has_its_colours_in_any_byte_order(host):
    source, _ = open_pair(host, source_REVERSED="1", source_ICON_COLOUR="0xffa020e0")
    before = host.picture()
    pick_up(host, source)
    source.expect("reversed")
    host.move(*host.DESKTOP)
    see_image(host, host.DESKTOP, 0.8, before, (224, 32, 160))
    escape(host)
    source.expect("cancelled")
    see_nothing(host)


@case("HIG-12", opacity=0.5)
def opacity_is_a_setting(host):
    source, target = open_pair(host)
    before = host.picture()
    pick_up(host, source)
    go_to(host, source, target)
    see_image(host, target.middle, 0.5, before)
    drop(host)
    target.expect("received dragged")


@case("HIG-04", "HIG-13")
def badge_shows_the_current_action(host):
    source, target = open_pair(host)
    pick_up(host, source)
    go_to(host, source, target)
    see_badge(host, GREEN, target.middle)
    host.move(*host.DESKTOP)
    see_badge(host, RED, host.DESKTOP)
    go_to(host, source, target)
    see_badge(host, GREEN, target.middle)
    escape(host)
    source.expect("cancelled")


@case("HIG-04", "HIG-13")
def badge_is_not_allowed_over_a_window_that_accepts_nothing(host):
    source, other = open_pair(host, target="mover")
    pick_up(host, source)
    host.move(*other.middle)
    other.expect("enter with an offer")
    see_badge(host, RED, other.middle)
    drop(host)
    source.expect("cancelled")
    see_nothing(host)
    assert not other.has_said("drop"), other.said()


@case("HIG-04", "HIG-13", "HIG-16")
def badge_is_not_allowed_over_nothing(host):
    source, target = open_pair(host)
    drag(host, source, target)
    # The pointer leaves the target in one motion, and then does not move.
    host.move(*host.DESKTOP)
    target.expect("leave")
    see_badge(host, RED, host.DESKTOP)
    go_to(host, source, target)
    see_badge(host, GREEN, target.middle)
    host.move(*host.DESKTOP)
    target.expect("leave", 2)
    drop(host)
    source.expect("cancelled")
    see_nothing(host)
    assert not target.has_said("drop"), target.said()


@case("HIG-06", "HIG-09")
def badge_counts_the_files_of_a_list(host):
    files = "text/uri-list"
    source, target = open_pair(host, source_TYPES=files, source_FILES="3", target_WANTS=files)
    drag(host, source, target)
    see_number(host, target.middle)
    drop(host)
    target.expect("received file:///none/1")
    source.expect("finished")
    assert source.said().count(f"asked for {files}") == 2, "once to count them, and once by who takes them"


@case("HIG-14")
def cursor_grabs_beside_a_badge(host):
    source, target = open_pair(host)
    x, y = host.DESKTOP
    drag(host, source, target)
    wait_for("the hand that grabs", lambda: host.picture(with_pointer=True).shows_pointer("grabbing", *target.middle))
    host.move(x, y)
    see_badge(host, RED, (x, y))
    wait_for("the hand that grabs", lambda: host.picture(with_pointer=True).shows_pointer("grabbing", x, y))
    drop(host)
    source.expect("cancelled")
    host.move(x + 1, y)
    host.move(x, y)
    wait_for("another pointer", lambda: not host.picture(with_pointer=True).shows_pointer("grabbing", x, y))


def see_grabbing_pointer(host, point):
    wait_for("the grabbing cursor", lambda: host.fine_picture(
        with_pointer=True).shows_pointer("grabbing", *point, host.scale))


@case("HIG-14", scale=2)
def cursor_grabs_on_a_hidpi_output(host):
    source, target = open_pair(host)
    drag(host, source, target)
    see_grabbing_pointer(host, target.middle)
    host.move(*host.DESKTOP)
    see_badge(host, RED, host.DESKTOP)
    see_grabbing_pointer(host, host.DESKTOP)
    escape(host)
    source.expect("cancelled")
    drop(host)
