# SPDX-License-Identifier: MIT
"""The keyboard during a drag, drags by keyboard, and the focus."""

from cases.case import case
from cases.seen import GREY, WHITE, has_keyboard, is_alike, keys_of, last_of, see_badge, see_nothing
from cases.steps import (
    CAPS_LOCK, CONTROL, D, ESCAPE, LETTER, RETURN, TAB, ask_for_keyboard_drag, colour, drag, drop, escape, go_to,
    open_pair, open_source_in_front, pick_up, pick_up_by_keyboard, point_at)
from hosts import wait_for
from screen import GREEN, RED


@case("HIG-32")
def keys_during_a_drag_reach_no_client(host):
    target, source = open_source_in_front(host)
    host.press(LETTER)
    source.expect(f"key up {LETTER}")
    pick_up(host, source)
    source.expect("keyboard leaves")
    before, other = keys_of(source), keys_of(target)
    host.press(LETTER)
    host.key(ESCAPE, 1)
    source.expect("cancelled")
    # The drag is over, and its key is still down: the drag consumes the key's release as well.
    host.press(LETTER)
    host.key(ESCAPE, 0)
    drop(host)
    wait_for("the keyboard, with no key down", lambda: has_keyboard(source))
    assert keys_of(source) == before and keys_of(target) == other, (source.said(), target.said())
    host.press(LETTER)
    source.expect(f"key up {LETTER}", 2)


@case("HIG-32", "HIG-04")
def modifiers_of_a_drag_are_released_afterwards(host):
    source, target = open_pair(host)
    drag(host, source, target)
    host.key(CONTROL, 1)
    drop(host)
    target.expect("received dragged")
    host.key(CONTROL, 0)
    wait_for("the keyboard", lambda: last_of(target, "keyboard ").startswith("keyboard enters"))
    host.press(LETTER)
    target.expect(f"key down {LETTER}")
    assert last_of(target, "modifiers ") == "modifiers 0", target.said()


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
def failed_drag_by_keyboard_is_no_click(host):
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
    # The user goes on picking until Escape.
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
    # No state is left: a drag by pointer works as before.
    drag(host, source, target)
    drop(host)
    target.expect("received dragged")


@case("HIG-32")
def pointer_takes_over_a_drag_by_keyboard(host):
    target, source = open_source_in_front(host)
    pick_up_by_keyboard(host, source)
    go_to(host, source, target)
    host.press(RETURN)
    target.expect("received dragged")


@case("HIG-32")
def tab_waits_for_a_window_that_is_not_drawn_yet(host):
    host.move(*host.DESKTOP)
    source = host.open("source", host.SOURCE)
    wait_for("the newest window's keyboard", lambda: has_keyboard(source))
    # sway 1.7 draws neither window while it waits for the new size of one.
    target = host.launch("target", host.TARGET, BUSY="400")
    source.expect("keyboard leaves")
    ask_for_keyboard_drag(host)
    host.press(TAB)
    wait_for("the pointer in a window", lambda: "pointer enters" in source.said() + target.said())
    escape(host)
    wait_for("the newest window's keyboard", lambda: has_keyboard(target))


@case("HIG-32", keymap="caps:escape")
def escape_follows_the_keymap(host):
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
    assert not host.has_done_shortcut(source, target), "the shortcut has been executed already"
    before = keys_of(source)
    for key in keys:
        host.key(key, 1)
    for key in reversed(keys):
        host.key(key, 0)
    wait_for("the effect of the shortcut", lambda: host.has_done_shortcut(source, target))
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
def click_raises_a_window_on_release(host):
    back = host.open("target", host.SOURCE, title="rear")
    front = host.open("target", (host.SOURCE[0] + 120, host.SOURCE[1]), title="fore", **colour("COLOUR", GREY))
    overlap = front.place[0] + 20, front.place[1] + 100
    wait_for("the newest window in front", lambda: is_alike(host.picture().at(*overlap), GREY) and has_keyboard(front))
    point_at(host, back, (back.place[0] + 50, back.place[1] + 50))
    host.button(1)
    back.expect("pressed")
    for _ in range(3):
        assert is_alike(host.picture().at(*overlap), GREY) and has_keyboard(front), "it is raised on the press"
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
