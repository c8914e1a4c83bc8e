# SPDX-License-Identifier: MIT
"""The end of a drag on the screen: its image lands, flies home or evaporates."""

from cases.case import case
from cases.seen import (
    OLIVE, WHITE, Film, evaporates, fails_at, flies_home, image, is_alike, is_near, lands, see_badge, see_nothing)
from cases.steps import RIGHT_BUTTON, colour, drag, drop, escape, go_to, open_pair, pick_up, point_at
from hosts import wait_for
from screen import GREEN, RED


@case("HIG-16", "HIG-11")
def image_lands(host):
    source, target = open_pair(host)
    drag(host, source, target)
    lands(host, lambda: drop(host), target.middle)
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-11", "HIG-16")
def image_lands_though_the_target_never_finishes(host):
    source, target = open_pair(host, target_LAZY="1")
    drag(host, source, target)
    lands(host, lambda: drop(host), target.middle)
    target.expect("drop")
    assert not source.has_said("finished") and not source.has_said("cancelled"), source.said()


@case("HIG-16")
def image_lands_though_its_client_unmaps_it(host):
    source, target = open_pair(host, source_CLOSES="1")
    drag(host, source, target)
    lands(host, lambda: drop(host), target.middle)
    source.expect("finished")


@case("HIG-16")
def image_lands_though_its_client_destroys_its_memory(host):
    # A renderer that draws from that memory may have to draw one frame without it.
    source, target = open_pair(host, source_TAKES="1")
    drag(host, source, target)
    lands(host, lambda: drop(host), target.middle, may_blink=True)
    source.expect("finished")


@case("HIG-16")
def image_lands_though_its_client_does_both(host):
    source, target = open_pair(host, source_CLOSES="1", source_TAKES="1")
    drag(host, source, target)
    lands(host, lambda: drop(host), target.middle, may_blink=True)
    source.expect("finished")


@case("HIG-16", "HIG-17")
def drop_of_a_source_that_writes_nothing_fails_visibly(host):
    source, target = open_pair(host, source_SILENT="1")
    drag(host, source, target)
    drop(host)
    fails_at(host, target.middle)
    target.expect("received ")
    source.expect("cancelled")
    assert not source.has_said("finished"), source.said()


@case("HIG-16", "HIG-17")
def drop_of_a_source_that_crashes_fails_visibly(host):
    source, target = open_pair(host, source_DIES="1")
    drag(host, source, target)
    drop(host)
    fails_at(host, target.middle)
    target.expect("received ")


@case("HIG-16", "HIG-32")
def image_flies_home_after_escape(host):
    source, target = open_pair(host)
    drag(host, source, target)
    flies_home(host, lambda: escape(host), source.middle)
    source.expect("cancelled")
    target.expect("leave")
    drop(host)
    # A second drag has an image as well, and can be dropped.
    drag(host, source, target)
    drop(host)
    target.expect("received dragged")
    see_nothing(host)


@case("HIG-32")
def release_of_the_dragging_button_reaches_no_client(host):
    source, target = open_pair(host)
    pick_up(host, source)
    go_to(host, source, target)
    escape(host)
    source.expect("cancelled")
    target.expect("leave")
    host.move(target.middle[0] + 5, target.middle[1])
    drop(host)
    point_at(host, target, target.middle)
    host.button(1)
    target.expect("pressed")
    host.button(0)
    target.expect("released")
    assert target.said().count("released") == 1 and not source.has_said("released"), (source.said(), target.said())


@case("HIG-32", "WL-01")
def press_of_a_cancelled_drag_begins_no_other(host):
    source, target = open_pair(host, source_AGAIN="1")
    pick_up(host, source)
    escape(host)
    source.expect("asked again")
    source.expect("cancelled", 2)
    host.move(*target.middle)
    drop(host)
    host.move(target.middle[0] + 3, target.middle[1])
    click(host, target)
    assert source.said().count("enter with an offer") == 1 and not target.has_said("enter with an offer"), (
        source.said(), target.said())


@case("HIG-30", "HIG-31")
def other_buttons_do_not_affect_a_drag(host):
    source, target = open_pair(host)
    drag(host, source, target)
    host.button(1, RIGHT_BUTTON)
    host.button(0, RIGHT_BUTTON)
    see_badge(host, GREEN, target.middle)
    # A button that is down when the drag ends is released without an event as well.
    host.button(1, RIGHT_BUTTON)
    drop(host)
    target.expect("received dragged")
    host.button(0, RIGHT_BUTTON)
    click(host, target)
    assert target.said().count("pressed") == 1 and target.said().count("released") == 1, target.said()
    assert source.said().count("pressed") == 1 and not source.has_said("released"), source.said()


def click(host, window):
    """Clicks at the pointer's position, without a motion."""
    times = window.said().count("pressed") + 1
    host.button(1)
    window.expect("pressed", times)
    host.button(0)
    window.expect("released", times)


@case("HIG-31")
def window_under_the_pointer_can_be_clicked_at_once_after_a_drop(host):
    source, target = open_pair(host)
    drag(host, source, target)
    drop(host)
    target.expect("received dragged")
    click(host, target)


@case("HIG-31")
def window_under_the_pointer_can_be_clicked_at_once_after_escape(host):
    source, target = open_pair(host)
    drag(host, source, target)
    escape(host)
    source.expect("cancelled")
    target.expect("leave")
    drop(host)
    click(host, target)


@case("HIG-31", "HIG-17")
def window_under_the_pointer_can_be_clicked_at_once_after_a_source_crashed(host):
    source, target = open_pair(host)
    drag(host, source, target)
    source.quit()
    target.expect("leave")
    drop(host)
    click(host, target)


@case("WL-01")
def drag_needs_a_press(host):
    source, target = open_pair(host, source_FORGED="5000")
    point_at(host, source, source.middle)
    host.button(1)
    source.expect("pressed")
    for step in range(1, 5):
        host.move(source.middle[0] + 4 * step, source.middle[1])
    host.move(*target.middle)
    host.button(0)
    source.expect("released")
    point_at(host, target, target.middle)
    assert not source.has_said("enter with an offer") and not target.has_said("enter with an offer"), (
        source.said(), target.said())
    see_nothing(host)


@case("HIG-16")
def image_flies_home_if_it_is_dropped_on_nothing(host):
    source, _ = open_pair(host)
    pick_up(host, source)
    host.move(*host.DESKTOP)
    see_badge(host, RED, host.DESKTOP)
    flies_home(host, lambda: drop(host), source.middle)
    source.expect("cancelled")


@case("HIG-16")
def image_flies_to_where_its_origin_is_now(host):
    source, target = open_pair(host)
    drag(host, source, target)
    host.put(source, (source.place[0], source.place[1] + 250))
    wait_for("the window where it is now", lambda: is_alike(host.picture().at(*source.middle), WHITE))
    flies_home(host, lambda: escape(host), source.middle)
    source.expect("cancelled")


@case("HIG-16", outputs=2)
def image_flies_to_another_output(host):
    source, target = open_pair(host)
    drag(host, source, target)
    host.put(source, (host.WIDTH + 100, 100))
    wait_for("the window on the other output", lambda: is_alike(host.picture().at(*source.middle), WHITE))
    flies_home(host, lambda: escape(host), source.middle)
    source.expect("cancelled")


@case("HIG-16", outputs=2)
def image_flies_home_from_another_output(host):
    source, _ = open_pair(host)
    pick_up(host, source)
    elsewhere = host.WIDTH + 200, 400
    host.move(*elsewhere)
    see_badge(host, RED, elsewhere)
    flies_home(host, lambda: drop(host), source.middle)
    source.expect("cancelled")


@case("HIG-16")
def image_evaporates_if_its_origin_is_sent_to_another_workspace(host):
    source, target = open_pair(host)
    drag(host, source, target)
    host.send_to_workspace(source, 2)
    wait_for("the window away", lambda: not is_alike(host.picture().at(*source.middle), WHITE))
    evaporates(host, lambda: escape(host))
    source.expect("cancelled")


@case("HIG-16")
def image_evaporates_if_another_workspace_is_shown(host):
    source, target = open_pair(host)
    drag(host, source, target)
    host.show_workspace(2)
    wait_for("the empty workspace", lambda: not is_alike(host.picture().at(*source.middle), WHITE))
    see_badge(host, RED, target.middle)
    evaporates(host, lambda: escape(host))
    source.expect("cancelled")


@case("HIG-16")
def image_flies_home_if_its_workspace_is_shown_again(host):
    source, target = open_pair(host)
    drag(host, source, target)
    host.show_workspace(2)
    wait_for("the empty workspace", lambda: not is_alike(host.picture().at(*source.middle), WHITE))
    host.show_workspace(1)
    wait_for("the window again", lambda: is_alike(host.picture().at(*source.middle), WHITE))
    flies_home(host, lambda: escape(host), source.middle)
    source.expect("cancelled")


@case("HIG-16")
def image_evaporates_if_its_origin_is_minimised(host):
    source, target = open_pair(host)
    drag(host, source, target)
    host.hide(source)
    evaporates(host, lambda: escape(host))
    source.expect("cancelled")


@case("HIG-16")
def image_evaporates_if_its_origin_is_closed(host):
    source, target = open_pair(host)
    drag(host, source, target)
    source.close()
    evaporates(host, lambda: escape(host))
    source.expect("cancelled")


@case("HIG-16")
def image_evaporates_if_its_origin_is_covered(host):
    source, target = open_pair(host)
    drag(host, source, target)
    cover = host.open("mover", source.place, **colour("COLOUR", OLIVE))
    wait_for("the cover", lambda: is_alike(host.picture().at(*cover.middle), OLIVE))
    evaporates(host, lambda: escape(host))
    source.expect("cancelled")


@case("HIG-16")
def image_flies_home_if_a_part_of_its_origin_is_visible(host):
    source, target = open_pair(host)
    drag(host, source, target)
    cover = host.open("mover", (source.place[0] + 30, source.place[1]), **colour("COLOUR", OLIVE))
    wait_for("the cover", lambda: is_alike(host.picture().at(*cover.middle), OLIVE))
    flies_home(host, lambda: escape(host), source.middle)
    source.expect("cancelled")


@case("HIG-16")
def image_disappears_with_its_source(host):
    source, target = open_pair(host)
    drag(host, source, target)
    source.process.process.kill()
    target.expect("leave")
    see_nothing(host)
    drop(host)
    assert not target.has_said("drop"), target.said()


@case("HIG-04", "HIG-13")
def target_that_crashes_receives_nothing(host):
    source, target = open_pair(host)
    drag(host, source, target)
    target.process.process.kill()
    see_badge(host, RED, target.middle)
    drop(host)
    source.expect("cancelled")
    see_nothing(host)


@case("HIG-04", "HIG-16")
def windows_closed_during_a_drag_do_no_harm(host):
    source, target = open_pair(host, source_BARE="1", target_BARE="1")
    drag(host, source, target)
    target.close()
    host.move(*host.DESKTOP)
    see_badge(host, RED, host.DESKTOP)
    source.close()
    escape(host)
    source.expect("cancelled")
    see_nothing(host)


@case("HIG-18", reduce_motion=True)
def with_reduced_motion_nothing_flies(host):
    source, target = open_pair(host)
    drag(host, source, target)
    box = image(host.picture())
    film = Film(host, lambda: escape(host))
    film.shows(film.boxes, "gone at once")
    for later in film.boxes:
        assert is_near(later[:2], box[:2], 4) and is_near(later[2:], box[2:], 4), f"it was at {box}, and is at {later}"
    source.expect("cancelled")
