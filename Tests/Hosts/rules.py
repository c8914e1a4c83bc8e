#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The rules of drags that people see, as one table of cases that every host is held to.

usage: rules.py HOST SMALL-CLIENT PROGRAM... [-- CASE...]     adapters.py says which programs a host needs

A case has the number of its rule, steps, and what has to be seen. It knows nothing of the host but the words of
`adapters.Host`. What a host cannot do stands in CANNOT, and nowhere else: such a case is played as well, and has to fail.
"""

import contextlib
import io
import itertools
import signal
import sys
import time
from pathlib import Path
from urllib.parse import unquote

import hosts
from adapters import HOSTS, SIDE
from hosts import wait_for
from screen import GREEN, RED, VIOLET

ESCAPE, CONTROL, SHIFT, CAPS_LOCK, LETTER = 1, 29, 42, 58, 30
SUPER, D, TAB, RETURN, RIGHT = 125, 32, 15, 28, 106
WHITE, GREY, OLIVE = (255, 255, 255), (208, 208, 208), (160, 160, 32)
ICON, ICON_SIDE = (224, 32, 224), 32
REASON = "What is dropped here is gone for ever"
BADGE, BADGE_OF_FINGER = (20, 26), (32, -32)  # its middle, from the pointer or the finger
CASES = []
TRIES = 5
LIFT = 0.2  # seconds; an image fades in for a little less

# Which case a host cannot pass, and why.
NO_KEYBOARD = "it has no keyboard for clients"
TWO_FORMATS = "its clients have two formats to choose from"
NO_SETTINGS = "it has no settings"
NO_SHORTCUTS = "it has no shortcuts"
NO_WHEEL = "its input has no wheel"
ROW = "its windows stand in a row that nothing moves"
ON_THE_PRESS = "sway focuses and raises as the button goes down"
ONE_ICON = "the compositor shows one icon, that of wlroots' drag"
ONE_WINDOW = "it shows one window at a time, which fills the screen"
BY_KEYBOARD = [
    "whole_drag_is_done_by_keyboard",
    "what_cannot_be_dragged_is_not_clicked_by_keyboard",
    "drag_by_keyboard_ends_with_escape",
    "drop_by_keyboard_that_cannot_be_undone_waits_as_well",
    "hand_takes_over_a_drag_by_keyboard",
    "tab_waits_for_a_window_that_is_yet_to_be_seen",
]
ONE_OUTPUT, ONE_WORKSPACE = "it has one output", "it has one workspace"
BY_FINGER = [
    "finger_drops_on_a_target",
    "finger_beside_a_small_place_is_on_it",
    "another_finger_adds_an_item",
    "finger_each_carries_a_content_of_its_own",
    "image_of_each_finger_is_where_that_is",
    "escape_ends_the_drags_of_all_fingers",
    "image_of_a_finger_flies_home",
    "finger_that_misses_a_small_target_hits_it",
    "finger_beside_a_window_is_in_it",
    "finger_that_misses_by_more_is_refused",
    "tap_on_the_image_is_a_yes",
    "tap_elsewhere_is_a_no",
    "other_fingers_go_on",
    "fingers_that_are_called_off_end_the_drag",
]
TO_OTHER_OUTPUTS = ["image_flies_to_another_output", "image_flies_home_from_another_output"]
WORKSPACES = [
    "image_evaporates_if_its_origin_is_sent_to_another_workspace",
    "image_evaporates_if_another_workspace_is_shown",
    "image_flies_home_if_its_workspace_is_shown_again",
]
GOES_WITH_DRAG = "the compositor takes the icon away as wlroots' drag ends"
TWO_WINDOWS = dict.fromkeys([
    *BY_KEYBOARD,
    "ring_is_around_the_window_and_not_its_shadow",
    "image_is_translucent_and_hangs_where_its_client_wants_it",
    "image_has_its_colours_in_any_order_of_bytes",
    "opacity_is_a_setting",
    "badge_tells_what_a_drop_would_do",
    "badge_is_struck_over_a_window_that_takes_nothing",
    "pointer_grabs_beside_a_badge",
    "ring_is_around_the_target_only",
    "ring_follows_its_window",
    "image_lands",
    "image_lands_though_the_target_never_finishes",
    "image_lands_though_its_client_puts_it_away",
    "image_lands_though_its_client_takes_its_memory",
    "image_lands_though_its_client_does_both",
    "drop_of_a_source_that_writes_nothing_fails_visibly",
    "drop_of_a_source_that_dies_fails_visibly",
    "content_arrives_though_its_source_quits",
    "transfer_that_takes_long_is_seen",
    "text_becomes_a_file_where_files_are_taken",
    "image_flies_home_after_escape",
    "image_flies_home_if_it_is_dropped_on_nothing",
    "image_flies_to_where_its_origin_is_now",
    *TO_OTHER_OUTPUTS,
    *WORKSPACES,
    "image_evaporates_if_its_origin_is_minimised",
    "image_evaporates_if_its_origin_is_closed",
    "image_evaporates_if_its_origin_is_covered",
    "image_flies_home_if_a_bit_of_its_origin_is_seen",
    "image_goes_with_its_source",
    "target_that_dies_takes_nothing",
    "windows_that_are_none_any_more_are_no_harm",
    "with_reduced_motion_nothing_flies",
    "drop_on_another_application_copies",
    "shift_moves_nothing_between_applications",
    "badge_counts_the_files_of_a_list",
    "control_and_shift_have_the_target_ask",
    "types_keep_their_order",
    "reads_before_an_answer_are_told",
    "escape_is_what_the_keymap_says",
    "shortcuts_of_the_host_work",
    "drag_leaves_a_window_in_the_background",
    "click_brings_a_window_forward_on_release",
    "focus_follows_a_drop",
    "drop_that_cannot_be_undone_waits_for_a_yes",
    "image_that_is_asked_about_stays_where_it_was_let_go_of",
    "click_elsewhere_is_a_no",
    "escape_is_a_no_to_a_drop_that_cannot_be_undone",
    "return_is_a_yes_to_a_drop_that_cannot_be_undone",
    "source_that_goes_takes_the_question_along",
    "window_behind_comes_forward_when_content_rests_over_it",
    "keyboard_stays_though_a_window_came_forward",
    "content_that_rests_is_told_again",
    "wheel_scrolls_what_lies_below_the_content",
    "without_an_icon_an_item_looks_as_its_client_draws_it",
    "finger_drops_on_a_target",
    "finger_beside_a_small_place_is_on_it",
    "another_finger_adds_an_item",
    "finger_each_carries_a_content_of_its_own",
    "image_of_each_finger_is_where_that_is",
    "escape_ends_the_drags_of_all_fingers",
    "image_of_a_finger_flies_home",
    "finger_that_misses_a_small_target_hits_it",
    "finger_beside_a_window_is_in_it",
    "finger_that_misses_by_more_is_refused",
    "pointer_that_misses_a_small_target_misses_it",
    "tap_on_the_image_is_a_yes",
    "tap_elsewhere_is_a_no",
    "offer_of_the_clipboard_ends_with_the_keyboard",
    "offer_of_the_primary_selection_ends_with_the_keyboard",
], ONE_WINDOW) | dict.fromkeys(
    ["other_fingers_go_on", "fingers_that_are_called_off_end_the_drag"], "its tests have no touch screen")
CANNOT = {
    "headless": {
        "image_has_its_colours_in_any_order_of_bytes": TWO_FORMATS,
        "image_evaporates_if_its_origin_is_minimised": "it has no place for minimised windows",
        "shortcuts_of_the_host_work": NO_SHORTCUTS,
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
    },
    "weston-10": {
        "image_evaporates_if_its_origin_is_sent_to_another_workspace": "its own key for that takes the person along",
    },
    "weston-14": {
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
        **dict.fromkeys(TO_OTHER_OUTPUTS, "its camera sees one output"),
    },
    "sway-1.7": {
        "ring_is_around_the_target_only": "all of a drag icon goes where the pointer goes",
        "ring_is_around_the_window_and_not_its_shadow": "all of a drag icon goes where the pointer goes",
        "ring_follows_its_window": "all of a drag icon goes where the pointer goes",
        "image_that_is_asked_about_stays_where_it_was_let_go_of": "all of a drag icon goes where the pointer goes",
        "image_evaporates_if_its_origin_is_covered": "sway draws covered windows too, and tells nobody which are",
        "click_brings_a_window_forward_on_release": ON_THE_PRESS,
        "image_of_each_finger_is_where_that_is": ONE_ICON,
    },
    "sway-1.10": {
        "click_brings_a_window_forward_on_release": ON_THE_PRESS,
    },
    "labwc": {
        **dict.fromkeys(WORKSPACES, "no test asks it"),
        "click_brings_a_window_forward_on_release": "labwc focuses and raises as the button goes down",
        **dict.fromkeys(BY_FINGER, "labwc begins no drags by finger"),
    },
    # Which of the two it shows does not matter there.
    "cage": {name: reason for name, reason in TWO_WINDOWS.items() if name not in (
        "tab_waits_for_a_window_that_is_yet_to_be_seen",
        "image_has_its_colours_in_any_order_of_bytes",
        "image_flies_home_if_it_is_dropped_on_nothing",
    )},
    "phoc": {
        **{name: reason for name, reason in TWO_WINDOWS.items() if name != "image_has_its_colours_in_any_order_of_bytes"},
        "keys_during_a_drag_reach_nobody": "phoc itself ends every grab on Escape, and then gives the key to the client",
    },
    "wlroots": {
        "ring_is_around_the_target_only": "all of a drag icon goes where the pointer goes",
        "ring_is_around_the_window_and_not_its_shadow": "all of a drag icon goes where the pointer goes",
        "image_that_is_asked_about_stays_where_it_was_let_go_of": "all of a drag icon goes where the pointer goes",
        "ring_follows_its_window": ROW,
        "image_of_each_finger_is_where_that_is": ONE_ICON,
        "finger_that_misses_a_small_target_hits_it": "as a library the adapter is told of no window's place",
        "finger_beside_a_window_is_in_it": "as a library the adapter is told of no window's place",
        "offer_of_the_primary_selection_ends_with_the_keyboard": "it has no primary selection",
        **dict.fromkeys(TO_OTHER_OUTPUTS, ONE_OUTPUT),
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
        "image_flies_to_where_its_origin_is_now": ROW,
        "image_evaporates_if_its_origin_is_minimised": ROW,
        **dict.fromkeys([
            "image_lands",
            "image_lands_though_the_target_never_finishes",
            "image_lands_though_its_client_puts_it_away",
            "image_lands_though_its_client_takes_its_memory",
            "image_lands_though_its_client_does_both",
            "transfer_that_takes_long_is_seen",
            "drop_of_a_source_that_writes_nothing_fails_visibly",
            "drop_of_a_source_that_dies_fails_visibly",
            "image_flies_home_after_escape",
            "image_flies_home_if_it_is_dropped_on_nothing",
            "image_evaporates_if_its_origin_is_closed",
            "escape_is_a_no_to_a_drop_that_cannot_be_undone",
            "with_reduced_motion_nothing_flies",
            "finger_drops_on_a_target",
            "image_of_a_finger_flies_home",
        ], GOES_WITH_DRAG),
        "image_evaporates_if_its_origin_is_covered": ROW,
        "image_flies_home_if_a_bit_of_its_origin_is_seen": ROW,
        "drag_leaves_a_window_in_the_background": ROW,
        "click_brings_a_window_forward_on_release": ROW,
        "pointer_grabs_beside_a_badge": "it draws no pointer",
        "shortcuts_of_the_host_work": NO_SHORTCUTS,
        **dict.fromkeys(BY_KEYBOARD, NO_SHORTCUTS),
        "window_behind_comes_forward_when_content_rests_over_it": ROW,
        "keyboard_stays_though_a_window_came_forward": ROW,
        "wheel_scrolls_what_lies_below_the_content": NO_WHEEL,
    },
    "example": {
        "image_has_its_colours_in_any_order_of_bytes": TWO_FORMATS,
        "opacity_is_a_setting": NO_SETTINGS,
        "content_arrives_though_its_source_quits": NO_SETTINGS,
        "with_reduced_motion_nothing_flies": NO_SETTINGS,
        "shift_moves_nothing_between_applications": NO_KEYBOARD,
        "control_copies_inside_a_window": NO_KEYBOARD,
        "control_and_shift_have_the_target_ask": NO_KEYBOARD,
        "keys_during_a_drag_reach_nobody": NO_KEYBOARD,
        "escape_is_what_the_keymap_says": NO_KEYBOARD,
        "offer_of_the_clipboard_ends_with_the_keyboard": NO_KEYBOARD,
        "offer_of_the_primary_selection_ends_with_the_keyboard": NO_KEYBOARD,
        "focus_follows_a_drop": NO_KEYBOARD,
        **dict.fromkeys(BY_KEYBOARD, NO_KEYBOARD),
        "return_is_a_yes_to_a_drop_that_cannot_be_undone": NO_KEYBOARD,
        "shortcuts_of_the_host_work": NO_SHORTCUTS,
        "ring_is_around_the_window_and_not_its_shadow": "to it all of a surface is its window",
        "ring_follows_its_window": ROW,
        **dict.fromkeys(TO_OTHER_OUTPUTS, ONE_OUTPUT),
        **dict.fromkeys(WORKSPACES, ONE_WORKSPACE),
        "image_flies_to_where_its_origin_is_now": ROW,
        "image_evaporates_if_its_origin_is_minimised": ROW,
        "image_evaporates_if_its_origin_is_covered": ROW,
        "image_flies_home_if_a_bit_of_its_origin_is_seen": ROW,
        "drag_leaves_a_window_in_the_background": ROW,
        "click_brings_a_window_forward_on_release": ROW,
        "pointer_grabs_beside_a_badge": "it draws no pointer",
        "reads_before_an_answer_are_told": "it tells nobody",
        "window_behind_comes_forward_when_content_rests_over_it": ROW,
        "keyboard_stays_though_a_window_came_forward": ROW,
        "wheel_scrolls_what_lies_below_the_content": NO_WHEEL,
        "finger_beside_a_window_is_in_it": "it tells Dray of no windows",
        "fingers_that_are_called_off_end_the_drag": "no line of its input calls them off",
    },
}
CANNOT["wayfire"] = {
    **dict.fromkeys([*TO_OTHER_OUTPUTS, *WORKSPACES, "image_evaporates_if_its_origin_is_minimised"], "no test asks it"),
    **dict.fromkeys([
        "image_flies_to_where_its_origin_is_now",
        "image_evaporates_if_its_origin_is_closed",
        "image_evaporates_if_its_origin_is_covered",
        "whole_drag_is_done_by_keyboard",
        "drag_by_keyboard_ends_with_escape",
        "drop_by_keyboard_that_cannot_be_undone_waits_as_well",
        "tab_waits_for_a_window_that_is_yet_to_be_seen",
        "window_behind_comes_forward_when_content_rests_over_it",
        "keyboard_stays_though_a_window_came_forward",
    ], "wayfire tells nobody where its windows are"),
    "click_brings_a_window_forward_on_release": "wayfire focuses and raises as the button goes down",
    **dict.fromkeys([
        "ring_is_around_the_target_only",
        "ring_is_around_the_window_and_not_its_shadow",
        "ring_follows_its_window",
        "image_that_is_asked_about_stays_where_it_was_let_go_of",
    ], "all of a drag icon goes where the pointer goes"),
    **dict.fromkeys(BY_FINGER, "its tests have no touch screen"),
}
# Its tests see as much of it.
CANNOT["weston-16"] = CANNOT["weston-14"]
# The examples, in C and in Swift, are one compositor in two languages.
CANNOT["twin"] = CANNOT["example"]


class Case:
    def __init__(self, rules, settings, play):
        self.rules, self.settings, self.play, self.name = rules, settings, play, play.__name__

    @property
    def title(self):
        return self.name.replace("_", " ")


def case(*rules, **settings):
    """A case of these rules, in a host with these settings."""
    def add(play):
        CASES.append(Case(rules, settings, play))
        return play
    return add


# -------------------------------------------------------------------------------------------------------------- Steps


def colour(name, rgb):
    return {name: f"0xff{rgb[0]:02x}{rgb[1]:02x}{rgb[2]:02x}"}


def open_pair(host, target="target", **environment):
    """A source, and a target in front of it; settings of the one begin with "source_", of the other with "target_"."""
    def of(role):
        return {name.removeprefix(role): value for name, value in environment.items() if name.startswith(role)}
    def open_target():
        return host.open(target, host.TARGET, **colour("COLOUR", GREY), **of("target_"))
    # Where only the newest window is seen, a drag has to be able to begin.
    target_behind = open_target() if host.IS_ONE_WINDOW else None
    return host.open("source", host.SOURCE, **of("source_")), target_behind or open_target()


def point_at(host, window, point):
    wait_for("the pointer in the window", lambda: (
        host.move(point[0] - 3, point[1]), host.move(*point), window.has_said("pointer enters"))[-1])


def open_source_in_front(host, **of_target):
    """A target, and a source that has the keyboard."""
    target = host.open("target", host.TARGET, **colour("COLOUR", GREY), **of_target)
    source = host.open("source", host.SOURCE)
    wait_for("the newest window's keyboard", lambda: has_keyboard(source))
    return target, source


def pick_up(host, source, at=None):
    """Presses the button on a source, which begins its drag, and moves on far enough for the image to appear."""
    x, y = at or source.middle
    times = source.said().count("enter with an offer") + 1
    point_at(host, source, (x, y))
    host.button(1)
    source.expect("enter with an offer", times)
    for step in range(1, 5):
        host.move(x + 4 * step, y)


def go_to(host, source, target):
    """Moves to the middle of a target, and waits until it has agreed."""
    times = source.said().count("action copy") + 1
    host.move(target.middle[0] - 5, target.middle[1])
    host.move(*target.middle)
    source.expect("action copy", times)


def drag(host, source, target):
    """As far as the image over the target."""
    pick_up(host, source)
    go_to(host, source, target)
    see_badge(host, GREEN, target.middle)


def ask_for_keyboard_drag(host):
    """The host's shortcut, with the pointer where it is."""
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


# ------------------------------------------------------------------------------------------------------ What is seen


def image(picture):
    """The box around all that has the colour of the icon, or some of it."""
    return picture.box(lambda red, green, blue: red > green + 30 and blue > green + 30)


def middle(box):
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def middle_of_image(host):
    box = image(host.picture())
    assert box, "there is no image"
    return middle(box)


def is_near(point, other, most):
    return abs(point[0] - other[0]) <= most and abs(point[1] - other[1]) <= most


def is_alike(seen, wanted):
    return all(abs(a - b) <= 6 for a, b in zip(seen, wanted))


def blend(opacity, above, below):
    return tuple(opacity * a + (1 - opacity) * b for a, b in zip(above, below))


def see_badge(host, which, point, offset=BADGE):
    wait_for(f"a {which} badge", lambda: host.picture().badge(point[0] + offset[0], point[1] + offset[1]) == which)


def see_number(host, point, offset=BADGE):
    """How many items would be copied: an oval beside the plus, as blue as a question mark's disc."""
    x, y = point[0] + offset[0], point[1] + offset[1]
    wait_for("a number beside the plus", lambda: (lambda seen: (seen.badge(x, y), seen.badge(x + 20, y)) == (GREEN, VIOLET))(
        host.picture()))


def see_nothing(host):
    wait_for("the end of the image", lambda: image(host.picture()) is None)


def see_image(host, point, opacity, before, icon=ICON):
    """The icon hangs with its corner at the point, this opaque; where it is looked at lies neither badge nor pointer."""
    x, y = point[0] + 28, point[1] + 4
    wanted = blend(opacity, icon, before.at(x, y))
    last, since = None, 0

    def is_still():
        # It fades in: what counts is what it stays.
        nonlocal last, since
        now, seen = time.monotonic(), host.picture().at(x, y)
        if seen != last:
            last, since = seen, now
        return now - since > LIFT and is_alike(seen, wanted)
    try:
        wait_for(f"the icon, {opacity} opaque", is_still)
    except AssertionError as error:
        raise AssertionError(f"{error}: {last} is seen, and not {wanted}") from None


class Unseen(Exception):
    """There were too few pictures to tell: the machine had other things to do. The case is played again."""


class Film:
    """What is seen of the image from `end` on, until nothing of it is left."""

    LONGEST = 0.06  # seconds between two pictures, for what lasts 0.2
    GONE = 0.1  # seconds without it, until it is

    def __init__(self, host, end):
        self.seen = image(host.picture())
        assert self.seen, "there is no image"
        self.boxes, self.gap, self.last, self.gone_since, self.missed, self.blinks = [], 0, time.monotonic(), None, 0, []
        end()
        wait_for("the end of the image", lambda: self.is_gone(host))

    def is_gone(self, host):
        box, now = image(host.picture()), time.monotonic()
        if self.gone_since is None:
            self.gap = max(self.gap, now - self.last)
        self.last = now
        if box is None:
            self.gone_since = self.gone_since or now
            self.missed += 1
            return now - self.gone_since > self.GONE
        if self.missed > (1 if self.has_crossed_outputs(host, box) else 0):
            self.blinks.append(f"{self.missed} times for {now - self.gone_since:.3f} s between {self.seen} and {box}")
        self.seen = box
        self.gone_since, self.missed = None, 0
        self.boxes.append(box)
        return False

    def has_crossed_outputs(self, host, box):
        """Whether it was on another output the last time that it was seen.

        Each output is painted, and so photographed, in its own time: in sway 1.10 they were seen up to 19 ms apart, in
        which the image flies further than it is wide. So one picture may have it on neither.
        """
        edges = *self.seen[::2], *box[::2]
        return host.outputs > 1 and len({x // host.WIDTH for x in edges}) > 1

    def shows(self, holds, what):
        """That this was to be seen in it."""
        if not holds:
            raise Unseen(what) if self.gap > self.LONGEST else AssertionError(f"{what}: {self.boxes}")


def flies_home(host, end, home):
    """The image is seen on its way, and its last is seen near its home."""
    there = middle_of_image(host)
    film = Film(host, end)
    middles = [middle(box) for box in film.boxes]
    film.shows(any(not is_near(at, there, 60) and not is_near(at, home, 60) for at in middles), f"not between {there} and {home}")
    film.shows(is_near(middles[-1], home, 70), f"not at home, {home}")
    assert not film.blinks, f"it blinks: {film.blinks}"


def evaporates(host, end):
    """The image goes where it is."""
    there = middle_of_image(host)
    film = Film(host, end)
    film.shows(film.boxes, "gone at once")
    assert not film.blinks, f"it blinks: {film.blinks}"
    for box in film.boxes:
        assert is_near(middle(box), there, 20), f"it is at {there}, and goes to {box}"


def lands(host, end, point, may_blink=False):
    """The image shrinks into the point, and into no other."""
    film = Film(host, end)
    assert may_blink or not film.blinks, f"it blinks: {film.blinks}"
    for box in film.boxes:
        assert is_near(middle(box), point, 40), f"dropped at {point}, and seen at {box}"
    film.shows(any(box[2] - box[0] < ICON_SIDE - 8 for box in film.boxes), "never smaller")


def fails_at(host, point):
    """A struck circle at the drop point, which shakes and goes (HIG-16)."""
    area = point[0] - 60, point[1] - 60, point[0] + 60, point[1] + 60

    def struck():
        return host.picture().box(lambda red, green, blue: red > 150 and red > green + 60 and red > blue + 60, area, step=1)
    wait_for("the end of the image", lambda: image(host.picture()) is None)
    # Gone in less than a second, and on a busy machine a picture takes as long.
    end = time.monotonic() + 5
    seen = [None]
    while seen[0] is None:
        if time.monotonic() > end:
            raise Unseen("no struck circle")
        seen[0] = struck()
    wait_for("its end", lambda: (seen.append(struck()), seen[-1] is None)[-1])
    places = [middle(box) for box in seen[:-1]]
    for place in places:
        assert is_near(place, point, 40), f"dropped at {point}, and the circle is at {place}"
    ways = [place[0] for place in places]
    if max(ways) - min(ways) < 2:
        raise Unseen(f"no shaking: {ways}")


def has_ring(picture, place):
    """Whether all four sides of a window have the line beside them, or on them at the screen's edge."""
    def is_line(x, y):
        inside = 0 <= x < picture.width and 0 <= y < picture.height
        red, green, blue = picture.at(x, y) if inside else (0, 0, 0)
        return blue > 150 and blue > red + 100 and green < 150
    left, top = place
    right, bottom = left + SIDE, top + SIDE
    across = range(-12, 13)
    return [
        any(is_line(left + step, top + 50) for step in across), any(is_line(right + step, top + 50) for step in across),
        any(is_line(left + 50, top + step) for step in across), any(is_line(left + 50, bottom + step) for step in across)]


def has_keyboard(window):
    """By what it heard last."""
    return [line for line in window.said() if line.startswith("keyboard ")][-1:] == ["keyboard enters, keys down: 0"]


def keys_of(window):
    return [line for line in window.said() if line.startswith("key ")]


# ---------------------------------------------------------------------------------------------------------- The image


@case("HIG-11")
def image_appears_after_a_little_way(host):
    source, _ = open_pair(host)
    x, y = source.middle
    point_at(host, source, (x, y))
    host.button(1)
    source.expect("enter with an offer")
    host.move(x + 1, y)
    for _ in range(3):
        assert image(host.picture()) is None, "one point is no way"
    host.move(x + 8, y)
    wait_for("the image", lambda: image(host.picture()))
    drop(host)
    source.expect("cancelled")


@case("HIG-12")
def image_is_translucent_and_hangs_where_its_client_wants_it(host):
    source, target = open_pair(host)
    before = host.picture()
    pick_up(host, source)
    host.move(*host.DESKTOP)
    see_image(host, host.DESKTOP, 0.8, before)
    left, top, right, bottom = image(host.picture())
    assert is_near((left, top), host.DESKTOP, 3), (left, top)
    assert is_near((right, bottom), (left + ICON_SIDE, top + ICON_SIDE), 4), (right, bottom)
    go_to(host, source, target)
    see_image(host, target.middle, 0.8, before)
    drop(host)
    target.expect("received dragged")


@case("HIG-12")
def image_has_its_colours_in_any_order_of_bytes(host):
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
def badge_tells_what_a_drop_would_do(host):
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
def badge_is_struck_over_a_window_that_takes_nothing(host):
    source, other = open_pair(host, target="mover")
    pick_up(host, source)
    host.move(*other.middle)
    other.expect("enter with an offer")
    see_badge(host, RED, other.middle)
    drop(host)
    source.expect("cancelled")
    see_nothing(host)
    assert not other.has_said("drop"), other.said()


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
def pointer_grabs_beside_a_badge(host):
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


# ----------------------------------------------------------------------------------------------------------- The ring


@case("HIG-15")
def ring_is_around_the_target_only(host):
    source, target = open_pair(host)
    before = host.picture()
    pick_up(host, source)
    wait_for("the image", lambda: image(host.picture()))
    # Not before the content has left where it lies.
    assert not any(has_ring(host.picture(), source.place)), "a ring around where it came from"
    go_to(host, source, target)
    wait_for("the ring", lambda: all(has_ring(host.picture(), target.place)))
    host.move(*host.DESKTOP)
    wait_for("the end of the ring", lambda: has_ring(host.picture(), target.place) == has_ring(before, target.place))
    escape(host)
    source.expect("cancelled")


@case("HIG-15")
def ring_is_around_the_window_and_not_its_shadow(host):
    source = host.open("source", host.SOURCE)
    target = host.open("target", host.TARGET, SHADOW="30", **colour("COLOUR", OLIVE))
    # Hosts mean different corners by the place of a window: where this one's colour is, it is seen to be.
    (x, y), reach = target.place, SIDE + 80
    seen = wait_for("the window", lambda: host.picture().box(
        lambda *rgb: is_alike(rgb, OLIVE), (max(x - 80, 0), max(y - 80, 0), x + reach, y + reach), step=1))
    drag(host, source, target)
    wait_for("the ring", lambda: all(has_ring(host.picture(), seen[:2])))
    escape(host)
    source.expect("cancelled")


@case("HIG-15")
def ring_follows_its_window(host):
    source, target = open_pair(host)
    drag(host, source, target)
    x, y = target.middle
    wait_for("the ring", lambda: all(has_ring(host.picture(), target.place)))
    host.put(target, (target.place[0] + 40, target.place[1] + 30))
    wait_for("the ring where the window is now", lambda: all(has_ring(host.picture(), target.place)))
    # Its line stays on the screen, though the window's edge does not. The pointer stays over the window.
    host.move(x, 140)
    host.put(target, (target.place[0], -10))
    wait_for("the ring at the edge", lambda: all(has_ring(host.picture(), target.place)))
    escape(host)
    source.expect("cancelled")


# --------------------------------------------------------------------------------------------------------- The ending


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
def image_lands_though_its_client_puts_it_away(host):
    source, target = open_pair(host, source_CLOSES="1")
    drag(host, source, target)
    lands(host, lambda: drop(host), target.middle)
    source.expect("finished")


@case("HIG-16")
def image_lands_though_its_client_takes_its_memory(host):
    # Who draws out of that memory may have to draw one frame without it.
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
def drop_of_a_source_that_dies_fails_visibly(host):
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
    # Whoever drags again has an image as well, and drops.
    drag(host, source, target)
    drop(host)
    target.expect("received dragged")
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
def image_flies_home_if_a_bit_of_its_origin_is_seen(host):
    source, target = open_pair(host)
    drag(host, source, target)
    cover = host.open("mover", (source.place[0] + 30, source.place[1]), **colour("COLOUR", OLIVE))
    wait_for("the cover", lambda: is_alike(host.picture().at(*cover.middle), OLIVE))
    flies_home(host, lambda: escape(host), source.middle)
    source.expect("cancelled")


@case("HIG-16")
def image_goes_with_its_source(host):
    source, target = open_pair(host)
    drag(host, source, target)
    source.process.process.kill()
    target.expect("leave")
    see_nothing(host)
    drop(host)
    assert not target.has_said("drop"), target.said()


@case("HIG-04", "HIG-13")
def target_that_dies_takes_nothing(host):
    source, target = open_pair(host)
    drag(host, source, target)
    target.process.process.kill()
    see_badge(host, RED, target.middle)
    drop(host)
    source.expect("cancelled")
    see_nothing(host)


@case("HIG-04", "HIG-16")
def windows_that_are_none_any_more_are_no_harm(host):
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


# --------------------------------------------------------------------------------------------- Actions, types and reads


@case("HIG-01")
def drop_on_another_application_copies(host):
    source, target = open_pair(host, source_ACTIONS="3")
    drag(host, source, target)
    # A move is not even on offer.
    assert target.has_said("offered actions 1") and not target.has_said("offered actions 3"), target.said()
    drop(host)
    target.expect("received dragged")
    source.expect("finished")
    assert not source.has_said("action move"), source.said()


@case("HIG-01", "HIG-03")
def shift_moves_nothing_between_applications(host):
    source, target = open_pair(host, source_ACTIONS="3")
    pick_up(host, source)
    host.key(SHIFT, 1)
    go_to(host, source, target)
    drop(host)
    target.expect("received dragged")
    source.expect("finished")
    assert not source.has_said("action move"), source.said()
    host.key(SHIFT, 0)


@case("HIG-03", "HIG-04", "HIG-13")
def control_and_shift_have_the_target_ask(host):
    source, target = open_pair(host, source_ACTIONS="5", target_ASKS="1")
    drag(host, source, target)
    host.key(CONTROL, 1)
    host.key(SHIFT, 1)
    see_badge(host, VIOLET, target.middle)
    host.key(SHIFT, 0)
    see_badge(host, GREEN, target.middle)
    host.key(CONTROL, 0)
    drop(host)
    target.expect("received dragged")


@case("HIG-02", "HIG-03", "HIG-04")
def control_copies_inside_a_window(host):
    both = host.open("both", host.SOURCE, ACTIONS="3")
    pick_up(host, both)
    both.expect("action move")
    host.key(CONTROL, 1)
    # At once, without any motion.
    both.expect("action copy")
    times = both.said().count("action move") + 1
    host.key(CONTROL, 0)
    both.expect("action move", times)
    drop(host)
    both.expect("finished")
    see_nothing(host)


@case("HIG-02")
def drop_inside_a_window_moves(host):
    both = host.open("both", host.SOURCE, ACTIONS="3")
    pick_up(host, both)
    both.expect("action move")
    drop(host)
    both.expect("finished")
    assert [line for line in both.said() if line.startswith("action ")][-1] == "action move", both.said()


@case("HIG-02")
def containers_inside_a_window_are_known(host):
    both = host.open("both", host.SOURCE, ACTIONS="3", HALVES="1", CHOOSES="0")
    x, y = both.middle
    pick_up(host, both, (x - 60, y))
    both.expect("action move")
    host.move(x + 50, y)
    both.expect("action copy")
    see_badge(host, GREEN, (x + 50, y))
    times = both.said().count("action move") + 1
    host.move(x - 50, y)
    both.expect("action move", times)
    drop(host)
    both.expect("finished")


@case("HIG-21")
def types_keep_their_order(host):
    types = ["text/html", "application/x-own", "text/plain", "image/png", "STRING"]
    source, target = open_pair(host, source_TYPES=" ".join(types))
    drag(host, source, target)
    offered = [line.removeprefix("type ") for line in target.said() if line.startswith("type ")]
    assert offered == types, offered
    drop(host)
    target.expect("received dragged")


@case("HIG-22")
def reads_before_an_answer_are_told(host):
    source, target = open_pair(host, target_EARLY="1")
    drag(host, source, target)
    target.expect("early dragged")
    wait_for("the host's word of it", lambda: host.early_reads() == 1)
    host.move(*host.DESKTOP)
    go_to(host, source, target)
    wait_for("the host's word of another", lambda: host.early_reads() == 2)
    drop(host)
    # What is read after the drop is no early read.
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-23", keeps=True)
def content_arrives_though_its_source_quits(host):
    source, target = open_pair(host, target_LATE="1")
    drag(host, source, target)
    drop(host)
    target.expect("drop")
    source.expect("dropped")
    # Not by the target, which does not read before it is told to.
    source.expect("gave it")
    source.quit()
    target.go_on()
    target.expect("received dragged")


@case("HIG-24", "HIG-11")
def transfer_that_takes_long_is_seen(host):
    source, target = open_pair(host, source_SLOW="1")
    drag(host, source, target)
    drop(host)
    source.expect("asked for text/plain")
    x, y = target.middle

    def ring():
        area = x - 40, y - 40, x + 40, y + 40
        return host.picture().box(lambda red, green, blue: blue > 150 and red < 80 and green < 130, area, step=1)
    # The image goes with the drop; a small ring is left in its place.
    wait_for("the ring", ring)
    assert image(host.picture()) is None, "the image stays"
    source.go_on()
    target.expect("received dragged")
    source.expect("finished")
    wait_for("the end of the ring", lambda: ring() is None)


@case("HIG-25")
def text_becomes_a_file_where_files_are_taken(host):
    source, target = open_pair(host, target_WANTS="text/uri-list")
    drag(host, source, target)
    drop(host)

    def files():
        return [line.split("file://", 1)[1].strip() for line in target.said() if line.startswith("received file://")]
    path = Path(unquote(wait_for("the file", files)[0]))
    assert path.read_text() == "dragged", path.read_text()
    assert path.stem.endswith(" dragged"), path


# ------------------------------------------------------------------------------------------------- Keyboard and focus


@case("HIG-32")
def keys_during_a_drag_reach_nobody(host):
    target, source = open_source_in_front(host)
    host.press(LETTER)
    source.expect(f"key up {LETTER}")
    pick_up(host, source)
    source.expect("keyboard leaves")
    before, other = keys_of(source), keys_of(target)
    host.press(LETTER)
    host.key(ESCAPE, 1)
    source.expect("cancelled")
    # The drag is over, and its key is still down: it is the drag's until it is up.
    host.press(LETTER)
    host.key(ESCAPE, 0)
    drop(host)
    wait_for("the keyboard, with no key down", lambda: has_keyboard(source))
    assert keys_of(source) == before and keys_of(target) == other, (source.said(), target.said())
    host.press(LETTER)
    source.expect(f"key up {LETTER}", 2)


@case("HIG-32")
def whole_drag_is_done_by_keyboard(host):
    target, source = open_source_in_front(host)
    pick_up_by_keyboard(host, source)
    host.press(TAB)
    source.expect("action copy")
    see_badge(host, GREEN, target.middle)
    host.press(RETURN)
    target.expect("received dragged")
    source.expect("finished")
    wait_for("the target's keyboard", lambda: has_keyboard(target))
    keys = ["key down %d" % key for key in (RETURN, TAB, D)]
    assert not any(key in source.said() + target.said() for key in keys), (source.said(), target.said())


@case("HIG-32")
def what_cannot_be_dragged_is_not_clicked_by_keyboard(host):
    source = host.open("source", host.SOURCE)
    target = host.open("target", host.TARGET, **colour("COLOUR", GREY))
    wait_for("the newest window's keyboard", lambda: has_keyboard(target))
    point_at(host, target, target.middle)
    ask_for_keyboard_drag(host)
    target.expect("keyboard leaves")
    host.press(RETURN)
    target.expect("released")
    said = target.said()
    assert "pointer is outside" in said[said.index("pressed"):said.index("released")], said
    # The person picks on, until Escape.
    host.press(LETTER)
    host.press(ESCAPE)
    wait_for("the keyboard", lambda: has_keyboard(target))
    assert not any(line.startswith("key down") and line.split()[-1] in (str(LETTER), str(ESCAPE), str(RETURN))
                   for line in target.said()), target.said()
    assert "pressed" not in source.said()


@case("HIG-32")
def drag_by_keyboard_ends_with_escape(host):
    target, source = open_source_in_front(host)
    pick_up_by_keyboard(host, source)
    host.press(TAB)
    source.expect("action copy")
    escape(host)
    source.expect("cancelled")
    wait_for("the source's keyboard", lambda: has_keyboard(source))
    see_nothing(host)
    # Nothing is left of it: a hand drags as before.
    drag(host, source, target)
    drop(host)
    target.expect("received dragged")


@case("HIG-32")
def hand_takes_over_a_drag_by_keyboard(host):
    target, source = open_source_in_front(host)
    pick_up_by_keyboard(host, source)
    go_to(host, source, target)
    host.press(RETURN)
    target.expect("received dragged")


@case("HIG-32")
def tab_waits_for_a_window_that_is_yet_to_be_seen(host):
    host.move(*host.DESKTOP)
    source = host.open("source", host.SOURCE)
    wait_for("the newest window's keyboard", lambda: has_keyboard(source))
    # sway 1.7 draws neither of the two while it waits for the size of the one.
    target = host.launch("target", host.TARGET, BUSY="400")
    source.expect("keyboard leaves")
    ask_for_keyboard_drag(host)
    host.press(TAB)
    wait_for("the pointer in a window", lambda: "pointer enters" in source.said() + target.said())
    escape(host)
    wait_for("the newest window's keyboard", lambda: has_keyboard(target))


@case("HIG-32", keymap="caps:escape")
def escape_is_what_the_keymap_says(host):
    source, target = open_pair(host)
    drag(host, source, target)
    host.press(CAPS_LOCK)
    source.expect("cancelled")
    drop(host)
    see_nothing(host)
    assert not keys_of(source) and not keys_of(target), (source.said(), target.said())


@case("HIG-31")
def shortcuts_of_the_host_work(host):
    target, source = open_source_in_front(host)
    keys = host.prepare_shortcut()
    drag(host, source, target)
    assert not host.has_done_shortcut(source, target), "it is as the keys would make it"
    before = keys_of(source)
    for key in keys:
        host.key(key, 1)
    for key in reversed(keys):
        host.key(key, 0)
    wait_for("what it is for", lambda: host.has_done_shortcut(source, target))
    assert keys_of(source) == before and not keys_of(target), (source.said(), target.said())
    escape(host)
    source.expect("cancelled")
    drop(host)
    see_nothing(host)


@case("HIG-28")
def drag_leaves_a_window_in_the_background(host):
    source = host.open("source", host.SOURCE)
    front = host.open("target", (host.SOURCE[0] + 120, host.SOURCE[1]), **colour("COLOUR", GREY))
    overlap = front.place[0] + 20, front.place[1] + 100
    wait_for("the newest window in front", lambda: is_alike(host.picture().at(*overlap), GREY) and has_keyboard(front))
    pick_up(host, source, at=(source.place[0] + 50, source.place[1] + 50))
    host.move(*host.DESKTOP)
    see_badge(host, RED, host.DESKTOP)
    wait_for("the window that was in front", lambda: is_alike(host.picture().at(*overlap), GREY))
    escape(host)
    source.expect("cancelled")
    drop(host)
    wait_for("its keyboard", lambda: has_keyboard(front) and not has_keyboard(source))
    see_nothing(host)
    assert is_alike(host.picture().at(*overlap), GREY), "it is not in front any more"


@case("HIG-28")
def click_brings_a_window_forward_on_release(host):
    back = host.open("target", host.SOURCE, title="rear")
    front = host.open("target", (host.SOURCE[0] + 120, host.SOURCE[1]), title="fore", **colour("COLOUR", GREY))
    overlap = front.place[0] + 20, front.place[1] + 100
    wait_for("the newest window in front", lambda: is_alike(host.picture().at(*overlap), GREY) and has_keyboard(front))
    point_at(host, back, (back.place[0] + 50, back.place[1] + 50))
    host.button(1)
    back.expect("pressed")
    for _ in range(3):
        assert is_alike(host.picture().at(*overlap), GREY) and has_keyboard(front), "it comes as the button goes down"
    host.button(0)
    back.expect("released")
    wait_for("the window that was clicked", lambda: is_alike(host.picture().at(*overlap), WHITE) and has_keyboard(back))


@case("HIG-29")
def focus_follows_a_drop(host):
    target, source = open_source_in_front(host)
    drag(host, source, target)
    drop(host)
    target.expect("received dragged")
    wait_for("the target's keyboard", lambda: has_keyboard(target) and not has_keyboard(source))


# -------------------------------------------------------------------------------------------------------- Confirmation


def let_go(host, source, target):
    """Of content over a target on which a drop cannot be undone: it hears of none, and the person is asked."""
    drag(host, source, target)
    drop(host)
    see_badge(host, VIOLET, target.middle)
    assert not target.has_said("drop") and not source.has_said("dropped"), (source.said(), target.said())


def presses_of(*windows):
    return [line for window in windows for line in window.said() if line.split()[0] in ("pressed", "released", "finger")]


@case("HIG-27", "HIG-13")
def drop_that_cannot_be_undone_waits_for_a_yes(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    before = presses_of(source, target)
    # A click on the image, from which the pointer has been away.
    host.move(*host.DESKTOP)
    assert not target.has_said("leave"), "the content is still there"
    host.click((target.middle[0] + 10, target.middle[1] + 10))
    target.expect("received dragged")
    source.expect("finished")
    see_nothing(host)
    assert presses_of(source, target) == before, (source.said(), target.said())


@case("HIG-27")
def image_that_is_asked_about_stays_where_it_was_let_go_of(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    there = middle_of_image(host)
    host.move(*host.DESKTOP)
    host.move(host.DESKTOP[0] + 3, host.DESKTOP[1])
    for _ in range(3):
        assert is_near(middle_of_image(host), there, 2), "it goes along with the pointer"
    assert host.picture().badge(target.middle[0] + BADGE[0], target.middle[1] + BADGE[1]) == VIOLET
    escape(host)
    source.expect("cancelled")
    see_nothing(host)


@case("HIG-27", "HIG-16")
def click_elsewhere_is_a_no(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    before = presses_of(source, target)
    # A window: labwc keeps a click on its desktop for a menu.
    host.click(source.middle)
    source.expect("cancelled")
    target.expect("leave")
    see_nothing(host)
    assert presses_of(source, target) == before, (source.said(), target.said())
    assert not target.has_said("drop"), target.said()
    # Nothing is left of it: who drags again is asked again.
    let_go(host, source, target)
    host.click(target.middle)
    target.expect("received dragged")


@case("HIG-27", "HIG-16", "HIG-32")
def escape_is_a_no_to_a_drop_that_cannot_be_undone(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    flies_home(host, lambda: escape(host), source.middle)
    source.expect("cancelled")
    target.expect("leave")
    assert not target.has_said("drop"), target.said()


@case("HIG-27", "HIG-32")
def return_is_a_yes_to_a_drop_that_cannot_be_undone(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    before = keys_of(source) + keys_of(target)
    host.press(LETTER)
    assert not target.has_said("drop"), "another key is no answer"
    host.press(RETURN)
    target.expect("received dragged")
    source.expect("finished")
    see_nothing(host)
    assert keys_of(source) + keys_of(target) == before, (source.said(), target.said())


@case("HIG-27", "HIG-32")
def drop_by_keyboard_that_cannot_be_undone_waits_as_well(host):
    target, source = open_source_in_front(host, FINAL=REASON)
    pick_up_by_keyboard(host, source)
    host.press(TAB)
    source.expect("action copy")
    see_badge(host, GREEN, target.middle)
    host.press(RETURN)
    see_badge(host, VIOLET, target.middle)
    assert not target.has_said("drop"), target.said()
    host.press(RETURN)
    target.expect("received dragged")
    source.expect("finished")
    keys = ["key down %d" % key for key in (RETURN, TAB, D)]
    assert not any(key in source.said() + target.said() for key in keys), (source.said(), target.said())


@case("HIG-27")
def source_that_goes_takes_the_question_along(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    source.process.process.kill()
    target.expect("leave")
    see_nothing(host)
    host.click(target.middle)
    assert not target.has_said("drop"), target.said()


# ----------------------------------------------------------------------------------------------------------- Clipboard


def see_offers_end(host, **which):
    """Who has lost the keyboard reads nothing by an old offer, neither what was there nor what comes later."""
    peeker = host.open("peeker", host.TARGET, **colour("COLOUR", GREY), **which)
    owner = host.open("owner", host.SOURCE, **which)

    def click(window, other):
        point_at(host, window, window.middle)
        host.button(1)
        host.button(0)
        wait_for("its keyboard", lambda: has_keyboard(window) and not has_keyboard(other))

    def peek(times):
        peeker.process.process.send_signal(signal.SIGUSR2)
        wait_for("what it read", lambda: sum(line.startswith("peeked") for line in peeker.said()) == times)
        return [line for line in peeker.said() if line.startswith("peeked")][-1].split()[1:]

    wait_for("the newest window's keyboard", lambda: has_keyboard(owner))
    host.press(LETTER)
    owner.expect("copied")
    click(peeker, owner)
    peeker.expect("kept an offer")
    assert peek(1) == ["dragged"], peeker.said()
    click(owner, peeker)
    assert peek(2) == [], "it reads the clipboard without the keyboard"
    # Nor what comes later.
    host.press(LETTER)
    owner.expect("copied", 2)
    assert peek(3) == [], "it reads by an old offer what came later"
    # With the keyboard come new offers; the old one is over.
    click(peeker, owner)
    assert peek(4) == [], "an old offer comes to life again"


@case("WL-01")
def offer_of_the_clipboard_ends_with_the_keyboard(host):
    see_offers_end(host)


@case("WL-01", "WL-02")
def offer_of_the_primary_selection_ends_with_the_keyboard(host):
    see_offers_end(host, PRIMARY="1")


# ------------------------------------------------------------------------------------------------------------ Hovering


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


# ------------------------------------------------------------------------------------------------------------ Fingers


def touch_up(host, source):
    """A finger takes content off, and moves on far enough for the image to appear."""
    x, y = source.middle
    host.finger(0, "down", x, y)
    source.expect("enter with an offer")
    for step in range(1, 8):
        host.finger(0, "move", x + 6 * step, y)


def slide(host, point):
    host.finger(0, "move", point[0] - 5, point[1])
    host.finger(0, "move", *point)


@case("HIG-30", "HIG-13", "HIG-16")
def finger_drops_on_a_target(host):
    source, target = open_pair(host)
    touch_up(host, source)
    times = source.said().count("action copy") + 1
    slide(host, target.middle)
    source.expect("action copy", times)
    # Where the finger does not hide it.
    see_badge(host, GREEN, target.middle, BADGE_OF_FINGER)
    lands(host, lambda: host.finger(0, "up"), target.middle)
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-30", "HIG-16")
def image_of_a_finger_flies_home(host):
    source, _ = open_pair(host)
    touch_up(host, source)
    slide(host, host.DESKTOP)
    wait_for("the image at the finger", lambda: is_near(middle(image(host.picture()) or (0,) * 4), host.DESKTOP, 60))
    flies_home(host, lambda: host.finger(0, "up"), source.middle)
    source.expect("cancelled")


def touch_and_let_go(host, source, target):
    touch_up(host, source)
    times = source.said().count("action copy") + 1
    slide(host, target.middle)
    source.expect("action copy", times)
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
def finger_that_misses_by_more_is_refused(host):
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
def tap_on_the_image_is_a_yes(host):
    source, target = open_pair(host, target_FINAL=REASON)
    touch_and_let_go(host, source, target)
    host.finger(0, "down", target.middle[0] + 8, target.middle[1] + 8)
    assert not target.has_said("drop"), "not before the finger is up"
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")
    assert not any(line.startswith("finger") for line in target.said()), target.said()


@case("HIG-27", "HIG-30")
def tap_elsewhere_is_a_no(host):
    source, target = open_pair(host, target_FINAL=REASON)
    touch_and_let_go(host, source, target)
    host.finger(0, "down", *source.middle)
    host.finger(0, "up")
    source.expect("cancelled")
    target.expect("leave")
    see_nothing(host)
    assert not target.has_said("drop"), target.said()
    assert source.said().count("finger down 0") == 1, "the finger that took the content off is all that it hears of"


@case("HIG-31")
def other_fingers_go_on(host):
    source, _ = open_pair(host)
    touch_up(host, source)
    x, y = source.middle
    host.finger(1, "down", x, y + 50)
    source.expect("finger down 1")
    host.finger(1, "move", x, y + 60)
    source.expect("finger moves 1")
    host.finger(1, "up")
    source.expect("finger up 1")
    # The first one is the drag's, and still goes on.
    assert not source.has_said("finger moves 0") and not source.has_said("cancelled"), source.said()
    slide(host, host.DESKTOP)
    wait_for("the image at the finger", lambda: is_near(middle(image(host.picture()) or (0,) * 4), host.DESKTOP, 60))
    host.finger(0, "up")
    source.expect("cancelled")
    see_nothing(host)


@case("HIG-07", "HIG-09")
def another_finger_adds_an_item(host):
    source, target = open_pair(host, source_ADDS="1")
    touch_up(host, source)
    times = source.said().count("action copy") + 1
    slide(host, target.middle)
    source.expect("action copy", times)
    see_badge(host, GREEN, target.middle, BADGE_OF_FINGER)
    host.finger(1, "down", *source.middle)
    host.finger(1, "up")
    source.expect("items: 2")
    see_number(host, target.middle, BADGE_OF_FINGER)
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-38")
def without_an_icon_an_item_looks_as_its_client_draws_it(host):
    source, target = open_pair(host, source_PREVIEW="1", **{"source_ICON_COLOUR": "0xffa020e0"})
    pick_up(host, source)
    host.move(*host.DESKTOP)
    # It is drawn when the drag has begun; until then there is a picture of its kind.
    wait_for("the picture of the item", lambda: image(host.picture()))
    go_to(host, source, target)
    wait_for("it at the target", lambda: is_near(middle(image(host.picture()) or (0,) * 4), target.middle, 60))
    drop(host)
    target.expect("received dragged")
    source.expect("finished")
    see_nothing(host)


def begin_two(host):
    """Two fingers, each with a content of its own, on the way."""
    source, target = open_pair(host, source_BESIDE="1", target_BESIDE="1")
    touch_up(host, source)
    x, y = source.middle
    host.finger(1, "down", x, y + 40)
    # Its own window hears of the other one by the other device.
    source.expect("enter beside")
    for step in range(1, 8):
        host.finger(1, "move", x + 6 * step, y + 40)
    return source, target


@case("HIG-10", "HIG-30")
def finger_each_carries_a_content_of_its_own(host):
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
    # That was the other one: the first goes on.
    assert not source.has_said("dropped") and not target.has_said("drop"), (source.said(), target.said())
    slide(host, target.middle)
    see_badge(host, GREEN, target.middle, BADGE_OF_FINGER)
    host.finger(0, "up")
    target.expect("received dragged")
    source.expect("finished")


@case("HIG-10", "HIG-12")
def image_of_each_finger_is_where_that_is(host):
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
def finger_beside_a_small_place_is_on_it(host):
    source, target = open_pair(host, target_ZONE="1")
    touch_up(host, source)
    x, y = target.middle
    times = source.said().count("action copy") + 1
    slide(host, (x - 40, y))
    source.expect("action copy", times)
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
def fingers_that_are_called_off_end_the_drag(host):
    source, target = open_pair(host)
    touch_up(host, source)
    times = source.said().count("action copy") + 1
    slide(host, target.middle)
    source.expect("action copy", times)
    host.cancel_fingers()
    source.expect("cancelled")
    target.expect("leave")
    see_nothing(host)
    assert not target.has_said("drop"), target.said()


# ------------------------------------------------------------------------------------------------------------ Playing


def play_one(name, programs, one):
    with HOSTS[name](*programs, **one.settings) as host:
        one.play(host)


def play_until_seen(name, programs, one):
    for attempt in reversed(range(TRIES)):
        try:
            with contextlib.redirect_stdout(io.StringIO()) as heard:
                return play_one(name, programs, one)
        except Unseen as reason:
            if attempt == 0:
                raise
            print(f"    too few pictures ({reason}), once more", flush=True)
        except AssertionError:
            print(heard.getvalue())
            raise


def cannot(name, programs, one):
    """Plays a case that this host cannot pass, and is not heard; whether it fails as it should."""
    patience, hosts.PATIENCE = hosts.PATIENCE, 2
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            play_one(name, programs, one)
    except (AssertionError, AttributeError, NotImplementedError, Unseen):
        return True
    finally:
        hosts.PATIENCE = patience
    return False


def play(name, programs, wanted):
    """Plays the cases in a host; returns the names of those that went wrong."""
    wrong = []
    for one in CASES:
        if wanted and one.name not in wanted:
            continue
        start, outcome = time.monotonic(), "ok"
        reason = CANNOT[name].get(one.name)
        if reason is not None:
            outcome = f"left out: {reason}" if cannot(name, programs, one) else "PASSES, and is listed as impossible"
        else:
            try:
                play_until_seen(name, programs, one)
            except (AssertionError, Unseen) as error:
                outcome = f"FAILS: {error}"
        if outcome.startswith(("PASSES", "FAILS")):
            wrong.append(one.name)
        print(f"{', '.join(one.rules):16} {one.title}: {outcome}  ({time.monotonic() - start:.1f} s)", flush=True)
    return wrong


def main(arguments):
    name, *rest = arguments
    known = {one.name for one in CASES}
    programs, _, wanted = (rest[:rest.index("--")], "", rest[rest.index("--") + 1:]) if "--" in rest else (rest, "", [])
    unknown = [name for name in [*wanted, *itertools.chain(*CANNOT.values())] if name not in known]
    assert not unknown, f"no cases: {unknown}"
    missing = [program for program in programs if not Path(program).exists()]
    assert not missing, f"not built: {', '.join(missing)}"
    wrong = play(name, programs, wanted)
    return f"{name}: {', '.join(wrong)}" if wrong else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
