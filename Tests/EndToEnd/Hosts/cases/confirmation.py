# SPDX-License-Identifier: MIT
"""Drops that cannot be undone wait for confirmation."""

from cases.case import case
from cases.seen import BADGE, flies_home, is_near, keys_of, middle_of_image, see_badge, see_nothing
from cases.steps import D, LETTER, RETURN, TAB, drag, drop, escape, open_pair, open_source_in_front, pick_up_by_keyboard
from screen import GREEN, VIOLET

REASON = "What is dropped here is gone for ever"


def let_go(host, source, target):
    """Drops content on a target where a drop cannot be undone: the target receives no drop yet, and the user is
    prompted.
    """
    drag(host, source, target)
    drop(host)
    see_badge(host, VIOLET, target.middle)
    assert not target.has_said("drop") and not source.has_said("dropped"), (source.said(), target.said())


def presses_of(*windows):
    kinds = "pressed", "released", "finger"
    return [line for window in windows for line in window.said() if line.split()[0] in kinds]


@case("HIG-27", "HIG-13")
def drop_that_cannot_be_undone_waits_for_confirmation(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    before = presses_of(source, target)
    # A click on the image, after the pointer has been elsewhere.
    host.move(*host.DESKTOP)
    assert not target.has_said("leave"), "the content is still there"
    host.click((target.middle[0] + 10, target.middle[1] + 10))
    target.expect("received dragged")
    source.expect("finished")
    see_nothing(host)
    assert presses_of(source, target) == before, (source.said(), target.said())
    said = target.said()
    assert said.count("confirmed") == 1 and said.index("confirmed") < said.index("drop"), said


@case("HIG-27")
def image_stays_where_it_was_dropped_during_a_prompt(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    there = middle_of_image(host)
    host.move(*host.DESKTOP)
    host.move(host.DESKTOP[0] + 3, host.DESKTOP[1])
    for _ in range(3):
        assert is_near(middle_of_image(host), there, 2), "it follows the pointer"
    assert host.picture().badge(target.middle[0] + BADGE[0], target.middle[1] + BADGE[1]) == VIOLET
    escape(host)
    source.expect("cancelled")
    see_nothing(host)


@case("HIG-27", "HIG-16")
def click_elsewhere_rejects_a_drop_that_cannot_be_undone(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    before = presses_of(source, target)
    # The click is on a window: on its desktop, labwc would open a menu.
    host.click(source.middle)
    source.expect("cancelled")
    target.expect("leave")
    see_nothing(host)
    assert presses_of(source, target) == before, (source.said(), target.said())
    assert not target.has_said("drop"), target.said()
    # Nothing is left of the prompt: a second drag shows it again.
    let_go(host, source, target)
    host.click(target.middle)
    target.expect("received dragged")


@case("HIG-27", "HIG-16", "HIG-32")
def escape_rejects_a_drop_that_cannot_be_undone(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    flies_home(host, lambda: escape(host), source.middle)
    source.expect("cancelled")
    target.expect("leave")
    assert not target.has_said("drop") and not target.has_said("confirmed"), target.said()


@case("HIG-27", "HIG-32")
def return_confirms_a_drop_that_cannot_be_undone(host):
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
def drop_by_keyboard_that_cannot_be_undone_waits_for_confirmation(host):
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
def prompt_ends_when_its_source_exits(host):
    source, target = open_pair(host, target_FINAL=REASON)
    let_go(host, source, target)
    source.process.process.kill()
    target.expect("leave")
    see_nothing(host)
    host.click(target.middle)
    assert not target.has_said("drop"), target.said()
